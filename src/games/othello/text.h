/* SPDX-License-Identifier: MIT */
/* Positions and moves in text, and the picture of the board. The contracts are those of struct
 * game. */
#ifndef OTHELLO_TEXT_H
#define OTHELLO_TEXT_H

#include "game.h"
#include "position.h"

bool othello_parse_fen(const struct game_settings *settings, const char *fen, void *position,
                       struct error *error);
void othello_format_fen(const void *position, struct buffer *out);
bool othello_parse_move(const void *position, const char *text, move_t *move, struct error *error);
void othello_format_move(const void *position, move_t move, struct buffer *out);
void othello_draw(const void *position, struct buffer *out);

#endif
