/* SPDX-License-Identifier: MIT */
/* Reads files. Only regular files are opened: opening or reading a named pipe could block. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "error.h"

/* Opens a regular file for reading. Returns its descriptor and its length in bytes, or -1 and an
 * error. */
int regular_file_open(const char *path, size_t *bytes, struct error *error);

/* Reads `length` bytes from `offset` on. Returns false if the file has fewer bytes or cannot be
 * read. A file whose name a client chose is read rather than mapped, so that truncating it at the
 * same time does not end the program with SIGBUS. */
bool regular_file_read(int file, size_t offset, void *bytes, size_t length);

/* Opens the file that an option named, for reading, if it can hold secrets: refuses a file that
 * others can read or change, or that its group can change. Modes 600 and 640 are accepted. */
FILE *private_file_open(const char *option, const char *path, struct error *error);

/* The longest line of a text, in bytes, without its end. */
#define TEXT_LINE_LIMIT (1 << 20)

/* A text file that is being read in whole lines. A line that is too long is an error and is never
 * split in two. Set `file`, and the other members to zero. */
struct text_lines {
    FILE *file;
    long number; /* of the line that was read last, from 1 */
    char *text;
    size_t room;
};

/* Reads the next line, without its end (LF, CRLF or CR) and without a byte order mark before it.
 * The caller may change the line, which is valid until the next call. Returns false at the end of
 * the file, with an `error` of "", and if a line is too long, is not text or cannot be read: "12: a
 * byte 0; expected text". Reading does not go on behind an error: the rest of a line that is too
 * long may be endless. */
bool text_lines_next(struct text_lines *lines, char **line, struct error *error);

/* Frees the memory; the file stays open. */
void text_lines_finish(struct text_lines *lines);

/* Handles a line, which it may change, and its number, from 1. Returns false and the reason to end
 * the reading. */
typedef bool text_line_t(void *opaque, char *line, long number, struct error *error);

/* Calls `read` for every line of a file. Returns false and an error that continues "FILE:":
 * "12: REASON" for a line, and " REASON" if the file cannot be opened. */
bool text_file_read(const char *path, text_line_t *read, void *opaque, struct error *error);

/* The same for a file that is open and stays open. */
bool text_lines_read(FILE *file, text_line_t *read, void *opaque, struct error *error);

#endif
