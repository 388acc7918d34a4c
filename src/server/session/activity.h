/* SPDX-License-Identifier: MIT */
/* What is under way in a session: its state, its deadline, and the answer that is owed for it. */
#ifndef SERVER_ACTIVITY_H
#define SERVER_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"
#include "counters.h"
#include "engine.h"
#include "output.h"
#include "report.h"
#include "transitions.h"

/* When the bestmove of a search is said. */
enum activity_answer {
    ANSWER_AT_END,     /* as soon as the search is over */
    ANSWER_WHEN_ASKED, /* only after `stop` or `ponderhit`, as UCI wants it */
    ANSWER_NONE        /* never: a new game made it worthless */
};

struct activity {
    struct engine *engine;
    struct output *output;
    struct counters *counters;
    enum session_state state;
    enum activity_answer answer;
    enum event_kind owed; /* WARMING_UP: said when the memory is ready */
    int64_t began_ns;     /* when the work under way, or the last one, began: clock_ns() */
    int64_t deadline;     /* when the engine must be told to stop, clock_ns(); INT64_MAX is never */
    struct report report;
};

void activity_init(struct activity *activity, struct engine *engine, struct output *output,
                   struct counters *counters);
void activity_finish(struct activity *activity);

/* Begins a search. The state must be IDLE, here and in the next two. */
void activity_search(struct activity *activity, const struct engine_limits *limits);

/* The engine has begun a perft, a bench or openings. */
void activity_count(struct activity *activity);

/* Says `owed` once the engine could search without delay, which may be at once. */
void activity_warm_up(struct activity *activity, enum event_kind owed);

/* Gives back memory that an option has made worthless. */
void activity_renew(struct activity *activity);

/* Whether a search is under way that may be silent for long. */
bool activity_is_searching(const struct activity *activity);

/* Has a search that was silent for ACTIVITY_SILENCE_NS tell how far it is. */
#define ACTIVITY_SILENCE_NS (400 * NS_PER_MS)
void activity_break_silence(struct activity *activity);

/* The answer is wanted now. */
void activity_stop(struct activity *activity);

/* The search ends, and its bestmove is not said. */
void activity_drop(struct activity *activity);

/* The same when nothing waits for the end: the client has gone. */
void activity_abandon(struct activity *activity);

/* The move pondered on was played: the clock runs, or the answer is said. */
void activity_ponderhit(struct activity *activity);

/* The deadline has come: the engine is told to end, and is given a moment if nobody else waits. */
void activity_expire(struct activity *activity, bool others_wait);

/* Takes one event of the engine, and says what it means; false when there is none. */
bool activity_take(struct activity *activity);

#endif
