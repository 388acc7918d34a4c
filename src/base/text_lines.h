/* SPDX-License-Identifier: MIT */
/* Reads whole lines of a text file. A line that is too long is an error and is never split in
 * two. */
#ifndef BASE_TEXT_LINES_H
#define BASE_TEXT_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "error.h"

/* The longest line, in bytes, without its end. */
#define TEXT_LINE_LIMIT (1 << 20)

/* A file that is being read. Set `file`, and the other members to zero. */
struct text_lines {
    FILE *file;
    long number; /* of the line that was read last, from 1 */
    char *text;
    size_t room;
};

/* Reads the next line, without its end (LF, CRLF or CR) and without a byte order mark before it.
 * The caller may change the line, which is valid until the next call. Returns false at the end of
 * the file, with an `error` of "", and if a line is too long, is not text or cannot be read: "12: a
 * byte 0; expected text". */
bool text_lines_next(struct text_lines *lines, char **line, struct error *error);

/* Frees the memory; the file stays open. */
void text_lines_finish(struct text_lines *lines);

#endif
