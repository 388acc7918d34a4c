/* SPDX-License-Identifier: MIT */
/* An error that a person is told: what was wrong, where, and what would be right. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

#include "compiler.h"

struct error {
    char text[320]; /* one line, printable ASCII, no line end; "" is no error */
};

/* Writes the message, cut to fit, any byte that is not printable ASCII shown as '?'.
 * Always returns false, so that a function can end with `return error_set(...)`.
 * A null `error` is allowed: nobody is told. */
bool error_set(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
