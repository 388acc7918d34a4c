/* SPDX-License-Identifier: MIT */
/* The work of an engine, on its workers' threads, and the mailbox through which they report. Worker
 * 0 does a job; a search has the others help it. The table, the workers with their memory and the
 * threads besides the first are allocated and freed inside a job, because that may take longer than
 * the owner has. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "compiler.h"
#include "engine_state.h"

void mailbox_init(struct mailbox *mailbox)
{
    pthread_mutex_init(&mailbox->lock, NULL);
    pthread_cond_init(&mailbox->room, NULL);
    mailbox->size = MAILBOX_LEAST_ROOM;
    mailbox->ring = mailbox->least;
}

void mailbox_finish(struct mailbox *mailbox)
{
    if (mailbox->ring != mailbox->least) {
        free(mailbox->ring);
    }
    pthread_cond_destroy(&mailbox->room);
    pthread_mutex_destroy(&mailbox->lock);
}

void mailbox_grow(struct engine *engine)
{
    struct mailbox *mailbox = &engine->mailbox;
    const int64_t bytes = MAILBOX_ROOM * (int64_t)sizeof(struct engine_event);
    if (mailbox->ring != mailbox->least || !charge_add(&engine->charge, bytes)) {
        return;
    }
    assert(mailbox->count == 0);
    struct engine_event *ring = malloc((size_t)bytes);
    if (!ring) {
        charge_add(&engine->charge, -bytes);
        return;
    }
    /* The system allocates these pages now, not while the end of a search is awaited. */
    memset(ring, 0, MAILBOX_LEAST_ROOM * sizeof *ring);
    mailbox->ring = ring;
    mailbox->size = MAILBOX_ROOM;
    mailbox->first = 0;
}

static struct engine_event *at(struct mailbox *mailbox, int place)
{
    return &mailbox->ring[(mailbox->first + place) % mailbox->size];
}

/* Removes the oldest report that is not final from a full ring; false if there is none. */
static bool drop_report(struct mailbox *mailbox)
{
    for (int i = 0; i < mailbox->count; i++) {
        if (at(mailbox, i)->kind == ENGINE_REPORT && !at(mailbox, i)->final) {
            for (int k = i; k + 1 < mailbox->count; k++) {
                *at(mailbox, k) = *at(mailbox, k + 1);
            }
            mailbox->count--;
            return true;
        }
    }
    return false;
}

/* Puts a copy of the event into the mailbox without waking the owner. */
static void engine_put(struct engine *engine, const struct engine_event *event)
{
    struct mailbox *mailbox = &engine->mailbox;
    pthread_mutex_lock(&mailbox->lock);
    while (mailbox->count == mailbox->size && !mailbox->closed && !drop_report(mailbox)) {
        pthread_cond_wait(&mailbox->room, &mailbox->lock);
    }
    if (!mailbox->closed) {
        *at(mailbox, mailbox->count++) = *event;
        if (event->kind == ENGINE_END) {
            atomic_store(&mailbox->has_end, true);
        }
    }
    pthread_mutex_unlock(&mailbox->lock);
}

void engine_post(struct engine *engine, const struct engine_event *event)
{
    engine_put(engine, event);
    engine->config.wake(engine->config.wake_context);
}

void engine_post_report(void *engine, const struct search_report *report)
{
    engine_post(engine, &(struct engine_event){.kind = ENGINE_REPORT, .report = *report});
}

void engine_post_text(struct engine *engine, enum engine_event_kind kind, const struct error *text)
{
    engine_post(engine, &(struct engine_event){.kind = kind, .failure = *text});
}

void engine_post_end(struct engine *engine)
{
    engine_post(engine, &(struct engine_event){.kind = ENGINE_END});
}

bool mailbox_next(struct mailbox *mailbox, struct engine_event *event)
{
    pthread_mutex_lock(&mailbox->lock);
    bool any = mailbox->count > 0;
    if (any) {
        *event = *at(mailbox, 0);
        mailbox->count--;
        /* An empty ring begins at its front, whose memory is in the cache. */
        mailbox->first = mailbox->count > 0 ? (mailbox->first + 1) % mailbox->size : 0;
        if (event->kind == ENGINE_END) {
            atomic_store(&mailbox->has_end, false);
        }
        pthread_cond_signal(&mailbox->room);
    }
    pthread_mutex_unlock(&mailbox->lock);
    return any;
}

void mailbox_close(struct mailbox *mailbox)
{
    pthread_mutex_lock(&mailbox->lock);
    mailbox->closed = true;
    mailbox->count = 0;
    pthread_cond_broadcast(&mailbox->room);
    pthread_mutex_unlock(&mailbox->lock);
}

int64_t engine_worker_bytes(const struct game *game)
{
    return (int64_t)(sizeof(struct search_worker) + game_worker_memory(game).worker_size +
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
    const struct search_method memory = game_worker_memory(engine->game);
    struct search_worker *worker = search_worker_create(
        &engine->search, &memory, engine->game->position_size, engine->worker_count);
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
                engine_post_text(engine, ENGINE_NOTICE, &reason);
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
        engine_post_text(engine, ENGINE_NOTICE, &notice);
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

void engine_run_renew(void *opaque, int index UNUSED)
{
    struct engine *engine = opaque;
    renew(engine);
    engine_post_end(engine);
}

/* Has the system allocate the table's memory before a search needs it. */
void engine_run_warm_up(void *opaque, int index UNUSED)
{
    struct engine *engine = opaque;
    struct error ignored; /* a search will fail in the same way, and report it */
    if (prepare(engine, &ignored) && engine->tt.untouched) {
        engine->tt.untouched = false;
        worker_pool_share(engine->pool, engine->worker_count, touch, engine);
    }
    engine_post_end(engine);
}

/* Chooses the worker whose answer counts: of those that completed the deepest iteration, the one
 * with the highest score. */
const struct search_worker *engine_best_worker(const struct engine *engine)
{
    const struct search_worker *best = engine->workers[0];
    for (int i = 1; i < engine->search.worker_count && engine->search.limits.multipv == 1; i++) {
        const struct search_worker *worker = engine->workers[i];
        const struct search_line *line = &worker->lines[0], *best_line = &best->lines[0];
        if (worker->line_count > 0 && line->bound == BOUND_EXACT &&
            (line->depth > best_line->depth ||
             (line->depth == best_line->depth && line->score > best_line->score))) {
            best = worker;
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
    if (limits->algorithm != ALGORITHM_ALPHABETA || limits->evaluation != EVALUATION_FULL ||
        line->length == 0 || !engine->game->correct ||
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
    engine->searched = false;
    engine->answer = (struct search_line){
        .score = engine->game->evaluate(engine->position),
        .bound = BOUND_EXACT,
        .length = move != MOVE_NONE,
        .pv = {move},
    };
    correct(engine, &engine->answer);
    const struct engine_event event = {
        .kind = ENGINE_REPORT,
        .final = true,
        .report = {.multipv = 1,
                   .elapsed_ns = clock_ns() - engine->search.start_ns,
                   .line = engine->answer},
    };
    engine_post(engine, &event);
    engine_post_end(engine);
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

void engine_run_worker(void *opaque, int index)
{
    struct engine *engine = opaque;
    search_enter(&engine->search);
    game_run_search(engine->workers[index]);
    search_leave(&engine->search);
}

bool engine_set_workers(struct engine *engine, const void *position)
{
    struct search *search = &engine->search;
    struct error error;
    if (!prepare(engine, &error)) {
        engine_post_text(engine, ENGINE_FAILURE, &error);
        return false;
    }
    search->tt = &engine->tt;
    search->workers = engine->workers;
    search->worker_count = engine->worker_count;
    for (int i = 0; i < engine->worker_count; i++) {
        struct search_worker *worker = engine->workers[i];
        memcpy(worker->position, position, engine->game->position_size);
        atomic_store(&worker->nodes, 0);
        atomic_store(&worker->tb_hits, 0);
        worker->line_count = 0;
        worker->out_of_range = false;
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
    (last ? engine_put : engine_post)(engine, &event);
}

/* Tells the author of a game that its evaluation is wrong. */
static void report_range(struct engine *engine)
{
    struct error notice;
    for (int i = 0; i < engine->worker_count; i++) {
        if (engine->workers[i]->out_of_range) {
            error_set(&notice, "the evaluation of %s is out of range: it was limited to %d to %d",
                      engine->game->name, 1 - SCORE_MATE_FOUND, SCORE_MATE_FOUND - 1);
            engine_post_text(engine, ENGINE_NOTICE, &notice);
            return;
        }
    }
}

void engine_run_search(void *opaque, int index UNUSED)
{
    struct engine *engine = opaque;
    if (answer_from_book(engine)) {
        return;
    }
    if (!engine_set_workers(engine, engine->position)) {
        engine_give_up_search(engine);
        return;
    }
    worker_pool_share(engine->pool, engine->worker_count, engine_run_worker, engine);
    report_range(engine);
    const struct search_worker *worker = engine_best_worker(engine);
    engine->searched = true;
    engine->answer = worker->lines[0];
    if (worker->line_count > 0 && correct(engine, &engine->answer)) {
        put_final(engine, 1, &engine->answer, true);
    } else if (!was_reported(engine, &worker->lines[0])) {
        for (int i = 0; i < worker->line_count; i++) {
            put_final(engine, i + 1, &worker->lines[i], i + 1 == worker->line_count);
        }
    }
    engine_post_end(engine);
}
