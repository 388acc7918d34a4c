/* SPDX-License-Identifier: MIT */
#include "searcher.h"

#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backoff.h"
#include "clock.h"
#include "engine_choice.h"
#include "log.h"
#include "memory.h"

/* How often a search is tried. */
#define MAX_TRIES 2

/* How long an answer may take after `stop` or after a fixed time, in seconds. */
#define ANSWER_S 10.0

/* The option with which engines write and read castling as the interface does: the king captures
 * the rook. */
#define CASTLING_OPTION "UCI_Chess960"

enum searcher_state { STARTING, DOWN, ASLEEP, IDLE, PREPARING, SEARCHING, STOPPING };

/* The options that a request sets. */
static const char *const numbers[] = {"Threads", "Hash", "MultiPV"};
enum { NUMBER_COUNT = LENGTH(numbers) };

struct searcher {
    struct ev_loop *loop;
    struct client_spec spec; /* its dialect is that of the first start */
    struct searcher_handlers handlers;
    void *context;
    struct client *client;
    enum searcher_state state;
    double keep_alive_s;
    bool came_up;
    const struct work *work; /* NULL: none */
    const struct search_handlers *search_handlers;
    void *search_context;
    int tries;      /* failed tries of this work */
    ev_timer timer; /* limits the wait for an answer, or runs until the next start or the sleep */
    struct backoff backoff;
    struct buffer lines;
    /* The engine's state: reset when it is restarted. */
    char *session;
    const char *variant;       /* of the interface's table; NULL: none yet */
    int64_t set[NUMBER_COUNT]; /* the current values of the options; 0: not set */
};

static void start(struct searcher *searcher);

static void wait_for(struct searcher *searcher, double seconds)
{
    ev_timer_stop(searcher->loop, &searcher->timer);
    ev_timer_set(&searcher->timer, seconds, 0);
    ev_timer_start(searcher->loop, &searcher->timer);
}

static void end_work(struct searcher *searcher, const char *failure)
{
    if (searcher->work) {
        searcher->work = NULL;
        searcher->search_handlers->done(searcher->search_context, failure);
    }
}

/* Has the engine rest. Without work it is ended after a while. */
static void rest(struct searcher *searcher)
{
    searcher->state = IDLE;
    if (!searcher->work) {
        wait_for(searcher, searcher->keep_alive_s);
    }
}

/* The work is answered. */
static void finish_work(struct searcher *searcher)
{
    ev_timer_stop(searcher->loop, &searcher->timer);
    searcher->state = IDLE;
    end_work(searcher, NULL);
    if (searcher->state == IDLE) {
        rest(searcher);
    }
}

int64_t searcher_most(const struct client *client, const char *option, int64_t wanted)
{
    const struct engine_option *found = engine_option_find(client_options(client), option);
    int64_t most = found && found->kind == OPTION_SPIN ? found->max : 1;
    return most < wanted ? most : wanted;
}

static void set_option(struct searcher *searcher, const char *name, const char *value)
{
    if (engine_option_find(client_options(searcher->client), name)) {
        client_send(searcher->client,
                    &(struct command){.kind = COMMAND_SETOPTION,
                                      .setoption = {.name = name, .value = value}});
    }
}

/* Sends only options that have changed: some engines clear their table whenever its size is
 * set. */
static void set_numbers(struct searcher *searcher)
{
    const struct work *work = searcher->work;
    const int64_t wanted[NUMBER_COUNT] = {work->threads, work->hash, work->lines};
    for (int i = 0; i < NUMBER_COUNT; i++) {
        char text[24];
        if (searcher->set[i] != wanted[i]) {
            searcher->set[i] = wanted[i];
            snprintf(text, sizeof text, "%lld",
                     (long long)searcher_most(searcher->client, numbers[i], wanted[i]));
            set_option(searcher, numbers[i], text);
        }
    }
}

static void search(struct searcher *searcher)
{
    const struct work *work = searcher->work;
    struct command_position position = work_position(work);
    searcher->state = SEARCHING;
    client_go(searcher->client, &position, &work->go, INT64_MAX);
    if (work->go.given & GO_MOVETIME) {
        wait_for(searcher, (double)work->go.movetime_ms / 1000 + ANSWER_S);
    }
}

/* Sends the request to the engine. A new session is a new game for the engine. */
static void ask(struct searcher *searcher)
{
    const struct work *work = searcher->work;
    struct error reason;
    if (!client_obeys(searcher->client, work->go.given, &reason)) {
        log_line(LOG_LEVEL_WARNING, "the engine cannot search it: %s", reason.text);
        finish_work(searcher);
        return;
    }
    set_numbers(searcher);
    if (searcher->session && strcmp(searcher->session, work->session) == 0 &&
        searcher->variant == work->variant.name) {
        search(searcher);
        return;
    }
    free(searcher->session);
    searcher->session = memory_text(work->session);
    searcher->variant = work->variant.name;
    searcher->state = PREPARING;
    if (work->variant.game) {
        client_prepare(searcher->client, work->variant.game, &work->settings);
    } else {
        set_option(searcher, "UCI_Variant", work->variant.name);
        set_option(searcher, CASTLING_OPTION, "true");
        client_prepare_selected(searcher->client);
    }
}

/* Ends the engine: `killed` at once, otherwise by `quit`. */
static void forget(struct searcher *searcher, bool killed)
{
    ev_timer_stop(searcher->loop, &searcher->timer);
    client_release(searcher->client, killed);
    searcher->client = NULL;
    free(searcher->session);
    searcher->session = NULL;
    searcher->variant = NULL;
    memset(searcher->set, 0, sizeof searcher->set);
}

/* Restarts the engine after a wait, or as soon as there is work. */
static void be_down(struct searcher *searcher, const char *reason)
{
    double wait_s = backoff_take(&searcher->backoff);
    log_line(LOG_LEVEL_ERROR, "%s; the next start is in %.1f s", reason, wait_s);
    forget(searcher, true);
    searcher->state = DOWN;
    wait_for(searcher, wait_s);
    end_work(searcher, reason);
}

/* Handles an engine that has failed. Its work is tried again unless it was being stopped. */
static void fail(struct searcher *searcher, const char *reason)
{
    if (searcher->work && searcher->state != STOPPING && ++searcher->tries < MAX_TRIES) {
        log_line(LOG_LEVEL_WARNING, "%s; it is started again", reason);
        forget(searcher, true);
        start(searcher);
    } else {
        be_down(searcher, reason);
    }
}

static void sleep_now(struct searcher *searcher)
{
    log_line(LOG_LEVEL_INFO, "no work for %.0f s: the engine is ended until there is some",
             searcher->keep_alive_s);
    forget(searcher, false);
    searcher->state = ASLEEP;
}

static void on_ready(void *context)
{
    struct searcher *searcher = context;
    bool first = !searcher->came_up;
    if (searcher->state == STARTING) {
        searcher->came_up = true;
        searcher->spec.dialect = client_dialect(searcher->client);
        set_option(searcher, "UCI_AnalyseMode", "true");
    }
    rest(searcher);
    if (first) {
        searcher->handlers.ready(searcher->context, searcher->client);
    } else if (searcher->work) {
        ask(searcher);
    }
}

/* True if an engine's answer is a legal move, or no move if there is none. If we do not have the
 * rules, the answer must look like a move, or be none. */
static bool check_answer(const struct searcher *searcher, const char *answer, struct error *error)
{
    struct move_list list = {.count = 0};
    struct error reason;
    move_t move;
    const struct game_record *record = &searcher->work->record;
    if (!searcher->work->variant.game) {
        return !answer || variant_is_move(answer) ||
               error_set(error, "the engine answered '%.40s': this is no move", answer);
    }
    const char *text = game_record_answer(record, answer);
    record->game->legal_moves(record->position, &list);
    if (!text) {
        return list.count == 0 || error_set(error, "the engine answered that it has no move");
    }
    return record->game->parse_move(record->position, text, &move, &reason) ||
           error_set(error, "the engine answered '%.40s': %.200s", text, reason.text);
}

static bool is_wanted(const struct event *event)
{
    if (event->kind == EVENT_INFO) {
        const struct event_info *info = &event->info;
        return info->has_score && info->pv && *info->pv && info->multipv <= WORK_LINES_MOST;
    }
    return event->kind == EVENT_BESTMOVE;
}

void searcher_format_line(const struct event *event, struct buffer *out)
{
    struct dialect_state state = {0};
    struct event line = *event;
    if (!is_wanted(event)) {
        return;
    }
    if (line.kind == EVENT_INFO) {
        line.info.has_wdl = false;
        line.info.multipv = line.info.multipv > 0 ? line.info.multipv : 1;
    }
    dialect_uci.format_event(&state, &line, out);
}

static void on_event(void *context, const struct event *event, int64_t when_ns UNUSED)
{
    struct searcher *searcher = context;
    struct error reason;
    if (searcher->state != SEARCHING && searcher->state != STOPPING) {
        return;
    }
    if (event->kind == EVENT_BESTMOVE && searcher->state == SEARCHING && searcher->work &&
        !check_answer(searcher, event->bestmove.move, &reason)) {
        fail(searcher, reason.text);
        return;
    }
    searcher_format_line(event, &searcher->lines);
    if (buffer_length(&searcher->lines) > 0 && !searcher->lines.failed) {
        searcher->search_handlers->lines(searcher->search_context, buffer_text(&searcher->lines),
                                         buffer_length(&searcher->lines));
    }
    buffer_clear(&searcher->lines);
    if (event->kind == EVENT_BESTMOVE) {
        backoff_reset(&searcher->backoff);
        finish_work(searcher);
    }
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct searcher *searcher = context;
    struct error whole;
    engine_choice_failure(&searcher->spec, failure, reason, &whole);
    if (searcher->state != STARTING) {
        fail(searcher, whole.text);
    } else if (searcher->came_up) {
        be_down(searcher, whole.text);
    } else {
        forget(searcher, true);
        searcher->state = DOWN;
        searcher->handlers.unusable(searcher->context, whole.text);
    }
}

static void on_timer(struct ev_loop *loop UNUSED, ev_timer *timer, int events UNUSED)
{
    struct searcher *searcher = timer->data;
    if (searcher->state == DOWN) {
        start(searcher);
    } else if (searcher->state == IDLE) {
        sleep_now(searcher);
    } else {
        fail(searcher, searcher->state == STOPPING ? "the engine does not stop"
                                                   : "the engine gives no answer");
    }
}

static void start(struct searcher *searcher)
{
    static const struct client_handlers handlers = {
        .ready = on_ready, .event = on_event, .failed = on_failed};
    searcher->state = STARTING;
    searcher->client =
        memory_checked(client_open(searcher->loop, &searcher->spec, &handlers, searcher));
}

struct searcher *searcher_create(struct ev_loop *loop, const struct client_spec *spec,
                                 double keep_alive_s, const struct searcher_handlers *handlers,
                                 void *context)
{
    struct searcher *searcher = memory_zeroed(1, sizeof *searcher);
    *searcher = (struct searcher){.loop = loop,
                                  .spec = *spec,
                                  .keep_alive_s = keep_alive_s,
                                  .handlers = *handlers,
                                  .context = context};
    backoff_init(&searcher->backoff, (uint64_t)clock_ns());
    ev_timer_init(&searcher->timer, on_timer, 0, 0);
    searcher->timer.data = searcher;
    start(searcher);
    return searcher;
}

void searcher_destroy(struct searcher *searcher)
{
    if (searcher) {
        ev_timer_stop(searcher->loop, &searcher->timer);
        client_release(searcher->client, false);
        free(searcher->session);
        buffer_finish(&searcher->lines);
        free(searcher);
    }
}

void searcher_begin(struct searcher *searcher, const struct work *work,
                    const struct search_handlers *handlers, void *context)
{
    searcher->work = work;
    searcher->search_handlers = handlers;
    searcher->search_context = context;
    searcher->tries = 0;
    if (searcher->state == IDLE) {
        ev_timer_stop(searcher->loop, &searcher->timer);
        ask(searcher);
    } else if (searcher->state == DOWN || searcher->state == ASLEEP) {
        ev_timer_stop(searcher->loop, &searcher->timer); /* a request is waiting: restart now */
        start(searcher);
    }
}

bool searcher_stop(struct searcher *searcher)
{
    if (!searcher->work) {
        return true;
    }
    if (searcher->state == SEARCHING) {
        searcher->state = STOPPING;
        client_send(searcher->client, &(struct command){.kind = COMMAND_STOP});
        wait_for(searcher, ANSWER_S);
    } else if (searcher->state != STOPPING) {
        searcher->work = NULL;
    }
    return !searcher->work;
}
