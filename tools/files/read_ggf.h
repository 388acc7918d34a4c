/* SPDX-License-Identifier: MIT */
/* Reads Generic Game Format: the text's first game. */
#ifndef FILES_READ_GGF_H
#define FILES_READ_GGF_H

#include "saved_game.h"

/* Whether a text in parentheses names its game by a word, as GGF does: GM[Othello]. */
bool read_ggf_is(const char *text);

/* The text tells the game (GM) and the position at its start (BO), from which the size of the board
 * follows. */
bool read_ggf(const char *text, struct saved_game *saved, struct error *error);

#endif
