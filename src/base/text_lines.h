/* SPDX-License-Identifier: MIT */
/* Reads a text file line by line. A line is read whole or not at all. */
#ifndef BASE_TEXT_LINES_H
#define BASE_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "error.h"

/* The longest line of a configuration file, in bytes, without its end. */
#define TEXT_LINE_BYTES 4096

struct text_lines {
    FILE *file;
    const char *name; /* of the file, for errors */
    int number;       /* of the line read last, counted from 1 */
    char text[TEXT_LINE_BYTES + 1];
};

enum text_line_status {
    TEXT_LINE_READY,
    TEXT_LINE_END,    /* of the file */
    TEXT_LINE_REFUSED /* too long, or not text: the error names file and line */
};

/* Reads the next line into `text`, without its LF or CRLF. A byte order mark at the start of the
 * file is skipped. */
enum text_line_status text_lines_next(struct text_lines *lines, struct error *error);

#endif
