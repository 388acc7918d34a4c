/* SPDX-License-Identifier: MIT */
/* Text of squares, and refusals of illegal moves. */
#ifndef GOMOKU_TEXT_H
#define GOMOKU_TEXT_H

#include "buffer.h"
#include "error.h"
#include "position.h"

/* Reads a square of the board. The reason for a refusal does not include the text. */
bool gomoku_parse_square(const struct gomoku_position *position, const char *text, int *square,
                         struct error *error);
void gomoku_format_square(int square, struct buffer *out);

/* Whether the side to move may play on this square of the board. If not, gives the reason, which
 * names the lines of a forbidden move. */
bool gomoku_check_move(const struct gomoku_position *position, int square, struct error *error);

#endif
