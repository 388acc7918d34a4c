/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "bar.h"
#include "clock.h"

/* Minimum time between two updates of the line on a terminal. */
#define REDRAW_NS (100 * NS_PER_MS)

void progress_init(struct progress *progress, const struct standings *standings, bool quiet,
                   int64_t every)
{
    int64_t games = standings_total(standings);
    *progress = (struct progress){.terminal = isatty(STDOUT_FILENO),
                                  .quiet = quiet,
                                  .began_ns = clock_ns(),
                                  .began_with = standings->finished,
                                  .every = every >= 0   ? every
                                           : games > 20 ? games / 20
                                                        : 1};
}

void progress_format(const struct progress *progress, const struct standings *standings,
                     const struct sprt *sprt, int64_t now_ns, struct buffer *out)
{
    int64_t all = standings_total(standings), done = standings->finished;
    if (progress->terminal) {
        bar_format(done, all, out);
    }
    buffer_printf(out, "%lld/%lld", (long long)done, (long long)all);
    if (standings->schedule.engines == 2) {
        const struct tally *tally = &standings->tallies[0];
        bool paired = schedule_is_paired(&standings->schedule) && tally_pairs(tally) > 0;
        buffer_printf(out, "  +%lld -%lld =%lld  ", (long long)tally->wins,
                      (long long)tally->losses, (long long)tally->draws);
        standings_format_elo(tally, paired, out);
        if (sprt->enabled) {
            buffer_printf(out, "  LLR %.2f (%.2f, %.2f)", sprt_llr(sprt, tally, paired),
                          sprt_lower_bound(sprt), sprt_upper_bound(sprt));
        }
    }
    int64_t fresh = done - progress->began_with;
    if (fresh > 0 && done < all) {
        double elapsed = (double)(now_ns - progress->began_ns) / (double)NS_PER_SECOND;
        buffer_puts(out, "  left ");
        bar_format_duration((int64_t)(elapsed / (double)fresh * (double)(all - done)), out);
    }
}

void progress_clear(struct progress *progress)
{
    if (progress->shown) {
        fputs("\r\033[K", stdout);
        fflush(stdout);
        progress->shown = false;
    }
}

void progress_step(struct progress *progress, const struct standings *standings,
                   const struct sprt *sprt)
{
    int64_t now = clock_ns();
    bool last = standings_is_complete(standings);
    bool due = progress->terminal
                   ? now - progress->last_drawn_ns >= REDRAW_NS
                   : progress->every > 0 && standings->finished % progress->every == 0;
    if (progress->quiet || progress->every == 0 || !(due || last)) {
        return;
    }
    struct buffer line = {0};
    progress_clear(progress);
    progress_format(progress, standings, sprt, now, &line);
    fputs(buffer_text(&line), stdout);
    buffer_finish(&line);
    progress->shown = progress->terminal;
    progress->last_drawn_ns = now;
    if (!progress->terminal) {
        putchar('\n');
    }
    fflush(stdout);
}
