/* SPDX-License-Identifier: MIT */
/* Patterns for one line of an engine's output. Text stands for itself; what varies is in braces:
 *
 *     {int}       a whole number, perhaps negative
 *     {3..10}     a whole number from 3 to 10
 *     {word}      one or more bytes other than blanks
 *     {a1|b2|c3}  one of these texts; an empty one may be among them
 *     {rest}      what is left of the line, perhaps nothing
 *     {{          an opening brace
 */
#ifndef PROTOCOL_PATTERN_H
#define PROTOCOL_PATTERN_H

#include <stdbool.h>

#include "error.h"

/* Whether all of `line` is what the pattern, which must be a good one, stands for. */
bool pattern_matches(const char *pattern, const char *line);

/* Whether `pattern` is a good one; else why not. */
bool pattern_check(const char *pattern, struct error *error);

#endif
