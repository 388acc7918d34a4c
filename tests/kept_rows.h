/* SPDX-License-Identifier: MIT */
/* Rows of a program's database that must outlive the program: they are remembered when it was
 * killed, and looked for when it was killed again. */
#ifndef TESTS_KEPT_ROWS_H
#define TESTS_KEPT_ROWS_H

#include "buffer.h"

struct kept_rows {
    struct buffer text; /* a line each */
    int count;
};

/* Reads the database with a query of one column of text without line ends. Ends the test if a row
 * that was there before is not there as it was. */
void kept_rows_look(struct kept_rows *rows, const char *path, const char *query);

void kept_rows_forget(struct kept_rows *rows);

#endif
