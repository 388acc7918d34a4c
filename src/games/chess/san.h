/* SPDX-License-Identifier: MIT */
/* Moves in standard algebraic notation, for the functions of look.h. */
#ifndef CHESS_SAN_H
#define CHESS_SAN_H

#include "game.h"

void chess_format_san(const void *position, move_t move, struct buffer *out);
bool chess_parse_san(const void *position, const char *text, move_t *move);

#endif
