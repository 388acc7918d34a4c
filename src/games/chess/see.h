/* SPDX-License-Identifier: MIT */
/* Static exchange evaluation: the material result of a series of captures on one square, in which
 * each side captures with its least valuable piece and stops when that is better (Chess Programming
 * Wiki, "Static Exchange Evaluation"). It ignores pins. */
#ifndef CHESS_SEE_H
#define CHESS_SEE_H

#include "level.h"
#include "position.h"

/* Whether the exchange that the move begins gains the mover `margin` centipawns or more. */
PER_LEVEL bool chess_see_ge(const struct chess_position *position, move_t move, score_t margin);

#endif
