/* SPDX-License-Identifier: MIT */
/* The work of an engine, on its workers' threads. Worker 0 does a job; a search has the others help
 * it. The table, the workers with their memory and the threads besides the first are allocated and
 * freed inside a job, because that may take longer than the owner has. */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine_state.h"

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

bool engine_is_outdated(const struct engine *engine)
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
                mailbox_post_text(&engine->mailbox, ENGINE_NOTICE, &reason);
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
        mailbox_post_text(&engine->mailbox, ENGINE_NOTICE, &notice);
    }
}

static bool prepare(struct engine *engine, struct error *error)
{
    if (engine_is_outdated(engine)) {
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

void engine_run_renew(void *opaque, int index)
{
    (void)index;
    struct engine *engine = opaque;
    renew(engine);
    mailbox_post_end(&engine->mailbox);
}

/* Has the system allocate the table's memory before a search needs it. */
void engine_run_warm_up(void *opaque, int index)
{
    (void)index;
    struct engine *engine = opaque;
    struct error ignored; /* a search will fail in the same way, and report it */
    if (prepare(engine, &ignored) && engine->tt.untouched) {
        engine->tt.untouched = false;
        worker_pool_have_help(engine->pool, engine->worker_count, touch, engine);
        touch(engine, 0);
        worker_pool_wait_for_others(engine->pool);
    }
    mailbox_post_end(&engine->mailbox);
}

/* Chooses the worker whose answer counts: of those that completed the deepest iteration, the one
 * with the highest score. */
static int choose_worker(const struct engine *engine)
{
    int best = 0;
    for (int i = 1; i < engine->search.worker_count && engine->search.limits.multipv == 1; i++) {
        const struct search_line *line = &engine->workers[i]->lines[0];
        const struct search_line *best_line = &engine->workers[best]->lines[0];
        if (engine->workers[i]->line_count > 0 && line->bound == BOUND_EXACT &&
            (line->depth > best_line->depth ||
             (line->depth == best_line->depth && line->score > best_line->score))) {
            best = i;
        }
    }
    return best;
}

/* True if the last report was the same as the final one would be. */
static bool was_reported(const struct engine *engine, const struct search_line *line)
{
    const struct search_report *report = &engine->search.last_report;
    const struct search_line *last = &report->line;
    return engine->search.limits.multipv == 1 && report->multipv == 1 &&
           last->bound == BOUND_EXACT && last->depth == line->depth && last->score == line->score &&
           last->length == line->length && last->pv[0] == line->pv[0] &&
           report->nodes == search_nodes(&engine->search);
}

/* Replaces the line by a better answer if the game knows one; true then. */
static bool correct(const struct engine *engine, struct search_line *line)
{
    const struct search_limits *limits = &engine->search.limits;
    struct search_line better = *line;
    if (line->length == 0 || !engine->game->correct ||
        !engine->game->correct(engine->position, &engine->settings, &better) ||
        (limits->restricted && move_list_find(&limits->root_moves, better.pv[0]) < 0)) {
        return false;
    }
    *line = better;
    return true;
}

/* Answers with a move, or with none (MOVE_NONE), that was not searched. */
static void answer_at_once(struct engine *engine, move_t move)
{
    engine->best_worker = -1;
    engine->fallback = (struct search_line){
        .score = engine->game->evaluate(engine->position),
        .bound = BOUND_EXACT,
        .length = move != MOVE_NONE,
        .pv = {move},
    };
    correct(engine, &engine->fallback);
    const struct engine_event event = {
        .kind = ENGINE_REPORT,
        .final = true,
        .report = {.multipv = 1,
                   .elapsed_ns = clock_ns() - engine->search.start_ns,
                   .line = engine->fallback},
    };
    mailbox_post(&engine->mailbox, &event);
    mailbox_post_end(&engine->mailbox);
}

void engine_give_up_search(struct engine *engine)
{
    const struct search_limits *limits = &engine->search.limits;
    struct move_list list = {.count = 0};
    engine->game->legal_moves(engine->position, &list);
    const struct move_list *allowed = limits->restricted ? &limits->root_moves : &list;
    answer_at_once(engine, list.count > 0 && allowed->count > 0 ? allowed->moves[0] : MOVE_NONE);
}

/* Answers from the game's book of openings, if it has a move that is allowed. */
static bool answer_from_book(struct engine *engine)
{
    const struct search_limits *limits = &engine->search.limits;
    move_t move;
    if (!engine->may_use_book || !engine->game->book_move ||
        !engine->game->book_move(engine->position, &engine->settings, engine->search.seed, &move) ||
        (limits->restricted && move_list_find(&limits->root_moves, move) < 0)) {
        return false;
    }
    answer_at_once(engine, move);
    return true;
}

static void run_worker(void *opaque, int index)
{
    struct engine *engine = opaque;
    search_enter(&engine->search);
    engine->search.game->search->run(engine->workers[index]);
    search_leave(&engine->search);
}

/* Gives the workers the position; false if allocation fails. */
static bool set_workers(struct engine *engine)
{
    struct search *search = &engine->search;
    struct error error;
    if (!prepare(engine, &error)) {
        mailbox_post_text(&engine->mailbox, ENGINE_FAILURE, &error);
        return false;
    }
    search->tt = &engine->tt;
    search->workers = engine->workers;
    search->worker_count = engine->worker_count;
    for (int i = 0; i < engine->worker_count; i++) {
        struct search_worker *worker = engine->workers[i];
        memcpy(worker->position, engine->position, engine->game->position_size);
        atomic_store(&worker->nodes, 0);
        atomic_store(&worker->tb_hits, 0);
        worker->line_count = 0;
    }
    tt_age(&engine->tt);
    engine->learned = true;
    return true;
}

/* Puts a final report into the mailbox. The end, which follows the last one, wakes the owner; those
 * before it wake the owner to make room. */
static void put_final(struct engine *engine, int multipv, const struct search_line *line, bool last)
{
    struct engine_event event = {.kind = ENGINE_REPORT, .final = true};
    event.report.multipv = multipv;
    event.report.line = *line;
    search_fill_report(&engine->search, &event.report);
    (last ? mailbox_put : mailbox_post)(&engine->mailbox, &event);
}

void engine_run_search(void *opaque, int index)
{
    (void)index;
    struct engine *engine = opaque;
    if (answer_from_book(engine)) {
        return;
    }
    if (!set_workers(engine)) {
        engine_give_up_search(engine);
        return;
    }
    worker_pool_have_help(engine->pool, engine->worker_count, run_worker, engine);
    run_worker(engine, 0);
    worker_pool_wait_for_others(engine->pool);
    engine->best_worker = choose_worker(engine);
    const struct search_worker *worker = engine->workers[engine->best_worker];
    engine->fallback = worker->lines[0];
    engine->is_corrected = worker->line_count > 0 && correct(engine, &engine->fallback);
    if (engine->is_corrected) {
        put_final(engine, 1, &engine->fallback, true);
    } else if (!was_reported(engine, &worker->lines[0])) {
        for (int i = 0; i < worker->line_count; i++) {
            put_final(engine, i + 1, &worker->lines[i], i + 1 == worker->line_count);
        }
    }
    mailbox_post_end(&engine->mailbox);
}
