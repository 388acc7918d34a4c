/* Work for an engine's threads: how it begins, what it posts, how it ends. */
#include "clock.h"
#include "engine_state.h"

void engine_end_job(struct engine *engine)
{
    if (engine->busy && engine->config.scheduler) {
        scheduler_leave(engine->config.scheduler, &engine->schedule);
    }
    engine->busy = false;
}

bool engine_is_busy(const struct engine *engine)
{
    return engine->busy;
}

bool engine_take(struct engine *engine, struct engine_event *event)
{
    if (!mailbox_take(&engine->mailbox, event)) {
        return false;
    }
    if (event->kind == ENGINE_END) {
        atomic_store(&engine->ended, false);
        engine_end_job(engine);
    }
    return true;
}

void engine_post(struct engine *engine, const struct engine_event *event)
{
    mailbox_post(&engine->mailbox, event);
    engine->config.wake(engine->config.wake_context);
}

void engine_post_end(struct engine *engine)
{
    mailbox_post(&engine->mailbox, &(struct engine_event){.kind = ENGINE_END});
    atomic_store(&engine->ended, true);
    engine->config.wake(engine->config.wake_context);
}

bool engine_await_end(const struct engine *engine, int64_t nanoseconds)
{
    int64_t deadline = clock_ns() + nanoseconds;
    while (!atomic_load_explicit(&engine->ended, memory_order_acquire)) {
        if (!engine->busy || clock_ns() > deadline) {
            return false;
        }
        spin_pause();
    }
    return true;
}

void engine_stop(struct engine *engine)
{
    atomic_store(&engine->cancelled, true);
    search_stop(&engine->search);
    if (engine->busy && engine->config.scheduler) {
        scheduler_boost(engine->config.scheduler, &engine->schedule);
    }
}

bool engine_start_job(struct engine *engine, int count, worker_job *job, struct error *error)
{
    /* The last job has ended, but its worker may still be on its way out of it. */
    worker_pool_wait(engine->pool);
    atomic_store(&engine->cancelled, false);
    search_rearm(&engine->search);
    if (engine->config.scheduler) {
        scheduler_join(engine->config.scheduler, &engine->schedule, &engine->search, count);
    }
    engine->busy = true;
    if (!worker_pool_start(engine->pool, count, job, engine, error)) {
        engine_end_job(engine);
    }
    return engine->busy;
}
