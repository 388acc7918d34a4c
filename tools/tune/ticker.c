/* SPDX-License-Identifier: MIT */
#include "ticker.h"

#include <stdio.h>
#include <unistd.h>

#include "bar.h"
#include "clock.h"

#define TERMINAL_NS (100 * NS_PER_MS)
#define FILE_NS     (60 * NS_PER_SECOND)

void ticker_begin(struct ticker *ticker, const char *what, int64_t all)
{
    *ticker = (struct ticker){.what = what, .all = all, .began_ns = clock_ns()};
    ticker->is_terminal = isatty(STDERR_FILENO);
    ticker->next_ns = ticker->began_ns + (ticker->is_terminal ? TERMINAL_NS : FILE_NS);
}

static void format(const struct ticker *ticker, int64_t done, int64_t now_ns, struct buffer *out)
{
    const double elapsed = (double)(now_ns - ticker->began_ns) / (double)NS_PER_SECOND;
    const double rate = (double)done / elapsed;
    buffer_printf(out, "%lld", (long long)done);
    if (ticker->all > 0) {
        buffer_printf(out, "/%lld", (long long)ticker->all);
    }
    buffer_printf(out, rate >= 10 ? " %s  %.0f/s" : " %s  %.2f/s", ticker->what, rate);
    if (ticker->all > 0 && done > 0) {
        buffer_puts(out, "  left ");
        bar_format_duration((int64_t)((double)(ticker->all - done) / rate), out);
    }
}

void ticker_show(struct ticker *ticker, int64_t done)
{
    const int64_t now_ns = clock_ns();
    if (now_ns < ticker->next_ns) {
        return;
    }
    ticker->next_ns = now_ns + (ticker->is_terminal ? TERMINAL_NS : FILE_NS);
    LOCAL_BUFFER line = {0};
    format(ticker, done, now_ns, &line);
    fprintf(stderr, ticker->is_terminal ? "\r\033[K%s" : "%s\n", buffer_text(&line));
    ticker->is_shown = ticker->is_terminal;
}

void ticker_clear(struct ticker *ticker)
{
    if (ticker->is_shown) {
        fputs("\r\033[K", stderr);
        ticker->is_shown = false;
    }
}
