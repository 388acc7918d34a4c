/* Patterns for one line of an engine's output: text that stands for itself, and in braces what
 * varies.
 *
 *     {int}      a whole number, perhaps negative       {3..10}   one from 3 to 10
 *     {word}     one or more bytes other than blanks    {a1|b2|}  one of these texts, here perhaps
 * none {rest}     what is left of the line, perhaps nothing
 *     {{         one opening brace
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
