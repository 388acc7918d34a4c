/* SPDX-License-Identifier: MIT */
/* Static exchange evaluation: the material gain of the captures on one square, in which each side
 * captures with its least valuable piece as long as that gains (CPW, "SEE - The Swap Algorithm").
 * Cannons gain and lose screens as pieces leave the board. */
#ifndef XIANGQI_SEE_H
#define XIANGQI_SEE_H

#include "position.h"
#include "score.h"

/* Whether the move, and the captures after it on its target, gain the mover `margin` centipawns or
 * more. Ignores pins. */
PER_LEVEL bool xiangqi_see_ge(const struct xiangqi_position *position, move_t move, score_t margin);

#endif
