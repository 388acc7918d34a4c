/* SPDX-License-Identifier: MIT */
#include "activity.h"

#include <stdio.h>

#include "clock.h"

/* How long to look for the end of a stopped search without sleeping, in nanoseconds: it ends within
 * microseconds, unless its thread has no processor. */
#define STOP_SPIN_NS 30000

void activity_init(struct activity *activity, struct engine *engine, struct output *output,
                   struct counters *counters)
{
    *activity = (struct activity){
        .engine = engine, .output = output, .counters = counters, .deadline = INT64_MAX};
}

void activity_finish(struct activity *activity)
{
    report_finish(&activity->report);
}

/* Tells the engine to end, and gives it a moment to do so. */
static void end_engine(struct activity *activity)
{
    activity->deadline = INT64_MAX;
    engine_stop(activity->engine);
    engine_await_end(activity->engine, STOP_SPIN_NS);
}

/* The same for work whose end nobody waits for. */
static void abandon_engine(struct activity *activity)
{
    activity->deadline = INT64_MAX;
    engine_abandon(activity->engine);
}

static void say_owed(const struct activity *activity, enum event_kind owed)
{
    if (owed != EVENT_NOTHING) {
        output_kind(activity->output, owed);
    }
}

/* The search is over: what it found is said, unless nobody wants it. */
static void say_answer(struct activity *activity)
{
    activity->counters->nodes += (int64_t)engine_nodes(activity->engine);
    if (activity->answer != ANSWER_NONE) {
        report_held_back(&activity->report, activity->engine, activity->output);
        report_bestmove(activity->engine, activity->output);
    }
    report_finish(&activity->report);
    activity->state = STATE_IDLE;
}

/* A client whose work waits for a processor is told how many are before it. */
static void say_place(const struct activity *activity)
{
    int place = engine_queue_place(activity->engine);
    if (place > 0) {
        char text[80];
        snprintf(text, sizeof text, "waiting for a processor: number %d in the queue", place);
        output_text(activity->output, EVENT_STRING, text);
    }
}

void activity_search(struct activity *activity, const struct engine_limits *limits)
{
    activity->began_ns = clock_ns();
    activity->deadline = engine_go(activity->engine, limits);
    bool limited = limits->has_depth || limits->has_nodes || limits->has_movetime ||
                   limits->has_clock || limits->has_mate;
    bool waits = limits->infinite || limits->ponder;
    activity->state = limits->ponder                 ? STATE_PONDERING
                      : limits->infinite || !limited ? STATE_UNLIMITED
                                                     : STATE_SEARCHING;
    activity->answer =
        waits && activity->output->dialect->answers_when_asked ? ANSWER_WHEN_ASKED : ANSWER_AT_END;
    report_begin(&activity->report);
    activity->counters->searches++;
    say_place(activity);
}

void activity_count(struct activity *activity)
{
    activity->began_ns = clock_ns();
    activity->state = STATE_COUNTING;
    activity->counters->searches++;
    say_place(activity);
}

/* Memory is being made ready, or is: what is owed then is said. */
static void settle(struct activity *activity, bool begun, enum event_kind owed)
{
    if (begun) {
        activity->began_ns = clock_ns();
        activity->state = STATE_WARMING_UP;
        activity->owed = owed;
    } else {
        say_owed(activity, owed);
    }
}

void activity_warm_up(struct activity *activity, enum event_kind owed)
{
    settle(activity, engine_warm_up(activity->engine), owed);
}

void activity_renew(struct activity *activity)
{
    settle(activity, engine_renew(activity->engine), EVENT_NOTHING);
}

/* Has the work end, if there is any, by what `end_work` tells the engine. */
static void stop(struct activity *activity, void (*end_work)(struct activity *activity))
{
    switch (activity->state) {
    case STATE_SEARCHING:
    case STATE_UNLIMITED:
    case STATE_PONDERING:
        activity->state = STATE_STOPPING;
        end_work(activity);
        break;
    case STATE_HOLDING:
    case STATE_PONDERED:
        say_answer(activity);
        break;
    case STATE_COUNTING:
    case STATE_WARMING_UP:
        end_work(activity);
        break;
    case STATE_IDLE:
    case STATE_STOPPING:
        break;
    }
}

bool activity_is_searching(const struct activity *activity)
{
    return activity->state == STATE_SEARCHING || activity->state == STATE_UNLIMITED ||
           activity->state == STATE_PONDERING;
}

void activity_break_silence(struct activity *activity)
{
    if (activity_is_searching(activity) &&
        clock_ns() - activity->report.said_ns >= ACTIVITY_SILENCE_NS) {
        engine_ask(activity->engine);
    }
}

void activity_stop(struct activity *activity)
{
    stop(activity, end_engine);
}

void activity_drop(struct activity *activity)
{
    activity->answer = ANSWER_NONE;
    stop(activity, end_engine);
}

void activity_abandon(struct activity *activity)
{
    activity->answer = ANSWER_NONE;
    stop(activity, abandon_engine);
}

void activity_ponderhit(struct activity *activity)
{
    if (activity->state == STATE_PONDERED) {
        say_answer(activity);
    } else if (activity->state == STATE_PONDERING) {
        activity->state = STATE_SEARCHING;
        activity->answer = ANSWER_AT_END;
        activity->deadline = engine_ponderhit(activity->engine);
    }
}

void activity_expire(struct activity *activity, bool others_wait)
{
    if (others_wait) {
        activity->deadline = INT64_MAX;
        engine_stop(activity->engine);
    } else {
        end_engine(activity);
    }
}

/* The engine's work has ended. */
static void end(struct activity *activity)
{
    activity->deadline = INT64_MAX;
    switch (activity->state) {
    case STATE_UNLIMITED:
    case STATE_PONDERING:
        if (activity->answer == ANSWER_WHEN_ASKED) {
            activity->state = activity->state == STATE_PONDERING ? STATE_PONDERED : STATE_HOLDING;
            return;
        }
        say_answer(activity);
        break;
    case STATE_SEARCHING:
    case STATE_STOPPING:
        say_answer(activity);
        break;
    case STATE_WARMING_UP:
        activity->state = STATE_IDLE;
        say_owed(activity, activity->owed);
        break;
    case STATE_COUNTING:
    case STATE_IDLE:
    case STATE_HOLDING:
    case STATE_PONDERED:
        activity->state = STATE_IDLE;
        break;
    }
}

bool activity_take(struct activity *activity)
{
    struct engine_event event;
    if (!engine_next_event(activity->engine, &event)) {
        return false;
    }
    switch (event.kind) {
    case ENGINE_REPORT:
        if (activity->answer != ANSWER_NONE) {
            report_search(&activity->report, &event, activity->engine, activity->output);
        }
        break;
    case ENGINE_PERFT_MOVE:
    case ENGINE_PERFT_TOTAL:
        report_perft(&event.perft, event.kind == ENGINE_PERFT_TOTAL, activity->engine,
                     activity->output);
        break;
    case ENGINE_BENCH_MOVE:
        report_bench_position(&event.bench, activity->output);
        break;
    case ENGINE_BENCH_TOTAL:
        report_bench_total(&event.bench, activity->output);
        break;
    case ENGINE_OPENING:
        report_opening(&event.opening, activity->engine, activity->output);
        break;
    case ENGINE_FAILURE:
        output_text(activity->output, EVENT_ERROR, event.failure.text);
        break;
    case ENGINE_NOTICE:
        output_text(activity->output, EVENT_STRING, event.failure.text);
        break;
    case ENGINE_END:
        end(activity);
        break;
    }
    return true;
}
