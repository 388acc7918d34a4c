/* SPDX-License-Identifier: MIT */
/* The first two stones, of which a search of any length sees too little. */
#ifndef GOMOKU_OPENING_H
#define GOMOKU_OPENING_H

#include "game.h"
#include "position.h"

/* How far from the middle the first stone may stand, in points. */
#define GOMOKU_OPENING_DISTANCE 2

/* game.h: the first stone stands at most GOMOKU_OPENING_DISTANCE points from the middle, else on
 * it; the second is next to the first, else on the point next to it that is nearest to the middle.
 * So play all levels under every rule. */
bool gomoku_correct(const struct gomoku_position *position, const struct game_settings *settings,
                    struct search_line *line);

#endif
