/* SPDX-License-Identifier: MIT */
/* Completion of a line: commands, games and their parameters, options and their values, legal
 * moves. All come from the tables that the commands use. */
#ifndef SERVER_COMPLETION_H
#define SERVER_COMPLETION_H

#include <stddef.h>

#include "buffer.h"
#include "engine.h"

/* The words that complete a line, one a line, in the place of its last `typed` characters. None of
 * them contains a line end. */
struct completion {
    size_t typed;
    int count;
    struct buffer words;
};

/* Finds the words that complete the line, for an engine in its present state. */
void completion_find(struct completion *completion, const struct engine *engine, const char *line);

void completion_finish(struct completion *completion);

/* Returns the number of characters that the words have in common, regardless of case, in the first
 * word. */
size_t completion_common(const struct completion *completion);

#endif
