/* SPDX-License-Identifier: MIT */
/* Time control: what a `go` says of the clock in, two durations out. */
#ifndef SEARCH_TIME_CONTROL_H
#define SEARCH_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/* All times in milliseconds. */
struct time_control {
    bool has_movetime, has_clock;
    int64_t movetime;             /* for this move; 0 or less: at once */
    int64_t remaining, increment; /* our clock; remaining may be 0 or negative */
    int movestogo;                /* moves to the next time control; 0: the rest of the game */
    int64_t overhead;             /* lost on the way to a client: never counted on */
    bool ponders;                 /* the other side's time is searched in, too */
};

/* Durations from the start of the clock, in nanoseconds; INT64_MAX is none. */
struct time_budget {
    int64_t soft; /* begin no new iteration after this */
    int64_t hard; /* answer by this */
};

/* hard is never more than what is left, less the overhead; soft is never more than hard; both are
 * at least 0. With a time for the move and a clock, the shorter one binds. */
struct time_budget time_control_budget(const struct time_control *control);

#endif
