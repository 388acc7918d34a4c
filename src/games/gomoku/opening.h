/* SPDX-License-Identifier: MIT */
/* The first two stones, about which a search of any length finds too little. */
#ifndef GOMOKU_OPENING_H
#define GOMOKU_OPENING_H

#include "game.h"
#include "position.h"

/* The maximum distance of the first stone from the middle, in points. */
#define GOMOKU_OPENING_DISTANCE 2

/* Implements `correct` of game.h: the first stone stands at most GOMOKU_OPENING_DISTANCE points
 * from the middle, otherwise it is moved to the middle. The second stone stands next to the first,
 * otherwise it is moved to the adjacent point nearest to the middle. This applies to all levels and
 * rules. */
bool gomoku_correct(const struct gomoku_position *position, const struct game_settings *settings,
                    struct search_line *line);

#endif
