/* SPDX-License-Identifier: MIT */
/* Reads Smart Game Format: the main line of a text's first game. */
#ifndef FILES_READ_SGF_H
#define FILES_READ_SGF_H

#include "saved_game.h"

/* Whether the game can be written as SGF and read again: its moves are single squares. */
bool read_sgf_fits(const struct game *game);

/* The text tells the game (GM), its size (SZ) and its rules (RU). Stones that stand on the board
 * before the first move (AB, AW) are read as moves made in turn. */
bool read_sgf(const char *text, struct saved_game *saved, struct error *error);

#endif
