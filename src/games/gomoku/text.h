/* SPDX-License-Identifier: MIT */
/* Positions and moves in text, refusals of illegal moves, and the picture of the board. The
 * contracts are those of struct game where nothing else is said. */
#ifndef GOMOKU_TEXT_H
#define GOMOKU_TEXT_H

#include "game.h"
#include "position.h"

bool gomoku_parse_fen(const struct game_settings *settings, const char *fen, void *position,
                      struct error *error);
void gomoku_format_fen(const void *position, struct buffer *out);
bool gomoku_parse_move(const void *position, const char *text, move_t *move, struct error *error);
void gomoku_format_move(const void *position, move_t move, struct buffer *out);
void gomoku_draw(const void *position, struct buffer *out);

/* Reads a square of the board. The reason of a refusal does not name the text. */
bool gomoku_parse_square(const struct gomoku_position *position, const char *text, int *square,
                         struct error *error);
void gomoku_format_square(int square, struct buffer *out);

/* Whether the side to move may play on this square of the board; if not, the reason, which for a
 * forbidden move names the lines. The position is changed for a moment and comes back as it was. */
bool gomoku_check_move(struct gomoku_position *position, int square, struct error *error);

#endif
