/* SPDX-License-Identifier: MIT */
/* A regular expression that selects lines of engines for the comments of PGN. */
#ifndef MATCH_LINE_FILTER_H
#define MATCH_LINE_FILTER_H

#include <regex.h>
#include <stdbool.h>

#include "buffer.h"
#include "error.h"

struct line_filter {
    bool used;
    const char *text;
    regex_t pattern;
};

/* Compiles an extended regular expression of POSIX. */
bool line_filter_read(struct line_filter *filter, const char *pattern, struct error *error);
void line_filter_finish(struct line_filter *filter);

/* If the line matches, replaces the text by it, in a form that fits between the quotes and braces
 * of a comment. */
void line_filter_take(const struct line_filter *filter, const char *line, struct buffer *text);

#endif
