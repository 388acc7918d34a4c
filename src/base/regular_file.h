/* SPDX-License-Identifier: MIT */
/* A file whose name comes from a client: never waited for, as a named pipe without a writer would
 * be, and read by calls rather than mapped into memory, so that who shortens it meanwhile does not
 * end the program (SIGBUS). */
#ifndef BASE_REGULAR_FILE_H
#define BASE_REGULAR_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

/* A descriptor to read a regular file from, and its length in bytes; -1 and the reason. */
int regular_file_open(const char *path, size_t *bytes, struct error *error);

/* Reads `length` bytes from `offset` on; false if they are not all there. */
bool regular_file_read(int file, size_t offset, void *bytes, size_t length);

#endif
