/* SPDX-License-Identifier: MIT */
/* Static exchange evaluation: what a series of captures on one square comes to when each side takes
 * with its least piece, and stops when that is better (Chess Programming Wiki, "Static Exchange
 * Evaluation"). Pins are not seen. */
#ifndef CHESS_SEE_H
#define CHESS_SEE_H

#include "level.h"
#include "position.h"

/* Whether the exchange that the move begins brings the mover `margin` centipawns or more. */
PER_LEVEL bool chess_see_ge(const struct chess_position *position, move_t move, score_t margin);

#endif
