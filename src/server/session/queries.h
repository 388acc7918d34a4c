/* SPDX-License-Identifier: MIT */
/* The answers of `query`, one row for each question. An answer is one line of words and keywords.
 * The answers about a game's look are all that a client needs to draw it. */
#ifndef SERVER_QUERIES_H
#define SERVER_QUERIES_H

#include <stdbool.h>

#include "buffer.h"
#include "engine.h"
#include "error.h"

/* Appends the answer to a question, such as "result" or "game gomoku"; refuses an unknown one. */
bool queries_answer(const struct engine *engine, const char *question, struct buffer *answer,
                    struct error *error);

/* Returns the first word of question `index`, counted from 0; NULL past the last. */
const char *queries_name(int index);

/* Appends the questions and their arguments, separated by `separator`, with `last` before the last
 * one. */
void queries_list(const char *separator, const char *last, struct buffer *out);

#endif
