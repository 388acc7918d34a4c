/* SPDX-License-Identifier: MIT */
/* Splits a text into pieces, one for each game or position. A damaged piece does not affect the
 * pieces after it. */
#ifndef FILES_SPLITTER_H
#define FILES_SPLITTER_H

#include "cursor.h"
#include "saved_game.h"

/* How a text is split into pieces. */
enum source_format {
    SOURCE_AUTO,  /* by the file name, otherwise by its beginning */
    SOURCE_PGN,   /* a game with its tags */
    SOURCE_SGF,   /* a game tree, of SGF or GGF */
    SOURCE_LINES, /* a line that is not blank and does not begin with '#' */
    SOURCE_WTHOR  /* a record: see wthor.h, which reads it */
};

/* Returns the format of a file with this name by its ending; SOURCE_AUTO: another one, or none. */
enum source_format splitter_format_of(const char *name);

/* Guesses the format of a text from its beginning: "[Event ...", "; a comment" and "1. e4" are
 * PGN. */
enum source_format splitter_guess(const struct cursor *text);

/* Rejects a file that is not text: UTF-16, or any zero byte. */
bool splitter_check(const struct cursor *text, struct error *error);

/* Finds the next piece of a text and moves past it; false at the end. */
bool splitter_next(enum source_format format, struct cursor *text, struct cursor *piece);

/* Reads a piece of PGN, SGF or GGF as a game. `preferred` is the game to assume if PGN does not
 * name one. An error gives the reason, and the line if one is at fault. */
bool splitter_read(enum source_format format, const struct cursor *piece,
                   const struct game *preferred, struct saved_game *saved, struct error *error);

#endif
