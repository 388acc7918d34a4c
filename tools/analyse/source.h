/* SPDX-License-Identifier: MIT */
/* Input files, and the games and positions in them as pieces of text: a piece that is damaged does
 * not hide the ones behind it. */
#ifndef ANALYSE_SOURCE_H
#define ANALYSE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* How a file is cut into pieces. */
enum source_format {
    SOURCE_AUTO,  /* by the file's name, or else by how it begins */
    SOURCE_PGN,   /* a game with its tags */
    SOURCE_SGF,   /* a game tree */
    SOURCE_LINES, /* a line that is not blank and does not begin with '#' */
};

struct source {
    const char *name; /* as errors and outputs call it */
    enum source_format format;
    char *text; /* not ended by NUL */
    size_t length;
    bool mapped; /* the text is the file itself */
};

struct piece {
    const char *text;
    size_t length;
    int line; /* of the file, from 1 */
};

/* Where the next piece is looked for; zeroed memory and a source are the beginning. */
struct splitter {
    const struct source *source;
    size_t at;
    int line; /* line ends before `at` */
};

/* Reads a file; "-" is standard input. */
bool source_open(struct source *source, const char *path, enum source_format format,
                 struct error *error);
void source_close(struct source *source);

/* Sums the content up, on top of the sum of the sources before it. */
uint64_t source_checksum(const struct source *source, uint64_t before);

/* The next piece; false at the end. */
bool splitter_next(struct splitter *splitter, struct piece *piece);

#endif
