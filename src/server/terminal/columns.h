/* SPDX-License-Identifier: MIT */
/* Words in columns, as wide as the terminal. */
#ifndef SERVER_COLUMNS_H
#define SERVER_COLUMNS_H

#include "buffer.h"

/* Words beyond these are counted alone. */
#define COLUMNS_WORDS 400

/* The columns of the terminal on standard output; 80 where it does not tell. */
int columns_of_terminal(void);

/* Appends the words, a line each, in columns of equal width, line by line. */
void columns_put(const char *words, struct buffer *out);

#endif
