/* SPDX-License-Identifier: MIT */
/* Time control: converts the clock parameters of `go` into two durations. */
#ifndef SEARCH_TIME_CONTROL_H
#define SEARCH_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/* All times are in milliseconds. */
struct time_control {
    bool has_movetime, has_clock;
    int64_t movetime;             /* time for this move; 0 or less: answer at once */
    int64_t remaining, increment; /* our clock; remaining may be 0 or negative */
    int movestogo;                /* moves to the next time control; 0: the rest of the game */
    int64_t overhead;             /* lost on the way to a client, so it is never available */
    bool ponders;                 /* the engine also searches in the other side's time */
};

/* Durations from the start of the clock, in nanoseconds; INT64_MAX: no limit. */
struct time_budget {
    int64_t soft; /* begin no new iteration after this */
    int64_t hard; /* answer by this */
};

/* hard never exceeds the remaining time less the overhead; soft never exceeds hard; both are at
 * least 0. If there are both a time for the move and a clock, the shorter one applies. */
struct time_budget time_control_budget(const struct time_control *control);

#endif
