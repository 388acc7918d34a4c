/* SPDX-License-Identifier: MIT */
/* Corrects the answer of a search by the book. */
#ifndef CONNECT4_CORRECT_H
#define CONNECT4_CORRECT_H

#include "game.h"
#include "position.h"

/* Implements `correct` of game.h: where the book knows the position and the moves after it, a first
 * move that loses value is replaced by the book's line and its exact score, regardless of OwnBook.
 * Weak levels are not corrected. */
bool connect4_correct(const struct connect4_position *position,
                      const struct game_settings *settings, struct search_line *line);

#endif
