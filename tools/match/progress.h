/* What a person sees while a match runs: one line that renews itself on a terminal, plain lines now
 * and then elsewhere. */
#ifndef MATCH_PROGRESS_H
#define MATCH_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "standings.h"
#include "stats.h"

struct progress {
    bool terminal, quiet;
    bool shown; /* a line stands that must be wiped first */
    int64_t began_ns;
    int64_t began_with; /* games that were finished before */
    int64_t every;      /* games between plain lines */
    int64_t last_drawn_ns;
};

void progress_init(struct progress *progress, const struct standings *standings, bool quiet,
                   int64_t every);

/* A game has ended. */
void progress_step(struct progress *progress, const struct standings *standings,
                   const struct sprt *sprt);

/* Wipes the line, so that something else can be written. */
void progress_clear(struct progress *progress);

/* The line itself, without an end; `now_ns` on clock_ns(). */
void progress_format(const struct progress *progress, const struct standings *standings,
                     const struct sprt *sprt, int64_t now_ns, struct buffer *out);

#endif
