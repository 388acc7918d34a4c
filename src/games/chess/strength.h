/* SPDX-License-Identifier: MIT */
/* Playing below full strength, by the options UCI_LimitStrength, UCI_Elo and Skill Level. */
#ifndef CHESS_STRENGTH_H
#define CHESS_STRENGTH_H

#include <stdint.h>

#include "skill.h"

#define CHESS_ELO_MIN 1000
#define CHESS_ELO_MAX 2500

/* The limits of a level of strength: nodes per move, and the maximum noise on each evaluation, in
 * centipawns. */
struct chess_strength {
    uint64_t nodes;
    int noise;
};

/* The limits of a level, CHESS_ELO_MIN .. CHESS_ELO_MAX, measured in games: see tests/bench. Values
 * between the levels are interpolated linearly. */
INLINE struct chess_strength chess_strength_of(int elo)
{
    static const struct {
        int elo, nodes, noise;
    } levels[] = {
        {1000, 310, 272}, {1250, 380, 210}, {1500, 490, 162},  {1750, 780, 115},
        {2000, 4800, 42}, {2250, 40000, 0}, {2500, 120000, 0},
    };
    int i = 0;
    while (i < LENGTH(levels) - 2 && elo >= levels[i + 1].elo) {
        i++;
    }
    const int part = elo - levels[i].elo, whole = levels[i + 1].elo - levels[i].elo;
    return (struct chess_strength){
        .nodes = (uint64_t)skill_between(levels[i].nodes, levels[i + 1].nodes, part, whole),
        .noise = skill_between(levels[i].noise, levels[i + 1].noise, part, whole),
    };
}

/* The same for a Skill Level below SKILL_FULL: from CHESS_ELO_MIN to CHESS_ELO_MAX in equal steps.
 */
INLINE struct chess_strength chess_strength_of_skill(int level)
{
    return chess_strength_of(skill_between(CHESS_ELO_MIN, CHESS_ELO_MAX, level, SKILL_FULL - 1));
}

#endif
