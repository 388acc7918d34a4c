/* SPDX-License-Identifier: MIT */
/* Static exchange evaluation: what captures on one square gain, each side taking with its least
 * valuable piece as long as that pays (CPW, "SEE - The Swap Algorithm"). Cannons gain and lose
 * their screens as the pieces go. */
#ifndef XIANGQI_SEE_H
#define XIANGQI_SEE_H

#include "position.h"
#include "score.h"

/* Whether the move, and the captures after it on its target, gain the mover `margin` centipawns or
 * more. Pins are not looked at. */
PER_LEVEL bool xiangqi_see_ge(const struct xiangqi_position *position, move_t move, score_t margin);

#endif
