/* SPDX-License-Identifier: MIT */
/* A search from its limits to its answer: the workers, their clock, the line that counts. */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine_state.h"

/* Reads the legal moves of `searchmoves`. Illegal moves are ignored, as are words beyond
 * MAX_MOVES. */
static void read_searchmoves(const struct engine *engine, const char *text, struct move_list *list)
{
    char word[32];
    list->count = 0;
    for (int words = 0; words < MAX_MOVES; words++) {
        text += strspn(text, " ");
        size_t length = strcspn(text, " ");
        if (length == 0) {
            return;
        }
        if (length < sizeof word) {
            memcpy(word, text, length);
            word[length] = '\0';
            move_t move;
            struct error ignored;
            if (engine->game->parse_move(engine->position, word, &move, &ignored) &&
                move_list_find(list, move) < 0) {
                move_list_add(list, move);
            }
        }
        text += length;
    }
}

static void set_limits(struct engine *engine, const struct engine_limits *given)
{
    struct search_limits *limits = &engine->search.limits;
    *limits = (struct search_limits){
        .depth = MAX_PLY - 1,
        .nodes = given->has_nodes ? given->nodes : UINT64_MAX,
        .mate_plies = !given->has_mate              ? 0
                      : given->mate_plies < MAX_PLY ? given->mate_plies
                                                    : MAX_PLY,
        .multipv = engine->options.multipv,
        .algorithm = (enum search_algorithm)engine->options.algorithm,
        .restricted = given->searchmoves != NULL,
    };
    if (given->has_depth) {
        int depth = given->depth < 1 ? 1 : given->depth;
        limits->depth = depth < MAX_PLY - 1 ? depth : MAX_PLY - 1;
    }
    if (limits->nodes == 0) {
        limits->nodes = 1;
    }
    if (given->searchmoves) {
        read_searchmoves(engine, given->searchmoves, &limits->root_moves);
    }
    engine->clock = (struct time_control){
        .has_movetime = given->has_movetime,
        .has_clock = given->has_clock,
        .movetime = given->movetime_ms,
        .remaining = given->time_ms,
        .increment = given->increment_ms,
        .movestogo = given->movestogo,
        .overhead = engine->options.move_overhead_ms,
        .ponders = engine->options.ponder,
    };
}

static int64_t after(int64_t start, int64_t duration)
{
    return duration > INT64_MAX - start ? INT64_MAX : start + duration;
}

/* Starts the engine's clock: sets the deadline for the workers, and returns the one for the
 * owner. */
static int64_t start_clock(struct engine *engine, int64_t now)
{
    struct time_budget budget = time_control_budget(&engine->clock);
    struct search_control *control = &engine->search.control;
    atomic_store(&control->clock_start, now);
    atomic_store(&control->soft_deadline, after(now, budget.soft));
    return after(now, budget.hard);
}

int64_t engine_ponderhit(struct engine *engine)
{
    return start_clock(engine, clock_ns());
}

static void post_report(void *context, const struct search_report *report)
{
    struct engine *engine = context;
    engine->last_report = *report;
    struct engine_event event = {.kind = ENGINE_REPORT, .report = *report};
    engine_post(engine, &event);
}

static void post_progress(void *context, const struct search_report *report)
{
    engine_post(context, &(struct engine_event){.kind = ENGINE_REPORT, .report = *report});
}

void engine_ask(struct engine *engine)
{
    if (engine->busy && engine_queue_place(engine) == 0) {
        search_ask(&engine->search);
    }
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
    const struct search_line *last = &engine->last_report.line;
    return engine->search.limits.multipv == 1 && engine->last_report.multipv == 1 &&
           last->bound == BOUND_EXACT && last->depth == line->depth && last->score == line->score &&
           last->length == line->length && last->pv[0] == line->pv[0] &&
           engine->last_report.nodes == search_nodes(&engine->search);
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
    engine_post(engine, &(struct engine_event){
                            .kind = ENGINE_REPORT,
                            .final = true,
                            .report = {.multipv = 1,
                                       .elapsed_ns = clock_ns() - engine->search.start_ns,
                                       .line = engine->fallback},
                        });
    engine_post_end(engine);
}

/* Answers for a search that never began: the first move that is allowed, which needs no processor.
 * On the owner's thread, or on worker 0's if allocation fails. */
static void give_up_search(struct engine *engine)
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
    if (!engine_prepare(engine, &error)) {
        engine_post_failure(engine, &error);
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

static void run_search(void *opaque, int index)
{
    (void)index;
    struct engine *engine = opaque;
    if (answer_from_book(engine)) {
        return;
    }
    if (!set_workers(engine)) {
        give_up_search(engine);
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
        struct engine_event event = {.kind = ENGINE_REPORT, .final = true};
        event.report.multipv = 1;
        event.report.line = engine->fallback;
        search_fill_report(&engine->search, &event.report);
        mailbox_post(&engine->mailbox, &event); /* the end, which follows, wakes the owner */
    } else if (!was_reported(engine, &worker->lines[0])) {
        for (int i = 0; i < worker->line_count; i++) {
            struct engine_event event = {.kind = ENGINE_REPORT, .final = true};
            event.report.multipv = i + 1;
            event.report.line = worker->lines[i];
            search_fill_report(&engine->search, &event.report);
            if (i + 1 < worker->line_count) {
                engine_post(engine, &event);
            } else {
                mailbox_post(&engine->mailbox,
                             &event); /* the end, which follows, wakes the owner */
            }
        }
    }
    engine_post_end(engine);
}

/* Answers a rejected position: the reason, and no move. Needs neither a worker nor a processor, and
 * the smallest mailbox has room for both events. */
static void answer_rejected(struct engine *engine, const struct error *reason)
{
    engine->busy = true;
    engine->best_worker = -1;
    engine->is_corrected = false;
    engine->fallback = (struct search_line){.bound = BOUND_EXACT};
    engine_post_failure(engine, reason);
    engine_post_end(engine);
}

int64_t engine_go(struct engine *engine, const struct engine_limits *limits)
{
    int64_t now = clock_ns();
    struct error reason;
    if (!engine_has_position(engine, "go", &reason)) {
        answer_rejected(engine, &reason);
        return INT64_MAX;
    }
    set_limits(engine, limits);
    struct search *search = &engine->search;
    search->game = engine->game;
    search->settings = &engine->settings;
    search->start_ns = now;
    search->seed = (uint64_t)now;
    search->report = post_report;
    search->progress = post_progress;
    search->report_context = engine;
    engine->last_report.multipv = 0;
    engine->is_corrected = false;
    engine->may_use_book = !limits->infinite && !limits->ponder && search->limits.multipv == 1 &&
                           !engine->options.analyse_mode;
    engine->best_worker = -1;
    atomic_store(&search->control.clock_start, now);
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    int64_t deadline = limits->infinite || limits->ponder ? INT64_MAX : start_clock(engine, now);
    engine_start_job(engine, engine->options.threads, run_search, give_up_search);
    return deadline;
}

int engine_line_count(const struct engine *engine)
{
    return engine->best_worker < 0 || engine->is_corrected
               ? 1
               : engine->workers[engine->best_worker]->line_count;
}

uint64_t engine_nodes(const struct engine *engine)
{
    return engine->best_worker < 0 ? 0 : search_nodes(&engine->search);
}

const struct search_line *engine_line(const struct engine *engine, int index)
{
    return engine->best_worker < 0 || engine->is_corrected
               ? &engine->fallback
               : &engine->workers[engine->best_worker]->lines[index];
}
