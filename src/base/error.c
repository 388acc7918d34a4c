/* SPDX-License-Identifier: MIT */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct error *error, const char *format, ...)
{
    if (!error) {
        return false;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    for (char *at = error->text; *at; at++) {
        if (*at < ' ' || *at > '~') {
            *at = '?';
        }
    }
    return false;
}
