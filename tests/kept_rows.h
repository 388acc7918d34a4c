/* SPDX-License-Identifier: MIT */
/* Checks that rows of a database survive when its program is killed: it stores the rows after one
 * kill and looks for them after the next. */
#ifndef TESTS_KEPT_ROWS_H
#define TESTS_KEPT_ROWS_H

#include "buffer.h"

struct kept_rows {
    struct buffer text; /* one row per line */
    int count;
};

/* Reads the database with a query for one column of text without line ends. Fails the test if a row
 * from the previous call is missing or changed. */
void kept_rows_look(struct kept_rows *rows, const char *path, const char *query);

void kept_rows_forget(struct kept_rows *rows);

#endif
