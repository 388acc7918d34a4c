/* SPDX-License-Identifier: MIT */
/* What a line can go on with: commands, games and their parameters, options and their values, legal
 * moves. Each comes from the tables that the commands themselves use. */
#ifndef SERVER_COMPLETION_H
#define SERVER_COMPLETION_H

#include <stddef.h>

#include "buffer.h"
#include "engine.h"

/* The words with which `line` may go on, a line each, in the place of its last `typed` characters.
 * None of them contains a line end. */
struct completion {
    size_t typed;
    int count;
    struct buffer words;
};

/* Finds the words for a line that begins so, for an engine in this state. */
void completion_find(struct completion *completion, const struct engine *engine, const char *line);

void completion_finish(struct completion *completion);

/* The characters that the words have in common, regardless of case; of the first word. */
size_t completion_common(const struct completion *completion);

#endif
