/* SPDX-License-Identifier: MIT */
#include "time_control.h"

#include "clock.h"

/* The number of remaining moves in a game that is assumed when the client does not say. */
#define MOVES_EXPECTED 40

/* An engine that ponders has already searched a part of the next move, so it may spend more time on
 * this one: this percentage of the even share. */
#define PONDER_PERCENT 125

/* The hard limit as a multiple of the even share: a move may take this long when the search cannot
 * decide. */
#define HARD_FACTOR 5

/* No single move takes more than this percentage of the clock, unless it is the last of a
 * period. */
#define CLOCK_SHARE_PERCENT 40

/* A `movetime` search ends this long before its time, as a reserve for timers that fire up to a
 * millisecond late and for the delay to the client. */
#define MOVETIME_RESERVE_NS NS_PER_MS

/* Longer than any game and short enough for the arithmetic below: ten years, in ms. */
#define LONGEST_MS (INT64_C(10) * 365 * 86400 * 1000)

static int64_t clamp(int64_t milliseconds)
{
    return milliseconds < 0 ? 0 : milliseconds > LONGEST_MS ? LONGEST_MS : milliseconds;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static struct time_budget clock_budget(const struct time_control *control)
{
    int64_t usable = clamp(control->remaining) - control->overhead;
    if (usable <= 0) {
        return (struct time_budget){0, 0};
    }
    int moves = control->movestogo > 0 ? control->movestogo : MOVES_EXPECTED;
    moves = moves < MOVES_EXPECTED ? moves : MOVES_EXPECTED;
    /* Every later move costs its overhead too, and adds its increment. */
    int64_t gain = clamp(control->increment) - control->overhead;
    int64_t total = usable + gain * (moves - 1);
    int64_t even = total > 0 ? total / moves : 0;
    int64_t wanted = control->ponders ? even * PONDER_PERCENT / 100 : even;
    int64_t share = moves == 1 ? usable : usable * CLOCK_SHARE_PERCENT / 100;
    int64_t hard = least(even * HARD_FACTOR, share);
    return (struct time_budget){
        .soft = least(wanted, hard) * NS_PER_MS,
        .hard = hard * NS_PER_MS,
    };
}

struct time_budget time_control_budget(const struct time_control *control)
{
    struct time_budget budget = {INT64_MAX, INT64_MAX};
    if (control->has_clock) {
        budget = clock_budget(control);
    }
    if (control->has_movetime) {
        int64_t movetime = clamp(control->movetime);
        int64_t time = movetime > 0 ? movetime * NS_PER_MS - MOVETIME_RESERVE_NS : 0;
        budget.hard = least(budget.hard, time);
        if (control->has_clock) {
            budget.soft = least(budget.soft, budget.hard);
        }
    }
    return budget;
}
