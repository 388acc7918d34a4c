/* SPDX-License-Identifier: MIT */
/* The rules of xiangqi beyond the position, and the functions that the files of the folder
 * share. */
#ifndef XIANGQI_RULES_H
#define XIANGQI_RULES_H

#include "level.h"
#include "look.h"
#include "position.h"

enum xiangqi_setting { XIANGQI_SKILL, XIANGQI_SETTINGS };

/* Whether neither side has a piece left that can cross the river. */
PER_LEVEL bool xiangqi_is_dead(const struct xiangqi_position *position);
/* Plies back to the position that makes the repetition: the second earlier occurrence, or the first
 * one that is less than `recent` plies back; 0 if there is none. */
PER_LEVEL int xiangqi_repetition(const struct xiangqi_position *position, int recent);
/* The result of a repetition for the side to move: 1 is a win, -1 a loss, 0 a draw. */
PER_LEVEL int xiangqi_judge(const struct xiangqi_position *position, int plies);

/* Adds the legal moves to squares of a set. */
PER_LEVEL void xiangqi_generate_to(const struct xiangqi_position *position, board_set targets,
                                   struct move_list *list);
/* The number of legal moves. */
PER_LEVEL int xiangqi_count_moves(const struct xiangqi_position *position);

/* evaluate.c */
PER_LEVEL_DATA const int xiangqi_values[KINDS]; /* centipawns, for exchanges */

/* text.c */
extern const char xiangqi_letters[];

/* notation.c: reads a legal move in the notations of ICCS and WXF. */
bool xiangqi_parse_notation(const void *position, const char *text, move_t *move);

#define GAME       xiangqi
#define GAME_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
#include "contract.h"

#endif
