/* SPDX-License-Identifier: MIT */
/* Positions in text: FEN, X-FEN and Shredder-FEN. */
#ifndef CHESS_FEN_H
#define CHESS_FEN_H

#include "position.h"

bool chess_parse_fen(const struct game_settings *settings, const char *fen, void *position,
                     struct error *error);
void chess_format_fen(const void *position, struct buffer *out);

#endif
