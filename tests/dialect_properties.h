/* SPDX-License-Identifier: MIT */
/* Properties of every dialect, checked with random values and random bytes. */
#ifndef TESTS_DIALECT_PROPERTIES_H
#define TESTS_DIALECT_PROPERTIES_H

#include "dialect.h"

/* A command or an event stays the same when it is formatted and parsed. */
void check_commands_survive_the_wire(const struct dialect *dialect, int count);
void check_events_survive_the_wire(const struct dialect *dialect, bool says_ponder, int count);

/* Parsing any line gives a value or an error. Both can be formatted as complete lines of printable
 * ASCII, and a value stays the same when it is formatted and parsed. */
void check_noise_is_harmless(const struct dialect *dialect, int count);

/* Every line of the dialect's command table, with one or two words missing or replaced by wrong
 * ones, is parsed as a value or an error. */
void check_damaged_lines_are_answered(const struct dialect *dialect);

/* Parses `line` as a command, formats it and compares the result with `expected` (without line
 * end). If the line is wrong, `expected` is "error: " and the whole reason. The same for
 * events. */
void check_command_line(const struct dialect *dialect, const char *line, const char *expected);
void check_event_line(const struct dialect *dialect, const char *line, const char *expected);

#endif
