/* SPDX-License-Identifier: MIT */
/* Words in columns, as wide as the terminal. */
#ifndef SERVER_COLUMNS_H
#define SERVER_COLUMNS_H

#include "buffer.h"

/* More words are only counted. */
#define COLUMNS_WORDS 400

/* Returns the columns of the terminal on standard output; 80 if it does not tell. */
int columns_of_terminal(void);

/* Appends the words, which are given one a line, in columns of equal width, row by row. */
void columns_put(const char *words, struct buffer *out);

#endif
