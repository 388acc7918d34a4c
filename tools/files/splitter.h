/* SPDX-License-Identifier: MIT */
/* The games and positions in a text, as pieces: a piece that is damaged does not hide the ones
 * behind it. */
#ifndef FILES_SPLITTER_H
#define FILES_SPLITTER_H

#include "cursor.h"
#include "saved_game.h"

/* How a text is cut into pieces. */
enum source_format {
    SOURCE_AUTO,  /* by the file's name, or else by how it begins */
    SOURCE_PGN,   /* a game with its tags */
    SOURCE_SGF,   /* a game tree, of SGF or GGF */
    SOURCE_LINES, /* a line that is not blank and does not begin with '#' */
};

/* The format of a text, by how it begins: "[Event ...", "; a comment", "1. e4" are PGN. */
enum source_format splitter_guess(const struct cursor *text);

/* Refuses what is no text: UTF-16, and bytes of 0. */
bool splitter_check(const struct cursor *text, struct error *error);

/* The next piece of a text, and a step behind it; false at the end. */
bool splitter_next(enum source_format format, struct cursor *text, struct cursor *piece);

/* Reads a piece of PGN, SGF or GGF as a game; `preferred` is the game of PGN that does not tell.
 * Refuses with the reason, and with the line where one is at fault. */
bool splitter_read(enum source_format format, const struct cursor *piece,
                   const struct game *preferred, struct saved_game *saved, struct error *error);

#endif
