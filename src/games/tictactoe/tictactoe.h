/* SPDX-License-Identifier: MIT */
/* What the files of the folder offer to the table in game.c. The contracts are those of struct
 * game.
 */
#ifndef TICTACTOE_TICTACTOE_H
#define TICTACTOE_TICTACTOE_H

#include "look.h"
#include "position.h"

enum tictactoe_setting { TICTACTOE_SKILL, TICTACTOE_SETTINGS };

/* moves.c */
void tictactoe_legal_moves(const void *position, struct move_list *list);
uint64_t tictactoe_perft(void *position, int depth, struct search *search);

/* evaluate.c */
score_t tictactoe_evaluate(const struct tictactoe_position *position);
void tictactoe_explain(const void *position, struct buffer *out);

/* text.c */
bool tictactoe_parse_fen(const struct game_settings *settings, const char *fen, void *position,
                         struct error *error);
void tictactoe_format_fen(const void *position, struct buffer *out);
bool tictactoe_parse_move(const void *position, const char *text, move_t *move,
                          struct error *error);
void tictactoe_format_move(const void *position, move_t move, struct buffer *out);
void tictactoe_draw(const void *position, struct buffer *out);

/* search.c */
extern const struct search_method tictactoe_search;

/* look.c */
extern const struct look tictactoe_look;
void tictactoe_look_board(const void *position, struct look_board *board);

#endif
