/* SPDX-License-Identifier: MIT */
/* What the files of the folder offer to the table in game.c. The contracts are those of struct
 * game. */
#ifndef XIANGQI_XIANGQI_H
#define XIANGQI_XIANGQI_H

#include "level.h"
#include "look.h"
#include "position.h"

enum xiangqi_setting { XIANGQI_SKILL, XIANGQI_SETTINGS };

/* rules.c */
PER_LEVEL void xiangqi_start(const struct game_settings *settings, void *position);
PER_LEVEL enum game_result xiangqi_result(const void *position);
/* Whether neither side has a piece left that crosses the river. */
PER_LEVEL bool xiangqi_is_dead(const struct xiangqi_position *position);
/* Plies back to the position that makes the repetition: the second earlier one, or the first one
 * that is less than `recent` plies back; 0: there is none. */
PER_LEVEL int xiangqi_repetition(const struct xiangqi_position *position, int recent);
/* What a repetition is worth to the side to move: 1 it wins, -1 it loses, 0 a draw. */
PER_LEVEL int xiangqi_judge(const struct xiangqi_position *position, int plies);

/* moves.c */
/* The legal moves to squares of a set. */
PER_LEVEL void xiangqi_generate(const struct xiangqi_position *position, board_set targets,
                                struct move_list *list);
PER_LEVEL bool xiangqi_has_move(const struct xiangqi_position *position);
PER_LEVEL bool xiangqi_is_legal(const struct xiangqi_position *position, move_t move);
PER_LEVEL void xiangqi_legal_moves(const void *position, struct move_list *list);
PER_LEVEL uint64_t xiangqi_perft(void *position, int depth, struct search *search);

/* evaluate.c */
PER_LEVEL_DATA const int xiangqi_values[KINDS]; /* centipawns, of an exchange */
PER_LEVEL score_t xiangqi_evaluate(const struct xiangqi_position *position);
PER_LEVEL void xiangqi_explain(const void *position, struct buffer *out);

/* text.c */
extern const char xiangqi_letters[];
bool xiangqi_parse_fen(const struct game_settings *settings, const char *fen, void *position,
                       struct error *error);
void xiangqi_format_fen(const void *position, struct buffer *out);
bool xiangqi_parse_move(const void *position, const char *text, move_t *move, struct error *error);
void xiangqi_format_move(const void *position, move_t move, struct buffer *out);
void xiangqi_draw(const void *position, struct buffer *out);

/* search.c */
extern const struct search_method LEVEL_NAME(xiangqi_search);

/* look.c */
extern const struct look xiangqi_look;
void xiangqi_look_board(const void *position, struct look_board *board);

#endif
