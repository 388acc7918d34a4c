/* SPDX-License-Identifier: MIT */
/* The resources of a search: the table, the workers with their memory, the threads. All of them are
 * allocated and freed on worker 0's thread, inside a job: that may take longer than the owner
 * has. */
#include <stdlib.h>

#include "engine_state.h"

/* A larger table is not warmed up, in MiB: a large Hash delays nothing. */
#define WARM_UP_MEGABYTES 256

int64_t engine_worker_bytes(const struct game *game)
{
    return (int64_t)(sizeof(struct search_worker) + game->search->worker_size +
                     game->position_size + WORKER_STACK_USE);
}

void engine_destroy_workers(struct engine *engine)
{
    if (engine->worker_count > 0) {
        charge_add(&engine->charge,
                   -engine->worker_count * engine_worker_bytes(engine->worker_game));
    }
    for (int i = 0; i < engine->worker_count; i++) {
        search_worker_destroy(engine->workers[i]);
    }
    free(engine->workers);
    engine->workers = NULL;
    engine->worker_count = 0;
}

static void release_table(struct engine *engine)
{
    charge_add(&engine->charge, -(int64_t)engine->tt.mapped_bytes);
    tt_finish(&engine->tt);
}

/* True if there is a table of another size than the options ask for. */
static bool has_other_table(const struct engine *engine)
{
    return engine->tt.mapped_bytes > 0 && engine->table_megabytes != engine->options.hash_megabytes;
}

/* True if there is memory that the options or a new game have made worthless. */
static bool is_outdated(const struct engine *engine)
{
    return engine->outdated || engine->worker_count > engine->options.threads ||
           has_other_table(engine) ||
           (engine->worker_count > 0 && engine->worker_game != engine->game);
}

/* Frees worthless memory, and clears the data of the game before. */
static void renew(struct engine *engine)
{
    if (engine->worker_game != engine->game || engine->worker_count > engine->options.threads) {
        engine_destroy_workers(engine);
    }
    worker_pool_trim(engine->pool, engine->options.threads);
    if (engine->outdated) {
        /* A table that had to be smaller than requested is allocated again, larger if possible. */
        if (engine->tt.mapped_bytes >> 20 < (size_t)engine->options.hash_megabytes) {
            release_table(engine);
        }
        tt_clear(&engine->tt);
        for (int i = 0; i < engine->worker_count; i++) {
            search_worker_clear(engine->workers[i]);
        }
    }
    if (has_other_table(engine)) {
        release_table(engine);
    }
    engine->outdated = engine->learned = false;
}

/* Adds a worker for the present game; false if there is no memory for it. */
static bool add_worker(struct engine *engine)
{
    const int64_t bytes = engine_worker_bytes(engine->game);
    if (!charge_add(&engine->charge, bytes)) {
        return false;
    }
    struct search_worker *worker = search_worker_create(
        &engine->search, engine->game->search, engine->game->position_size, engine->worker_count);
    if (!worker) {
        charge_add(&engine->charge, -bytes);
        return false;
    }
    engine->workers[engine->worker_count++] = worker;
    return true;
}

/* Adds workers and their threads for the present game, until there are `wanted` of them or no more
 * are possible. True if there is one; the reason if there are fewer. */
static bool have_workers(struct engine *engine, int wanted, struct error *reason)
{
    if (engine->worker_count >= wanted) {
        return true;
    }
    struct search_worker **workers =
        realloc(engine->workers, (size_t)wanted * sizeof(struct search_worker *));
    engine->worker_game = engine->game;
    engine->workers = workers ? workers : engine->workers;
    while (workers && engine->worker_count < wanted && add_worker(engine)) {
    }
    if (!workers || engine->worker_count < wanted) {
        error_set(reason, "the search needs %d KiB for a thread, and %d KiB are left",
                  (int)(engine_worker_bytes(engine->game) >> 10),
                  (int)(budget_memory_left(engine->config.budget) >> 10));
    }
    return engine->worker_count > 0;
}

/* Allocates a table of the size that the options ask for, or of the largest size that is
 * possible. */
static bool have_table(struct engine *engine, struct error *error)
{
    const int wanted = engine->options.hash_megabytes;
    const int64_t left = budget_table_left(engine->config.budget) >> 20;
    struct error reason;
    for (int size = left < 1 ? 1 : left < wanted ? (int)left : wanted; size > 0; size /= 2) {
        if (!charge_add(&engine->charge, (int64_t)size << 20)) {
            continue;
        }
        if (tt_resize(&engine->tt, (size_t)size, &reason)) {
            engine->table_megabytes = wanted;
            if (size < wanted) {
                error_set(&reason, "Hash %d is more than is left now: the table has %d MiB", wanted,
                          size);
                engine_post_notice(engine, &reason);
            }
            return true;
        }
        charge_add(&engine->charge, -((int64_t)size << 20));
    }
    return error_set(error, "the search needs 1024 KiB for a table, and %d KiB are left",
                     (int)(budget_memory_left(engine->config.budget) >> 10));
}

/* Adds the threads besides the first, as many as memory and the system allow. */
static void have_help(struct engine *engine)
{
    const int wanted = engine->options.threads;
    struct error reason, notice;
    have_workers(engine, wanted, &reason);
    const int threads = worker_pool_grow(engine->pool, engine->worker_count, &reason);
    while (engine->worker_count > threads) {
        search_worker_destroy(engine->workers[--engine->worker_count]);
        charge_add(&engine->charge, -engine_worker_bytes(engine->game));
    }
    if (engine->worker_count < wanted) {
        error_set(&notice, "%d of %d threads search: %s", engine->worker_count, wanted,
                  reason.text);
        engine_post_notice(engine, &notice);
    }
}

bool engine_prepare(struct engine *engine, struct error *error)
{
    if (is_outdated(engine)) {
        renew(engine);
    }
    /* The first worker and the table come before the other workers. */
    if (!have_workers(engine, 1, error) || !(engine->tt.buckets || have_table(engine, error))) {
        return false;
    }
    if (engine->worker_count < engine->options.threads) {
        have_help(engine);
    }
    return true;
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

/* Has the system allocate the table's memory before a search needs it. */
static void run_warm_up(void *opaque, int index)
{
    (void)index;
    struct engine *engine = opaque;
    struct error ignored; /* a search will fail in the same way, and report it */
    if (engine_prepare(engine, &ignored) && engine->tt.untouched) {
        engine->tt.untouched = false;
        worker_pool_have_help(engine->pool, engine->worker_count, touch, engine);
        touch(engine, 0);
        worker_pool_wait_for_others(engine->pool);
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
