/* SPDX-License-Identifier: MIT */
/* Lists of rows on the command line and in files. */
#ifndef CONFORM_ROW_LIST_H
#define CONFORM_ROW_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

/* A set of rows: bit N is row N. */
typedef uint64_t row_set_t;

/* Adds the rows of a list such as "1,3,5-9", which is changed, to a set. An error begins with
 * `name`. */
bool row_list_read(const char *name, char *list, row_set_t *rows, struct error *error);

/* Adds the rows that a file names: each line has a row's number and, after a blank, a remark.
 * Empty lines and lines that begin with '#' are ignored. An error begins with the file and the
 * line. */
bool row_list_read_file(const char *path, row_set_t *rows, struct error *error);

/* True if a set has a row. */
bool row_list_has(row_set_t rows, int row);

#endif
