/* SPDX-License-Identifier: MIT */
#include "worker.h"

#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "memory.h"

/* How often a position is tried, and how often an engine is started in a row without success. */
#define MAX_TRIES  2
#define MAX_STARTS 2

enum worker_state {
    WORKER_STARTING,  /* the engine has not sent its greeting */
    WORKER_PREPARING, /* a new game; the engine must be ready before the search */
    WORKER_SEARCHING, /* the search has begun */
    WORKER_IDLE       /* no task is left, or the engine cannot be started */
};

struct worker {
    struct ev_loop *loop;
    const struct options *options;
    const struct client_spec *spec; /* of the engine */
    const struct worker_handlers *handlers;
    void *context;
    struct client *client;
    enum worker_state state;
    struct task *task; /* NULL: none */
    int tries;         /* failed attempts at the task */
    int starts;        /* failed starts of the engine, in a row */
    ev_timer patience;
    int64_t asked_ns;
};

static void start(struct worker *worker);

/* Returns how long the engine may take, in seconds. */
static double patience(const struct worker *worker)
{
    return worker->options->timeout_s + (double)worker->task->movetime_ms / 1000;
}

static void search(struct worker *worker)
{
    const struct task *task = worker->task;
    const struct saved_game *saved = &task->open->study.entry.saved;
    const struct command_position position = {.fen = saved->record.fen, .moves = task->moves};
    struct command_go go = worker->options->go;
    if (task->movetime_ms > 0) {
        go.movetime_ms = task->movetime_ms;
        go.given |= GO_MOVETIME;
    }
    worker->asked_ns =
        worker->state == WORKER_PREPARING
            ? client_go(worker->client, &position, &go, -1)
            : client_prepare_and_go(worker->client, saved->game, &saved->settings, &position, &go);
    worker->state = WORKER_SEARCHING;
    ev_timer_stop(worker->loop, &worker->patience);
    ev_timer_set(&worker->patience, patience(worker), 0);
    ev_timer_start(worker->loop, &worker->patience);
}

static void ask(struct worker *worker)
{
    const struct saved_game *saved = &worker->task->open->study.entry.saved;
    found_clear(&worker->task->found);
    /* If a dialect matches answers to commands only by their order, or the engine has yet to show
     * how it writes moves, it must be ready before it gets the search. Otherwise we send the search
     * right after the new game, without waiting for readyok. */
    if (client_must_prepare(worker->client, saved->game)) {
        worker->state = WORKER_PREPARING;
        client_prepare(worker->client, saved->game, &saved->settings);
    } else {
        search(worker);
    }
}

static void take_task(struct worker *worker)
{
    worker->tries = 0;
    worker->task = worker->handlers->next(worker->context);
    if (worker->task) {
        ask(worker);
    } else {
        worker->state = WORKER_IDLE;
        client_release(worker->client, false);
        worker->client = NULL;
    }
}

/* Delivers the result after `go_on` has given the engine its next task, so that the engine does not
 * wait; before, if the next task depends on it, as with a time budget. */
static void finish(struct worker *worker, void (*go_on)(struct worker *worker))
{
    struct task *task = worker->task;
    worker->task = NULL;
    ev_timer_stop(worker->loop, &worker->patience);
    const bool counts = task->movetime_ms > 0;
    if (counts) {
        worker->handlers->done(worker->context, task);
    }
    go_on(worker);
    if (!counts) {
        worker->handlers->done(worker->context, task);
    }
}

/* The engine has failed: restarts it, and tries the position again. */
static void fail(struct worker *worker, const char *reason)
{
    ev_timer_stop(worker->loop, &worker->patience);
    client_release(worker->client, true);
    worker->client = NULL;
    if (worker->task) {
        found_clear(&worker->task->found);
    }
    if (worker->task && ++worker->tries == MAX_TRIES) {
        worker->task->found.failure = memory_text(reason);
        finish(worker, start);
    } else {
        start(worker);
    }
}

static void on_ready(void *context)
{
    struct worker *worker = context;
    if (worker->state == WORKER_STARTING) {
        worker->starts = 0;
        if (worker->task) {
            ask(worker);
        } else {
            take_task(worker);
        }
    } else if (worker->state == WORKER_PREPARING) {
        search(worker);
    }
}

/* Notes since when the reports fulfil the claim of the position. */
static void judge(struct task *task, const struct found_line *line, int64_t time_us)
{
    const struct entry *entry = &task->open->study.entry;
    struct found *found = &task->found;
    if (!entry->is_claimed) {
        return;
    }
    if (!claim_holds(&entry->claim, entry->saved.game, task->position, line)) {
        found->solved_nodes = found->solved_us = -1;
    } else if (found->solved_us < 0) {
        found->solved_nodes = line->nodes > 0 ? line->nodes : 0;
        found->solved_us = time_us;
    }
}

static void take_info(struct worker *worker, const struct event_info *info, int64_t when_ns)
{
    struct task *task = worker->task;
    if (found_take(&task->found, info) && info->multipv <= 1) {
        judge(task, &task->found.lines[0], (when_ns - worker->asked_ns) / 1000);
    }
}

/* Judges the claim by the answer if it is not the first move of the best line. */
static void judge_answer(struct task *task)
{
    struct found *found = &task->found;
    struct found_line line = {.nodes = 0};
    if (found->line_count > 0) {
        line = found->lines[0];
    }
    line.pv = found->best;
    judge(task, &line, found->time_us);
}

static void take_answer(struct worker *worker, const struct event_bestmove *answer, int64_t when_ns)
{
    struct error reason;
    struct task *task = worker->task;
    struct found *found = &task->found;
    const struct game *game = task->open->study.entry.saved.game;
    const char *move = game_answer(game, task->position, answer->move);
    snprintf(found->best, sizeof found->best, "%s", move ? move : "");
    found->time_us = (when_ns - worker->asked_ns) / 1000;
    const char *why = client_complaint(worker->client);
    struct error whole = {""};
    if (!move && *why) {
        error_set(&whole, "the engine answered no move: %.280s", why);
    } else if (!found_check(found, game, task->position, &reason)) {
        error_set(&whole, "the engine answered %.280s", reason.text);
    }
    if (whole.text[0]) {
        fail(worker, whole.text);
        return;
    }
    judge_answer(task);
    finish(worker, take_task);
}

static void on_event(void *context, const struct event *event, int64_t when_ns)
{
    struct worker *worker = context;
    if (worker->state != WORKER_SEARCHING) {
        return;
    }
    if (event->kind == EVENT_INFO) {
        take_info(worker, &event->info, when_ns);
    } else if (event->kind == EVENT_BESTMOVE) {
        take_answer(worker, &event->bestmove, when_ns);
    }
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct worker *worker = context;
    struct error whole;
    error_set(&whole, "the engine %s%.280s", failure == CLIENT_GONE ? "" : "failed: ", reason);
    if (worker->state != WORKER_STARTING) {
        fail(worker, whole.text);
        return;
    }
    client_release(worker->client, true);
    worker->client = NULL;
    if (++worker->starts == MAX_STARTS) {
        worker->state = WORKER_IDLE;
        worker->handlers->lost(worker->context, whole.text);
    } else {
        start(worker);
    }
}

static void on_patience(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct worker *worker = timer->data;
    struct error reason;
    (void)loop;
    (void)events;
    error_set(&reason, "the engine gave no answer in %g s", patience(worker));
    fail(worker, reason.text);
}

static void start(struct worker *worker)
{
    static const struct client_handlers handlers = {
        .ready = on_ready, .event = on_event, .failed = on_failed};
    worker->state = WORKER_STARTING;
    worker->client = client_open(worker->loop, worker->spec, &handlers, worker);
}

struct worker *worker_create(struct ev_loop *loop, const struct options *options,
                             const struct client_spec *spec, const struct worker_handlers *handlers,
                             void *context)
{
    struct worker *worker = memory_zeroed(1, sizeof *worker);
    *worker = (struct worker){
        .loop = loop, .options = options, .spec = spec, .handlers = handlers, .context = context};
    ev_timer_init(&worker->patience, on_patience, 0, 0);
    worker->patience.data = worker;
    start(worker);
    return worker;
}

void worker_destroy(struct worker *worker)
{
    if (worker) {
        ev_timer_stop(worker->loop, &worker->patience);
        client_release(worker->client, true);
        task_free(worker->task);
        free(worker);
    }
}
