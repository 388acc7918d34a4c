/* SPDX-License-Identifier: MIT */
/* An engine at work, on its owner's thread: its jobs, their events, and the search of a position
 * from the limits to the answer. */
#include "engine_state.h"

#include <string.h>

#include "clock.h"

const struct game *engine_game(const struct engine *engine)
{
    return engine->game;
}

const struct game *const *engine_games(const struct engine *engine)
{
    return engine->config.games;
}

const struct game_settings *engine_settings(const struct engine *engine)
{
    return &engine->settings;
}

const void *engine_position(const struct engine *engine)
{
    return engine->position;
}

bool engine_shows_wdl(const struct engine *engine)
{
    return engine->options.show_wdl;
}

bool engine_shows_iterations(const struct engine *engine)
{
    return engine->options.algorithm != ALGORITHM_ALPHABETA;
}

bool engine_has_position(const struct engine *engine, const char *command, struct error *error)
{
    return !engine->rejection.text[0] ||
           error_set(error,
                     "%s: the last position was rejected; expected another position or a new "
                     "game. The reason was: %s",
                     command, engine->rejection.text);
}

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

/* The work cannot begin: reports why, and answers without it. */
static void fail(struct engine *engine, const struct error *error)
{
    engine_post_text(engine, ENGINE_FAILURE, error);
    if (engine->give_up) {
        engine->give_up(engine);
    } else {
        engine_post_end(engine);
    }
}

void engine_start_job(struct engine *engine, int weight, worker_job *job,
                      void (*give_up)(struct engine *engine))
{
    struct scheduler *scheduler = engine->config.scheduler;
    struct error error;
    mailbox_grow(engine);
    atomic_store(&engine->cancelled, false);
    search_rearm(&engine->search);
    engine->give_up = give_up;
    engine->busy = true;
    if (worker_pool_grow(engine->pool, 1, &error) < 1) {
        fail(engine, &error);
        return;
    }
    if (!scheduler) {
        worker_pool_start(engine->pool, job, engine);
        return;
    }
    engine->search.rested = scheduler->wake;
    engine->search.rested_context = scheduler->wake_context;
    engine->schedule.search = &engine->search;
    engine->schedule.peer = engine->config.peer;
    engine->schedule.weight = weight;
    engine->schedule.pool = engine->pool;
    engine->schedule.job = job;
    engine->schedule.context = engine;
    scheduler_join(scheduler, &engine->schedule, clock_ns());
}

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
        .multipv = !given->multipv                ? engine->options.multipv
                   : given->multipv < MAX_MULTIPV ? given->multipv
                                                  : MAX_MULTIPV,
        .algorithm = (enum search_algorithm)engine->options.algorithm,
        .evaluation = engine_evaluation(engine),
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
    if (given->excepts) {
        struct move_list all = {.count = 0}, banned = limits->root_moves;
        engine->game->legal_moves(engine->position, &all);
        limits->root_moves.count = 0;
        for (int i = 0; i < all.count; i++) {
            if (move_list_find(&banned, all.moves[i]) < 0) {
                move_list_add(&limits->root_moves, all.moves[i]);
            }
        }
    }
    engine->clock = given->clock;
    engine->clock.overhead = engine->options.move_overhead_ms;
    engine->clock.ponders = engine->options.ponder;
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

void engine_ask(struct engine *engine)
{
    if (engine->busy && engine_queue_place(engine) == 0) {
        search_ask(&engine->search);
    }
}

/* Answers a rejected position: the reason, and no move. Needs neither a worker nor a processor, and
 * the smallest mailbox has room for both events. */
static void answer_rejected(struct engine *engine, const struct error *reason)
{
    engine->busy = true;
    engine->searched = false;
    engine->answer = (struct search_line){.bound = BOUND_EXACT};
    engine_post_text(engine, ENGINE_FAILURE, reason);
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
    search->report = engine_post_report;
    search->report_context = engine;
    search->last_report.multipv = 0;
    engine->may_use_book = !limits->infinite && !limits->ponder && search->limits.multipv == 1 &&
                           !engine->options.analyse_mode;
    engine->searched = false;
    atomic_store(&search->control.clock_start, now);
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    int64_t deadline = limits->infinite || limits->ponder ? INT64_MAX : start_clock(engine, now);
    engine_start_job(engine, engine->options.threads, engine_run_search, engine_give_up_search);
    return deadline;
}

uint64_t engine_nodes(const struct engine *engine)
{
    return engine->searched ? search_nodes(&engine->search) : 0;
}

const struct search_line *engine_line(const struct engine *engine)
{
    return &engine->answer;
}

bool engine_renew(struct engine *engine)
{
    if (!engine_is_outdated(engine)) {
        return false;
    }
    engine_start_job(engine, 1, engine_run_renew, NULL);
    return true;
}

/* A larger table is not warmed up, in MiB: a large Hash delays nothing. */
#define WARM_UP_MEGABYTES 256

bool engine_warm_up(struct engine *engine)
{
    bool untouched = !engine->tt.buckets || engine->tt.untouched || engine_is_outdated(engine);
    if (engine->config.remote || engine->options.hash_megabytes > WARM_UP_MEGABYTES) {
        return engine_renew(engine);
    }
    if (untouched) {
        engine_start_job(engine, 1, engine_run_warm_up, NULL);
    }
    return untouched;
}
