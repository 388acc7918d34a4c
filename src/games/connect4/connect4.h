/* SPDX-License-Identifier: MIT */
/* What Connect Four offers to game.c: its settings by their index, its look and its search. */
#ifndef CONNECT4_CONNECT4_H
#define CONNECT4_CONNECT4_H

#include "level.h"
#include "look.h"
#include "search.h"

enum connect4_setting { CONNECT4_OWN_BOOK, CONNECT4_BOOK_FILE, CONNECT4_SKILL, CONNECT4_SETTINGS };

extern const struct search_method LEVEL_NAME(connect4_search);

/* look.c */
extern const struct look connect4_look;
void connect4_look_board(const void *position, struct look_board *board);

#endif
