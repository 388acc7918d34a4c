/* SPDX-License-Identifier: MIT */
#include "bar.h"

/* The width of the bar in characters. */
#define BAR_WIDTH 20

void bar_format(int64_t done, int64_t all, struct buffer *out)
{
    int full = (int)(done * BAR_WIDTH / (all ? all : 1));
    buffer_putc(out, '[');
    for (int i = 0; i < BAR_WIDTH; i++) {
        buffer_putc(out, i < full ? '#' : '.');
    }
    buffer_puts(out, "] ");
}

void bar_format_duration(int64_t seconds, struct buffer *out)
{
    if (seconds >= 3600) {
        buffer_printf(out, "%lld:%02lld:%02lld", (long long)(seconds / 3600),
                      (long long)(seconds / 60 % 60), (long long)(seconds % 60));
    } else {
        buffer_printf(out, "%lld:%02lld", (long long)(seconds / 60), (long long)(seconds % 60));
    }
}
