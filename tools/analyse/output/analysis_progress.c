/* SPDX-License-Identifier: MIT */
#include "analysis_progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "bar.h"
#include "clock.h"

/* Minimum time between two updates of the line on a terminal. */
#define REDRAW_NS (100 * NS_PER_MS)

/* The columns of a terminal that does not report its width. */
#define DEFAULT_COLUMNS 80

void analysis_progress_init(struct analysis_progress *progress, int64_t done, int64_t all,
                            bool quiet)
{
    *progress = (struct analysis_progress){.terminal = !quiet && isatty(STDERR_FILENO),
                                           .all = all,
                                           .done = done,
                                           .began_with = done,
                                           .began_ns = clock_ns()};
}

bool analysis_progress_wants(const struct analysis_progress *progress, double lost)
{
    return progress->terminal && lost > progress->worst[PROGRESS_WORST - 1].lost;
}

void analysis_progress_add(struct analysis_progress *progress, double lost, const char *name)
{
    int at = 0;
    while (at < PROGRESS_WORST - 1 && strcmp(progress->worst[at].name, name) != 0) {
        at++;
    }
    while (at > 0 && progress->worst[at - 1].lost < lost) {
        progress->worst[at] = progress->worst[at - 1];
        at--;
    }
    progress->worst[at].lost = lost;
    snprintf(progress->worst[at].name, sizeof progress->worst[at].name, "%s", name);
}

static void format_worst(const struct analysis_progress *progress, struct buffer *out)
{
    for (int i = 0; i < PROGRESS_WORST && progress->worst[i].lost > 0; i++) {
        buffer_printf(out, "%s%s -%.2f", i == 0 ? "  worst " : ", ", progress->worst[i].name,
                      progress->worst[i].lost);
    }
}

void analysis_progress_format(const struct analysis_progress *progress, int64_t now_ns, int columns,
                              struct buffer *out)
{
    int64_t fresh = progress->done - progress->began_with;
    double elapsed = (double)(now_ns - progress->began_ns) / (double)NS_PER_SECOND;
    size_t start = buffer_length(out);
    const bool timed = progress->budget_ms > 0;
    bar_format(timed ? progress->budget_ms - progress->left_ms : progress->done,
               timed ? progress->budget_ms : progress->all, out);
    buffer_printf(out, "%lld/%lld", (long long)progress->done, (long long)progress->all);
    if (progress->again > 0) {
        buffer_printf(out, " +%lld", (long long)progress->again);
    }
    if (timed) {
        buffer_puts(out, "  left ");
        bar_format_duration(progress->left_ms / 1000, out);
    } else if (fresh > 0 && elapsed > 0) {
        double rate = (double)fresh / elapsed;
        buffer_printf(out, rate >= 10 ? "  %.0f/s  left " : "  %.2f/s  left ", rate);
        bar_format_duration((int64_t)((double)(progress->all - progress->done) / rate), out);
    }
    format_worst(progress, out);
    if (buffer_length(out) - start > (size_t)columns) {
        out->end = out->start + start + (size_t)columns;
        out->data[out->end] = '\0';
    }
}

void analysis_progress_clear(struct analysis_progress *progress)
{
    if (progress->shown) {
        fputs("\r\033[K", stderr);
        progress->shown = false;
    }
}

static int terminal_columns(void)
{
    struct winsize size;
    bool told = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return told ? size.ws_col : DEFAULT_COLUMNS;
}

void analysis_progress_step(struct analysis_progress *progress, bool again)
{
    int64_t now = clock_ns();
    progress->done += !again;
    progress->again += again;
    if (!progress->terminal ||
        (now - progress->last_drawn_ns < REDRAW_NS && (again || progress->done < progress->all))) {
        return;
    }
    struct buffer line = {0};
    analysis_progress_clear(progress);
    analysis_progress_format(progress, now, terminal_columns() - 1, &line);
    fputs(buffer_text(&line), stderr);
    fflush(stderr);
    buffer_finish(&line);
    progress->shown = true;
    progress->last_drawn_ns = now;
}
