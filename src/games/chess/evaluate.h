/* SPDX-License-Identifier: MIT */
/* The static evaluation: a classical one (classical/) and what a network has learned to add to it
 * (network.h). */
#ifndef CHESS_EVALUATE_H
#define CHESS_EVALUATE_H

#include "classical/classical.h"
#include "position.h"
#include "rules.h"

/* Static scores stay within this: mates begin above. */
#define EVALUATION_LIMIT (SCORE_MATE_FOUND - 1)

/* The score goes to 0 with the fifty-move clock: whole at clock 0, 0 at a clock of this many plies.
 */
#define CLOCK_HORIZON 200

INLINE score_t chess_clamp_score(int score)
{
    return score > EVALUATION_LIMIT    ? EVALUATION_LIMIT
           : score < -EVALUATION_LIMIT ? -EVALUATION_LIMIT
                                       : score;
}

/* The score scaled down by the fifty-move clock, within the limits of a static score. */
INLINE score_t chess_scale_by_clock(const struct chess_position *position, int score)
{
    int clock = position->state.clock < FIFTY_MOVES ? position->state.clock : FIFTY_MOVES;
    return chess_clamp_score(score * (CLOCK_HORIZON - clock) / CLOCK_HORIZON);
}

/* The evaluation, chess_evaluate of rules.h, that brings the position's accumulators up to date:
 * with the network, unless the position asks for the classical one. */
PER_LEVEL score_t chess_evaluate_in_place(struct chess_position *position);

#endif
