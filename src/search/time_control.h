/* SPDX-License-Identifier: MIT */
/* Time control: converts the clock parameters of `go` into two durations. */
#ifndef SEARCH_TIME_CONTROL_H
#define SEARCH_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"
#include "compiler.h"

/* The number of remaining moves in a game that is assumed when the client does not say. */
#define TIME_CONTROL_MOVES_EXPECTED 40

/* An engine that ponders has already searched a part of the next move, so it may spend more time on
 * this one: this percentage of the even share. */
#define TIME_CONTROL_PONDER_PERCENT 125

/* The hard limit as a multiple of the even share: a move may take this long when the search cannot
 * decide. */
#define TIME_CONTROL_HARD_FACTOR 5

/* No single move takes more than this percentage of the clock, unless it is the last of a
 * period. */
#define TIME_CONTROL_CLOCK_SHARE_PERCENT 40

/* A `movetime` search ends this long before its time, as a reserve for timers that fire up to a
 * millisecond late and for the delay to the client. */
#define TIME_CONTROL_MOVETIME_RESERVE_NS NS_PER_MS

/* Longer than any game and short enough for the arithmetic below: ten years, in ms. */
#define TIME_CONTROL_LONGEST_MS (INT64_C(10) * 365 * 86400 * 1000)

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

INLINE int64_t time_control_clamp(int64_t milliseconds)
{
    return milliseconds < 0                         ? 0
           : milliseconds > TIME_CONTROL_LONGEST_MS ? TIME_CONTROL_LONGEST_MS
                                                    : milliseconds;
}

INLINE int64_t time_control_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Returns the budget of a clock. */
INLINE struct time_budget time_control_share(const struct time_control *control)
{
    int64_t usable = time_control_clamp(control->remaining) - control->overhead;
    if (usable <= 0) {
        return (struct time_budget){0, 0};
    }
    int moves = control->movestogo > 0 ? control->movestogo : TIME_CONTROL_MOVES_EXPECTED;
    moves = moves < TIME_CONTROL_MOVES_EXPECTED ? moves : TIME_CONTROL_MOVES_EXPECTED;
    /* Every later move costs its overhead too, and adds its increment. */
    int64_t gain = time_control_clamp(control->increment) - control->overhead;
    int64_t total = usable + gain * (moves - 1);
    int64_t even = total > 0 ? total / moves : 0;
    int64_t wanted = control->ponders ? even * TIME_CONTROL_PONDER_PERCENT / 100 : even;
    int64_t share = moves == 1 ? usable : usable * TIME_CONTROL_CLOCK_SHARE_PERCENT / 100;
    int64_t hard = time_control_least(even * TIME_CONTROL_HARD_FACTOR, share);
    return (struct time_budget){
        .soft = time_control_least(wanted, hard) * NS_PER_MS,
        .hard = hard * NS_PER_MS,
    };
}

/* hard never exceeds the remaining time less the overhead; soft never exceeds hard; both are at
 * least 0. If there are both a time for the move and a clock, the shorter one applies. */
INLINE struct time_budget time_control_budget(const struct time_control *control)
{
    struct time_budget budget = {INT64_MAX, INT64_MAX};
    if (control->has_clock) {
        budget = time_control_share(control);
    }
    if (control->has_movetime) {
        int64_t movetime = time_control_clamp(control->movetime);
        int64_t time = movetime > 0 ? movetime * NS_PER_MS - TIME_CONTROL_MOVETIME_RESERVE_NS : 0;
        budget.hard = time_control_least(budget.hard, time);
        if (control->has_clock) {
            budget.soft = time_control_least(budget.soft, budget.hard);
        }
    }
    return budget;
}

#endif
