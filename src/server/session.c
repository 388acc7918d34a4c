#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "session_state.h"

/* Commands that wait for a search at most; a client that sends more loses the rest. */
#define WAITING_LIMIT       10000
#define WAITING_BYTES_LIMIT ((size_t)4 << 20)

/* A stopped search is waited for without sleeping for so long: it ends within microseconds, unless
 * its thread has no processor. */
#define STOP_PATIENCE_NS 30000

void session_say(struct session *session, const struct event *event)
{
    session->dialect->format_event(&session->dialect_state, event,
                                   connection_output(session->connection));
}

void session_say_text(struct session *session, enum event_kind kind, const char *text)
{
    struct event event = {.kind = kind, .text = text};
    session_say(session, &event);
}

void session_refuse(struct session *session, enum event_kind kind, const char *text)
{
    session->dialect_state = session->state_before;
    session_say_text(session, kind, text);
}

static void say_error(struct session *session, const char *text)
{
    session_say_text(session, EVENT_ERROR, text);
}

void session_arm(struct session *session, int64_t deadline)
{
    ev_timer_stop(session->config.loop, &session->overdue);
    if (deadline == INT64_MAX) {
        return;
    }
    int64_t left = deadline - clock_ns();
    if (left <= 0) {
        engine_stop(session->engine);
        return;
    }
    /* Timers count from the loop's own idea of now, which may be old. */
    ev_now_update(session->config.loop);
    ev_timer_set(&session->overdue, (double)left / (double)NS_PER_SECOND, 0.);
    ev_timer_start(session->config.loop, &session->overdue);
}

static void take_events(struct session *session);

void session_await(struct session *session)
{
    if (engine_await_end(session->engine, STOP_PATIENCE_NS)) {
        take_events(session);
    }
}

static void on_overdue(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    struct session *session = watcher->data;
    engine_stop(session->engine);
    session_await(session);
}

static void answer(struct session *session)
{
    report_held(session);
    if (!session->discarded) {
        report_bestmove(session);
    }
    session->work = WORK_NONE;
    session->holding = false;
}

void session_stop(struct session *session)
{
    session->answers_when_asked = false;
    session->stopped = true;
    if (session->holding) {
        answer(session);
    } else if (session->work != WORK_NONE) {
        engine_stop(session->engine);
    }
}

/* Puts a line at the end of those that wait. */
static void wait_with(struct session *session, enum command_kind kind, const char *line)
{
    size_t size = strlen(line) + 1;
    bool fits = session->waiting_count < WAITING_LIMIT &&
                session->waiting_bytes + size <= WAITING_BYTES_LIMIT;
    struct session_waiting *waiting = fits ? malloc(sizeof *waiting + size) : NULL;
    if (!waiting) {
        say_error(session, "too many commands wait for the search to end: this one is dropped");
        return;
    }
    waiting->next = NULL;
    waiting->kind = kind;
    memcpy(waiting->line, line, size);
    *session->waiting_end = waiting;
    session->waiting_end = &waiting->next;
    session->waiting_kinds[kind]++;
    session->waiting_count++;
    session->waiting_bytes += size;
}

/* Takes the first line off those that wait; the caller frees it. */
static struct session_waiting *take_waiting(struct session *session)
{
    struct session_waiting *first = session->waiting;
    session->waiting = first->next;
    if (!session->waiting) {
        session->waiting_end = &session->waiting;
    }
    session->waiting_kinds[first->kind]--;
    session->waiting_count--;
    session->waiting_bytes -= strlen(first->line) + 1;
    return first;
}

void session_forget_waiting(struct session *session)
{
    while (session->waiting) {
        free(take_waiting(session));
    }
}

/* A command came that must wait for the work under way. It may be the end of that work. */
static void interrupt_for(struct session *session, enum command_kind kind)
{
    if (session->work != WORK_SEARCH) {
        return;
    }
    /* Nobody waits for the answer of a game that is gone, unless `stop` asked for it already. */
    if (kind == COMMAND_NEWGAME && !session->stopped) {
        session->discarded = true;
    }
    bool replaces = kind == COMMAND_POSITION || kind == COMMAND_GO;
    if (kind == COMMAND_NEWGAME || (replaces && session->unlimited)) {
        session_stop(session);
    }
}

/* What came for a search that has only just begun: its clock, and its end. It waits with the rest
 * when it may mean a search that waits, too. */
static bool follows_search(enum command_kind kind)
{
    return kind == COMMAND_STOP || kind == COMMAND_PONDERHIT;
}

static void run_waiting(struct session *session);

static void take_line(struct session *session, const char *text, char *line)
{
    if (!session->dialect_chosen) {
        const struct dialect *dialect = dialect_of_line(line);
        if (dialect) {
            session->dialect = dialect;
            session->dialect_chosen = true;
        }
    }
    struct command command = {.kind = COMMAND_NOTHING};
    struct error error = {""};
    /* A line that must wait is read again when its turn comes: until then it changes nothing. */
    struct dialect_state state = session->dialect_state;
    bool right = session->dialect->parse_command(&state, line, &command, &error);
    bool known = right && command.kind != COMMAND_UNKNOWN;
    bool must_wait = (session->work != WORK_NONE || (session->waiting && !session->draining)) &&
                     !(known ? commands_run_while_working(session, command.kind)
                             : !session->dialect->lines_build_on_another);
    if (!right && !must_wait) {
        session->dialect_state = state;
        say_error(session, error.text);
        return;
    }
    if (must_wait) {
        command.kind = known ? command.kind : COMMAND_NOTE;
        interrupt_for(session, command.kind);
        wait_with(session, command.kind, text);
        run_waiting(session);
        return;
    }
    session->state_before = session->dialect_state;
    session->dialect_state = state;
    /* It waits before it runs: running it may begin the search that it is meant for, too. */
    if (follows_search(command.kind) && session->waiting && !session->draining) {
        wait_with(session, command.kind, text);
    }
    commands_run(session, &command);
}

void session_run_line(struct session *session, const char *text)
{
    if (session->finished) {
        return;
    }
    char *line = strdup(text);
    if (!line) {
        say_error(session, "out of memory for this command");
        return;
    }
    take_line(session, text, line);
    free(line);
}

/* Nothing is under way and nothing waits. */
static bool is_idle(const struct session *session)
{
    return session->work == WORK_NONE && !session->waiting;
}

/* Work began from among those that wait: the first behind it that would end it does. */
static void interrupt_for_waiting(struct session *session)
{
    const int *kinds = session->waiting_kinds;
    int ends = kinds[COMMAND_STOP] + kinds[COMMAND_NEWGAME];
    int replaces = kinds[COMMAND_POSITION] + kinds[COMMAND_GO];
    bool searches = session->work == WORK_SEARCH;
    if (session->work == WORK_NONE || ends + (searches && session->unlimited ? replaces : 0) == 0) {
        return;
    }
    const struct session_waiting *waiting = session->waiting;
    while (waiting && !session->stopped) {
        if (waiting->kind == COMMAND_STOP) {
            session_stop(session);
        } else {
            interrupt_for(session, waiting->kind);
        }
        waiting = waiting->next;
    }
}

static void run_first_waiting(struct session *session)
{
    struct session_waiting *first = take_waiting(session);
    session->draining = true;
    session_run_line(session, first->line);
    session->draining = false;
    free(first);
    if (session->ending) {
        session_stop(session);
    }
}

static void run_waiting(struct session *session)
{
    do {
        while (session->waiting &&
               (session->work == WORK_NONE || follows_search(session->waiting->kind))) {
            run_first_waiting(session);
        }
        interrupt_for_waiting(session);
    } while (session->waiting && session->work == WORK_NONE);
    if (is_idle(session) && (session->ending || session->end_when_idle) && !session->finished) {
        session->finished = true;
        connection_finish(session->connection);
    }
}

/* The engine's work has ended. */
static void end_work(struct session *session)
{
    ev_timer_stop(session->config.loop, &session->overdue);
    if (session->work == WORK_SEARCH) {
        /* Under UCI a search without an end of its own is answered only when asked for. */
        if (session->answers_when_asked && session->dialect != &dialect_ugi) {
            session->holding = true;
            return;
        }
        answer(session);
    } else if (session->work == WORK_WARM_UP) {
        session_say(session, &(struct event){.kind = session->owed});
    }
    session->work = WORK_NONE;
}

/* Says what the workers have found. */
static void take_events(struct session *session)
{
    struct engine_event event;
    while (engine_take(session->engine, &event)) {
        switch (event.kind) {
        case ENGINE_REPORT:
            report_search(session, &event.report, event.final);
            break;
        case ENGINE_PERFT_MOVE:
        case ENGINE_PERFT_TOTAL:
            report_perft(session, &event);
            break;
        case ENGINE_BENCH_MOVE:
        case ENGINE_BENCH_TOTAL:
            report_bench(session, &event);
            break;
        case ENGINE_END:
            end_work(session);
            run_waiting(session);
            break;
        }
    }
    connection_flush(session->connection);
}

static void on_woken(struct ev_loop *loop, struct ev_async *watcher, int events)
{
    (void)loop, (void)events;
    struct session *session = watcher->data;
    take_events(session);
    if (session->over && !engine_is_busy(session->engine)) {
        session->config.over(session->config.owner, session);
    }
}

/* On a worker's thread. */
static void wake(void *context)
{
    struct session *session = context;
    ev_async_send(session->config.loop, &session->woken);
}

static void on_line(void *owner, char *line)
{
    session_run_line(owner, line);
}

static void on_line_too_long(void *owner)
{
    say_error(owner, "line too long: at most 65536 characters; it is ignored");
}

void session_end(struct session *session)
{
    session->ending = true;
    session_stop(session);
    run_waiting(session);
    connection_flush(session->connection);
}

static void on_ended(void *owner)
{
    session_end(owner);
}

/* The connection is gone. The engine may still be at work: the session is over when it is not. */
static void on_closed(void *owner)
{
    struct session *session = owner;
    session->finished = session->over = session->ending = true;
    session->answers_when_asked = false;
    session_forget_waiting(session);
    if (engine_is_busy(session->engine)) {
        engine_stop(session->engine);
    } else {
        session->config.over(session->config.owner, session);
    }
}

void session_end_when_idle(struct session *session)
{
    session->end_when_idle = true;
    run_waiting(session);
    connection_flush(session->connection);
}

struct session *session_create(const struct session_config *config, struct error *error)
{
    static const struct connection_owner calls = {on_line, on_line_too_long, on_ended, on_closed};
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        error_set(error, "out of memory for a session");
        return NULL;
    }
    session->config = *config;
    session->dialect = config->dialect ? config->dialect : &dialect_uci;
    session->dialect_chosen = config->dialect != NULL;
    session->waiting_end = &session->waiting;
    ev_async_init(&session->woken, on_woken);
    ev_timer_init(&session->overdue, on_overdue, 0., 0.);
    session->woken.data = session->overdue.data = session;
    session->config.engine.wake = wake;
    session->config.engine.wake_context = session;
    session->engine = engine_create(&session->config.engine, error);
    if (session->engine) {
        session->connection = connection_create(config->loop, config->in, config->out,
                                                config->transport, &calls, session);
        if (!session->connection) {
            error_set(error, "out of memory for a connection");
        }
    }
    if (!session->connection) {
        session_destroy(session);
        return NULL;
    }
    ev_async_start(config->loop, &session->woken);
    return session;
}

void session_destroy(struct session *session)
{
    ev_timer_stop(session->config.loop, &session->overdue);
    engine_destroy(session->engine);
    ev_async_stop(session->config.loop, &session->woken);
    connection_destroy(session->connection);
    session_forget_waiting(session);
    free(session);
}
