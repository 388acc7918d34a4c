/* SPDX-License-Identifier: MIT */
/* Forbidden moves: Black's under renju, double-threes of both colours under omok. */
#ifndef GOMOKU_FORBIDDEN_H
#define GOMOKU_FORBIDDEN_H

#include "level.h"
#include "position.h"

/* Why a rule forbids a move. */
enum gomoku_forbidden { FORBIDDEN_NOT, FORBIDDEN_OVERLINE, FORBIDDEN_FOURS, FORBIDDEN_THREES };

/* Whether the rule forbids any move to this colour. */
INLINE bool gomoku_may_forbid(const struct gomoku_position *position, enum gomoku_colour colour)
{
    return position->rule == RULE_OMOK || (position->rule == RULE_RENJU && colour == BLACK);
}

/* Why the rule forbids `colour` the empty square. Changes the position temporarily and restores
 * it. */
PER_LEVEL enum gomoku_forbidden gomoku_forbidden(struct gomoku_position *position, int square,
                                                 enum gomoku_colour colour);

/* The result of a stone in all four directions together. */
struct gomoku_made {
    int fives, overlines, fours;
    unsigned threes; /* open threes: bit d for direction d */
};

PER_LEVEL struct gomoku_made gomoku_made_by(const struct gomoku_position *position, int square,
                                            enum gomoku_colour colour);

/* The subset of `threes`, one bit per direction, that are threes under renju's recursive rule. */
PER_LEVEL unsigned gomoku_real_threes(struct gomoku_position *position, int square,
                                      enum gomoku_colour colour, unsigned threes);

#endif
