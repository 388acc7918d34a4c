/* SPDX-License-Identifier: MIT */
/* Playing below full strength, by the options UCI_LimitStrength, UCI_Elo and Skill Level. */
#ifndef CHESS_STRENGTH_H
#define CHESS_STRENGTH_H

#include <stdint.h>

#define CHESS_ELO_MIN 1000
#define CHESS_ELO_MAX 2500

/* The limits of a level of strength: nodes per move, and the maximum noise on each evaluation, in
 * centipawns. */
struct chess_strength {
    uint64_t nodes;
    int noise;
};

/* The limits of a level, CHESS_ELO_MIN .. CHESS_ELO_MAX, measured in games: see tests/bench. */
struct chess_strength chess_strength_of(int elo);

/* The same for a Skill Level below SKILL_FULL: from CHESS_ELO_MIN to CHESS_ELO_MAX in equal steps.
 */
struct chess_strength chess_strength_of_skill(int level);

#endif
