/* SPDX-License-Identifier: MIT */
/* Reads a file whose name a client chose. Only regular files are opened, since a named pipe without
 * a writer would block. The file is read rather than mapped, so that truncating it at the same time
 * does not end the program with SIGBUS. */
#ifndef BASE_REGULAR_FILE_H
#define BASE_REGULAR_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

/* Opens a regular file for reading. Returns its descriptor and its length in bytes, or -1 and an
 * error. */
int regular_file_open(const char *path, size_t *bytes, struct error *error);

/* Reads `length` bytes from `offset` on. Returns false if the file has fewer bytes or cannot be
 * read. */
bool regular_file_read(int file, size_t offset, void *bytes, size_t length);

#endif
