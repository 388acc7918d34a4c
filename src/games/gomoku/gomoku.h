/* SPDX-License-Identifier: MIT */
/* What gomoku offers to game.c: its settings by their index, its look and its search. */
#ifndef GOMOKU_GOMOKU_H
#define GOMOKU_GOMOKU_H

#include "level.h"
#include "look.h"
#include "search.h"

enum gomoku_setting { GOMOKU_SIZE, GOMOKU_RULE, GOMOKU_SKILL, GOMOKU_SETTINGS };

extern const struct search_method LEVEL_NAME(gomoku_search);

/* look.c */
extern const struct look gomoku_look;
void gomoku_look_board(const void *position, struct look_board *board);

#endif
