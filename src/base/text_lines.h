/* SPDX-License-Identifier: MIT */
/* The lines of a text file, whole: a line that is too long is an error, and never becomes two. */
#ifndef BASE_TEXT_LINES_H
#define BASE_TEXT_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "error.h"

/* The longest line, in bytes, its end not counted. */
#define TEXT_LINE_LIMIT (1 << 20)

/* A file that is being read. Zeroed memory and a file are its beginning. */
struct text_lines {
    FILE *file;
    long number; /* of the line that was read last, from 1 */
    char *text;
    size_t room;
};

/* The next line, without its end (LF, CRLF or CR) and without a byte order mark before it; it may
 * be changed and lives until the next call. False at the end of the file, where `error` is "", and
 * where a line is too long, is no text or cannot be read: "12: a byte 0; expected text". */
bool text_lines_next(struct text_lines *lines, char **line, struct error *error);

/* Frees the memory; the file stays open. */
void text_lines_finish(struct text_lines *lines);

#endif
