/* SPDX-License-Identifier: MIT */
/* Moves in text, and the picture of the board. */
#ifndef CHESS_TEXT_H
#define CHESS_TEXT_H

#include "position.h"

bool chess_parse_move(const void *position, const char *text, move_t *move, struct error *error);
void chess_format_move(const void *position, move_t move, struct buffer *out);
void chess_draw(const void *position, struct buffer *out);

#endif
