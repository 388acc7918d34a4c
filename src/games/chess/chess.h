/* SPDX-License-Identifier: MIT */
/* What chess offers to game.c: its settings by their index, its look and its search. */
#ifndef CHESS_CHESS_H
#define CHESS_CHESS_H

#include "level.h"
#include "look.h"
#include "search.h"

enum chess_setting {
    CHESS_960,
    CHESS_LIMIT_STRENGTH,
    CHESS_ELO,
    CHESS_SKILL,
    CHESS_USE_NETWORK,
    CHESS_OWN_BOOK,
    CHESS_BOOK_FILE,
    CHESS_SETTINGS
};

extern const struct search_method LEVEL_NAME(chess_search);

/* look.c */
extern const struct look chess_look;
void chess_look_board(const void *position, struct look_board *board);

#endif
