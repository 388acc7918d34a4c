/* SPDX-License-Identifier: MIT */
/* Completes a line: commands, games and their parameters, options and their values, legal moves.
 * They come from the same tables that the commands use. */
#ifndef SERVER_COMPLETION_H
#define SERVER_COMPLETION_H

#include <stddef.h>

#include "buffer.h"
#include "engine.h"

/* The completions, one on each line. Each replaces the last `typed` characters of the line, and
 * none contains a line end. */
struct completion {
    size_t typed;
    int count;
    struct buffer words;
};

/* Finds the completions of the line, for an engine in its current state. */
void completion_find(struct completion *completion, const struct engine *engine, const char *line);

void completion_finish(struct completion *completion);

/* Returns the length of the prefix that all completions share, ignoring case. */
size_t completion_common(const struct completion *completion);

#endif
