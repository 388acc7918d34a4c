/* SPDX-License-Identifier: MIT */
/* An error message for a person: what was wrong, where, and what was expected. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

#include "compiler.h"

struct error {
    char text[320]; /* one line of printable UTF-8 without a line end; "" is no error */
};

/* Writes the message. A message that is too long is truncated between two characters. A control
 * character, and a byte that is not UTF-8, becomes '?'. Always returns false, so that a function
 * can end with `return error_set(...)`. If `error` is NULL, does nothing else. */
bool error_set(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
