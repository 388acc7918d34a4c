/* SPDX-License-Identifier: MIT */
/* The games and positions in a text, as pieces: a piece that is damaged does not hide the ones
 * behind it. */
#ifndef FILES_SPLITTER_H
#define FILES_SPLITTER_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

/* How a text is cut into pieces. */
enum source_format {
    SOURCE_AUTO,  /* by the file's name, or else by how it begins */
    SOURCE_PGN,   /* a game with its tags */
    SOURCE_SGF,   /* a game tree, of SGF or GGF */
    SOURCE_LINES, /* a line that is not blank and does not begin with '#' */
};

struct piece {
    const char *text;
    size_t length;
    int line; /* of the text, from 1 */
};

/* A text, and where the next piece is looked for: at its beginning, if the rest is zeroed. */
struct splitter {
    enum source_format format;
    const char *text; /* not ended by NUL */
    size_t length, at;
    int line; /* line ends before `at` */
};

/* The format of a text, by how it begins: "[Event ...", "; a comment", "1. e4" are PGN. */
enum source_format splitter_guess(const char *text, size_t length);

/* Refuses what is no text: UTF-16, and bytes of 0. `line` is that of the first byte. */
bool splitter_check(const char *text, size_t length, int line, struct error *error);

/* The next piece; false at the end. */
bool splitter_next(struct splitter *splitter, struct piece *piece);

#endif
