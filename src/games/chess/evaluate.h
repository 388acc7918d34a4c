/* SPDX-License-Identifier: MIT */
/* The static evaluation: a classical evaluation (classical/) plus a correction that a network has
 * learned (network.h). */
#ifndef CHESS_EVALUATE_H
#define CHESS_EVALUATE_H

#include "classical/classical.h"
#include "position.h"
#include "rules.h"

/* Static scores stay within this limit, because the results of endgame tables begin above it. */
#define EVALUATION_LIMIT (SCORE_TABLES_FOUND - 1)

/* The fifty-move clock scales the score down: the full score at clock 0, and 0 at a clock of this
 * many plies. */
#define CLOCK_HORIZON 200

/* The score scaled down by the fifty-move clock, within the limits of a static score. */
INLINE score_t chess_scale_by_clock(const struct chess_position *position, int score)
{
    int clock = position->state.clock < FIFTY_MOVES ? position->state.clock : FIFTY_MOVES;
    return score_clamp(score * (CLOCK_HORIZON - clock) / CLOCK_HORIZON, EVALUATION_LIMIT);
}

#endif
