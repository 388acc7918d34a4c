/* SPDX-License-Identifier: MIT */
/* What the files of the folder offer to the table in game.c. */
#ifndef OTHELLO_OTHELLO_H
#define OTHELLO_OTHELLO_H

#include "level.h"
#include "look.h"
#include "position.h"
#include "search.h"

enum othello_setting { OTHELLO_SIZE, OTHELLO_SKILL, OTHELLO_SETTINGS };

extern const struct search_method LEVEL_NAME(othello_search);

/* look.c */
extern const struct look othello_look;
void othello_look_board(const void *position, struct look_board *board);

#endif
