/* SPDX-License-Identifier: MIT */
/* Reads Portable Game Notation: the first game of a text, its main line. */
#ifndef FILES_READ_PGN_H
#define FILES_READ_PGN_H

#include "saved_game.h"

/* `preferred` is the game where the text does not tell; it must be one that PGN can hold, otherwise
 * the first such game is meant. Refuses with the line where something is wrong. */
bool read_pgn(const char *text, const struct game *preferred, struct saved_game *saved,
              struct error *error);

#endif
