/* SPDX-License-Identifier: MIT */
/* Portable Game Notation. */
#ifndef FILES_PGN_H
#define FILES_PGN_H

#include "cursor.h"
#include "game_walk.h"
#include "saved_game.h"

/* The next game of a text; a damaged one ends where the next one begins. False at the end. */
bool pgn_next(struct cursor *text, struct cursor *game);

/* Reads the main line of the first game of a text. `preferred` is the game where the text does not
 * tell; it must be one that PGN can hold, otherwise the first such game is meant. Refuses with the
 * line where something is wrong. */
bool pgn_read(const struct cursor *text, const struct game *preferred, struct saved_game *saved,
              struct error *error);

/* Adds the tags that tell the start and the variant (SetUp, FEN, Variant), where the game needs
 * them and they are not there. */
void pgn_add_start_tags(struct saved_game *saved);

/* Appends a game: its tags, those that every game has first, its moves and its result. Marks are
 * glyphs ("$2"), remarks whole comments ("{+0.31/12 0.052s}"), and comments plain text. */
void pgn_write(const struct saved_game *saved, const struct game_notes *notes, struct buffer *out);

#endif
