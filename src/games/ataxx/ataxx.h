/* SPDX-License-Identifier: MIT */
/* What the files of the folder offer to the table in game.c. The contracts are those of struct
 * game.
 */
#ifndef ATAXX_ATAXX_H
#define ATAXX_ATAXX_H

#include "level.h"
#include "look.h"
#include "position.h"

enum ataxx_setting { ATAXX_BLOCKED, ATAXX_SKILL, ATAXX_SETTINGS };

/* rules.c */
extern const char *const ataxx_blocked_names[];
void ataxx_start(const struct game_settings *settings, void *position);
enum game_result ataxx_result(const void *position);

/* moves.c */
PER_LEVEL void ataxx_legal_moves(const void *position, struct move_list *list);
PER_LEVEL uint64_t ataxx_perft(void *position, int depth, struct search *search);

/* evaluate.c */
PER_LEVEL score_t ataxx_evaluate(const struct ataxx_position *position);
PER_LEVEL void ataxx_explain(const void *position, struct buffer *out);

/* text.c */
bool ataxx_parse_fen(const struct game_settings *settings, const char *fen, void *position,
                     struct error *error);
void ataxx_format_fen(const void *position, struct buffer *out);
bool ataxx_parse_move(const void *position, const char *text, move_t *move, struct error *error);
void ataxx_format_move(const void *position, move_t move, struct buffer *out);
void ataxx_draw(const void *position, struct buffer *out);

/* search.c */
extern const struct search_method LEVEL_NAME(ataxx_search);

/* look.c */
extern const struct look ataxx_look;
void ataxx_look_board(const void *position, struct look_board *board);

#endif
