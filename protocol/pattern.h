/* SPDX-License-Identifier: MIT */
/* Patterns for one line of an engine's output. Text matches itself; variable parts are in braces:
 *
 *     {int}       an integer, perhaps negative
 *     {3..10}     an integer from 3 to 10
 *     {word}      one or more bytes other than blanks
 *     {a1|b2|c3}  one of these texts, which may be empty
 *     {rest}      the rest of the line, perhaps empty
 *     {{          an opening brace */
#ifndef PROTOCOL_PATTERN_H
#define PROTOCOL_PATTERN_H

#include <stdbool.h>

#include "error.h"

/* True if the pattern, which must be valid, matches the whole line. */
bool pattern_matches(const char *pattern, const char *line);

/* True if the pattern is valid. Otherwise the error says why not. */
bool pattern_check(const char *pattern, struct error *error);

#endif
