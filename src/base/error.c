/* SPDX-License-Identifier: MIT */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "buffer.h"

bool error_set(struct error *error, const char *format, ...)
{
    if (!error) {
        return false;
    }
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof error->text) {
        error->text[utf8_whole(error->text, sizeof error->text - 1)] = '\0';
    }
    utf8_clean(error->text, strlen(error->text), '?');
    return false;
}
