/* SPDX-License-Identifier: MIT */
/* The answer of a search against the book. */
#ifndef CONNECT4_CORRECT_H
#define CONNECT4_CORRECT_H

#include "game.h"
#include "position.h"

/* game.h: where the book knows the position and the moves after it, a first move that loses value
 * is replaced by the book's line and its exact score, whatever OwnBook says. Weak levels play as
 * they see. */
bool connect4_correct(const struct connect4_position *position,
                      const struct game_settings *settings, struct search_line *line);

#endif
