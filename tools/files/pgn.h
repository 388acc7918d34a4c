/* SPDX-License-Identifier: MIT */
/* Portable Game Notation. */
#ifndef FILES_PGN_H
#define FILES_PGN_H

#include "cursor.h"
#include "game_walk.h"
#include "saved_game.h"

/* Finds the next game of a text; false at the end. A damaged game ends where the next one
 * begins. */
bool pgn_next(struct cursor *text, struct cursor *game);

/* Reads the first game of a text: the moves of its main line, and the rest as annotations.
 * `preferred` is the game to assume if the text does not name one; if PGN cannot hold it, the first
 * game that PGN can hold is assumed. An error names the line. */
bool pgn_read(const struct cursor *text, const struct game *preferred, struct saved_game *saved,
              struct error *error);

/* Finds the game, and the settings under which it has this value of the tag Variant in any usual
 * spelling ("fischerandom", "chess 960"). */
bool pgn_find_variant(const char *variant, const struct game **game,
                      struct game_settings *settings);

/* Adds the tags for the start and the variant (SetUp, FEN, Variant) if the game needs them and they
 * are missing. */
void pgn_add_start_tags(struct saved_game *saved);

/* Reads a word that gives the result: "1-0", "1/2", "*" (RESULT_NONE). False if it is another
 * word. */
bool pgn_read_result(const char *word, size_t length, enum game_result *result);

/* Returns the result as a word: "1-0", "0-1", "1/2-1/2", "*". */
const char *pgn_result_name(enum game_result result);

/* Appends a game: its tags (the seven tag roster first), its moves and its result. Marks are glyphs
 * ("$2"), remarks are whole comments ("{+0.31/12 0.052s}"), comments are plain text. */
void pgn_write(const struct saved_game *saved, const struct game_notes *notes, struct buffer *out);

#endif
