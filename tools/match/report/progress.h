/* SPDX-License-Identifier: MIT */
/* Shows the progress of a match: on a terminal one line that is updated, elsewhere occasional plain
 * lines. */
#ifndef MATCH_PROGRESS_H
#define MATCH_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "standings.h"
#include "stats.h"

struct progress {
    bool terminal, quiet;
    bool shown; /* a line is shown, and must be cleared before other output */
    int64_t began_ns;
    int64_t began_with; /* number of games finished before this run */
    int64_t every;      /* games between plain lines; 0: no lines */
    int64_t last_drawn_ns;
};

void progress_init(struct progress *progress, const struct standings *standings, bool quiet,
                   int64_t every);

/* Updates the line after a game has ended. */
void progress_step(struct progress *progress, const struct standings *standings,
                   const struct sprt *sprt);

/* Clears the line before other output. */
void progress_clear(struct progress *progress);

/* Appends the progress line, without its line end; `now_ns` is a time of clock_ns(). */
void progress_format(const struct progress *progress, const struct standings *standings,
                     const struct sprt *sprt, int64_t now_ns, struct buffer *out);

#endif
