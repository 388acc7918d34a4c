/* SPDX-License-Identifier: MIT */
/* A job for an engine's threads: its beginning, the events that it posts, its end. */
#include <stddef.h>

#include "clock.h"
#include "engine_state.h"

void engine_end_job(struct engine *engine)
{
    if (engine->busy && engine->config.scheduler) {
        scheduler_leave(engine->config.scheduler, &engine->schedule, clock_ns());
    }
    engine->busy = false;
}

bool engine_is_busy(const struct engine *engine)
{
    return engine->busy;
}

bool engine_next_event(struct engine *engine, struct engine_event *event)
{
    if (!mailbox_next(&engine->mailbox, event)) {
        return false;
    }
    if (event->kind == ENGINE_END) {
        engine_end_job(engine);
    }
    return true;
}

void engine_post(struct engine *engine, const struct engine_event *event)
{
    mailbox_post(&engine->mailbox, event);
    engine->config.wake(engine->config.wake_context);
}

void engine_post_entered(struct engine *engine, const struct engine_event *event)
{
    search_leave(&engine->search);
    engine_post(engine, event);
    search_enter(&engine->search);
}

void engine_post_end(struct engine *engine)
{
    engine_post(engine, &(struct engine_event){.kind = ENGINE_END});
}

bool engine_await_end(const struct engine *engine, int64_t nanoseconds)
{
    int64_t deadline = clock_ns() + nanoseconds;
    while (!atomic_load_explicit(&engine->mailbox.has_end, memory_order_acquire)) {
        if (!engine->busy || clock_ns() > deadline) {
            return false;
        }
        spin_pause();
    }
    return true;
}

int engine_queue_place(const struct engine *engine)
{
    const struct scheduler *scheduler = engine->config.scheduler;
    return scheduler && engine->busy ? scheduler_place(scheduler, &engine->schedule) : 0;
}

/* Tells the threads to end. True if the scheduler must be told, too. */
static bool cancel(struct engine *engine)
{
    atomic_store(&engine->cancelled, true);
    search_stop(&engine->search);
    return engine->busy && engine->config.scheduler;
}

void engine_stop(struct engine *engine)
{
    struct scheduler *scheduler = engine->config.scheduler;
    if (!cancel(engine)) {
        return;
    }
    if (engine->schedule.begun || !engine->give_up) {
        scheduler_boost(scheduler, &engine->schedule, clock_ns());
    } else if (engine->schedule.state == SCHEDULER_WAITING) {
        /* It has not begun, and must not take a processor from others now. */
        scheduler_leave(scheduler, &engine->schedule, clock_ns());
        engine->give_up(engine);
    }
}

void engine_abandon(struct engine *engine)
{
    struct scheduler *scheduler = engine->config.scheduler;
    if (!cancel(engine)) {
        return;
    }
    if (engine->schedule.state == SCHEDULER_WAITING && !engine->schedule.begun) {
        scheduler_leave(scheduler, &engine->schedule, clock_ns());
        engine_post_end(engine);
    } else {
        scheduler_dismiss(scheduler, &engine->schedule, clock_ns());
    }
}

/* The scheduler starts the job. */
static void begin(struct scheduler_entry *entry)
{
    struct engine *engine = (struct engine *)((char *)entry - offsetof(struct engine, schedule));
    struct error error;
    if (worker_pool_start(engine->pool, engine->job, engine, &error)) {
        return;
    }
    engine_post_failure(engine, &error);
    if (engine->give_up) {
        engine->give_up(engine);
    } else {
        engine_post_end(engine);
    }
}

void engine_post_failure(struct engine *engine, const struct error *error)
{
    engine_post(engine, &(struct engine_event){.kind = ENGINE_FAILURE, .failure = *error});
}

void engine_post_notice(struct engine *engine, const struct error *notice)
{
    engine_post(engine, &(struct engine_event){.kind = ENGINE_NOTICE, .failure = *notice});
}

/* Allocates a larger ring, if there is memory for it: a small one is sufficient. */
static void grow_mailbox(struct engine *engine)
{
    const int64_t bytes = MAILBOX_ROOM * (int64_t)sizeof(struct engine_event);
    if (mailbox_is_small(&engine->mailbox) && charge_add(&engine->charge, bytes) &&
        !mailbox_grow(&engine->mailbox)) {
        charge_add(&engine->charge, -bytes);
    }
}

void engine_start_job(struct engine *engine, int weight, worker_job *job,
                      void (*give_up)(struct engine *engine))
{
    struct scheduler *scheduler = engine->config.scheduler;
    grow_mailbox(engine);
    atomic_store(&engine->cancelled, false);
    search_rearm(&engine->search);
    engine->job = job;
    engine->give_up = give_up;
    engine->busy = true;
    engine->search.rested = scheduler ? scheduler->wake : NULL;
    engine->search.rested_context = scheduler ? scheduler->wake_context : NULL;
    engine->schedule.search = &engine->search;
    engine->schedule.peer = engine->config.peer;
    engine->schedule.weight = weight;
    engine->schedule.begin = begin;
    if (scheduler) {
        scheduler_join(scheduler, &engine->schedule, clock_ns());
    } else {
        begin(&engine->schedule);
    }
}
