/* SPDX-License-Identifier: MIT */
/* What a search needs: the table, the workers with their memory, the threads. All of it is had and
 * given back on worker 0's thread, inside a job: it may take longer than the owner has. */
#include <stdlib.h>

#include "engine_state.h"

/* A larger table is not warmed up, in megabytes: a large Hash delays nothing. */
#define WARM_UP_MEGABYTES 256

void engine_destroy_workers(struct engine *engine)
{
    for (int i = 0; i < engine->worker_count; i++) {
        search_worker_destroy(engine->workers[i]);
    }
    free(engine->workers);
    engine->workers = NULL;
    engine->worker_count = 0;
}

/* Whether there is memory that the options or a new game have made worthless. */
static bool is_outdated(const struct engine *engine)
{
    size_t bytes = (size_t)engine->options.hash_megabytes << 20;
    return engine->outdated || engine->worker_count > engine->options.threads ||
           (engine->tt.mapped_bytes > 0 && engine->tt.mapped_bytes != bytes) ||
           (engine->worker_count > 0 && engine->worker_game != engine->game);
}

/* Gives back what is worthless, and forgets what was learned in the game before. */
static void renew(struct engine *engine)
{
    if (engine->worker_game != engine->game || engine->worker_count > engine->options.threads) {
        engine_destroy_workers(engine);
    }
    worker_pool_trim(engine->pool, engine->options.threads);
    if (engine->outdated) {
        tt_clear(&engine->tt);
        for (int i = 0; i < engine->worker_count; i++) {
            search_worker_clear(engine->workers[i]);
        }
    }
    if (engine->tt.mapped_bytes != (size_t)engine->options.hash_megabytes << 20) {
        tt_finish(&engine->tt);
    }
    engine->outdated = engine->learned = false;
}

/* As many workers as there are threads, for the game being played. */
static bool have_workers(struct engine *engine, struct error *error)
{
    engine->worker_game = engine->game;
    size_t wanted = (size_t)engine->options.threads;
    struct search_worker **workers =
        realloc(engine->workers, wanted * sizeof(struct search_worker *));
    if (!workers) {
        return error_set(error, "out of memory for %zu workers", wanted);
    }
    engine->workers = workers;
    while (engine->worker_count < engine->options.threads) {
        struct search_worker *worker =
            search_worker_create(&engine->search, engine->game->search, engine->game->position_size,
                                 engine->worker_count);
        if (!worker) {
            return error_set(error, "out of memory for worker %d of %zu", engine->worker_count + 1,
                             wanted);
        }
        workers[engine->worker_count++] = worker;
    }
    return true;
}

bool engine_prepare(struct engine *engine, struct error *error)
{
    if (is_outdated(engine)) {
        renew(engine);
    }
    return (engine->tt.buckets ||
            tt_resize(&engine->tt, (size_t)engine->options.hash_megabytes, error)) &&
           have_workers(engine, error);
}

static void touch(void *opaque, int index)
{
    struct engine *engine = opaque;
    tt_touch(&engine->tt, index, engine->worker_count, &engine->cancelled);
}

static void run_renew(void *opaque, int index)
{
    (void)index;
    renew(opaque);
    engine_post_end(opaque);
}

bool engine_renew(struct engine *engine)
{
    if (!is_outdated(engine)) {
        return false;
    }
    engine_start_job(engine, 1, run_renew, NULL);
    return true;
}

/* Has the system give the table's memory before a search needs it. */
static void run_warm_up(void *opaque, int index)
{
    (void)index;
    struct engine *engine = opaque;
    struct error ignored; /* a search will meet it again, and say it */
    if (engine_prepare(engine, &ignored) && engine->tt.untouched) {
        engine->tt.untouched = false;
        int count = engine->worker_count;
        if (worker_pool_have_help(engine->pool, count, touch, engine, &ignored)) {
            touch(engine, 0);
            worker_pool_wait_for_others(engine->pool);
        }
    }
    engine_post_end(engine);
}

bool engine_warm_up(struct engine *engine)
{
    bool untouched = !engine->tt.buckets || engine->tt.untouched || is_outdated(engine);
    if (engine->config.remote || engine->options.hash_megabytes > WARM_UP_MEGABYTES) {
        return engine_renew(engine);
    }
    if (untouched) {
        engine_start_job(engine, 1, run_warm_up, NULL);
    }
    return untouched;
}
