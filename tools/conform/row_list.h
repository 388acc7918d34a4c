/* SPDX-License-Identifier: MIT */
/* Lists of rows on the command line and in files. */
#ifndef CONFORM_ROW_LIST_H
#define CONFORM_ROW_LIST_H

#include <stdbool.h>

#include "error.h"

/* The numbers of rows are below this. */
#define ROWS_MOST 128

/* A set of rows. */
struct row_set {
    bool any; /* the set is not empty */
    bool has[ROWS_MOST];
};

/* Adds a row, from 1 to ROWS_MOST - 1. */
void row_set_add(struct row_set *rows, int row);

/* Adds the rows of a list such as "1,3,5-9", which is changed, to a set. An error begins with
 * `name`. */
bool row_list_read(const char *name, char *list, struct row_set *rows, struct error *error);

/* Adds the rows that a file names: each line has a row's number and, after a blank, a remark.
 * Empty lines and lines that begin with '#' are ignored. An error begins with the file and the
 * line. */
bool row_list_read_file(const char *path, struct row_set *rows, struct error *error);

#endif
