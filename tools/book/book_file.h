/* SPDX-License-Identifier: MIT */
/* The common part of the programs that make books. */
#ifndef BOOK_BOOK_FILE_H
#define BOOK_BOOK_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes a new file of `head` and `rest` in the same folder and renames it to `path`, so that an
 * interrupted run leaves a whole file. If that fails, prints the reason and ends the program. */
void book_file_write(const char *path, const void *head, size_t head_bytes, const void *rest,
                     size_t bytes);

/* Ends the program with an error if `path`, where a book is to be written, is a folder. */
void book_file_check(const char *path);

/* Reads the number of an option. If it is none, or not in least .. most, prints so and returns
 * false. */
bool book_number_read(int option, const char *text, uint64_t least, uint64_t most,
                      uint64_t *number);

#endif
