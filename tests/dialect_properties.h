/* SPDX-License-Identifier: MIT */
/* Properties that every dialect keeps, checked over random values and random bytes. */
#ifndef TESTS_DIALECT_PROPERTIES_H
#define TESTS_DIALECT_PROPERTIES_H

#include "dialect.h"

/* A command or an event that is written and read again is the same one. */
void check_commands_survive_the_wire(const struct dialect *dialect, int count);
void check_events_survive_the_wire(const struct dialect *dialect, bool says_ponder, int count);

/* Whatever the line, reading it ends with a value or a reason; both are written as whole lines of
 * printable ASCII; and what was read is read again as the same. */
void check_noise_is_harmless(const struct dialect *dialect, int count);

/* Every line of the dialect's command table, with none, one or two of its words missing or replaced
 * by wrong ones, is read with a value or a reason. */
void check_damaged_lines_are_answered(const struct dialect *dialect);

/* Reads `line` as a command and compares it, written again, with `expected` (no line end); for a
 * line that is wrong `expected` is "error: " and the whole reason. The same for events. */
void check_command_line(const struct dialect *dialect, const char *line, const char *expected);
void check_event_line(const struct dialect *dialect, const char *line, const char *expected);

#endif
