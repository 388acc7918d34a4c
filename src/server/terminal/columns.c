/* SPDX-License-Identifier: MIT */
#include "columns.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DEFAULT_COLUMNS 80

/* The least blanks between two words. */
#define GAP 2

int columns_of_terminal(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                           : DEFAULT_COLUMNS;
}

void columns_put(const char *words, struct buffer *out)
{
    int width = 0, count = 0, shown = 0;
    for (const char *at = words; *at; at += strcspn(at, "\n") + 1) {
        int length = (int)strcspn(at, "\n");
        width = length > width ? length : width;
        count++;
    }
    const int fit = columns_of_terminal() / (width + GAP), each = fit > 0 ? fit : 1;
    for (; *words && shown < COLUMNS_WORDS; words += strcspn(words, "\n") + 1) {
        int length = (int)strcspn(words, "\n");
        bool last = ++shown % each == 0 || shown == count || shown == COLUMNS_WORDS;
        buffer_printf(out, "%.*s", length, words);
        buffer_printf(out, "%*s", last ? 0 : width + GAP - length, "");
        buffer_puts(out, last ? "\n" : "");
    }
    if (count > shown) {
        buffer_printf(out, "and %d more\n", count - shown);
    }
}
