/* SPDX-License-Identifier: MIT */
/* One loop that pumps: take what the engine reports, take a command that waited or a line, look at
 * the state, run it or queue it. The states and what moves between them: transitions.h. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "commands.h"
#include "session_state.h"
#include "words.h"

/* What one turn of the loop may do for a session before the others have theirs. */
#define SLICE_STEPS 64
#define SLICE_NS    (NS_PER_MS / 2)

/* A client that does not tell who it is hears so after this time. */
#define SHUT_SECONDS 1.0

/* Runs a command that may run now. */
static void run(struct session *session, const struct command *command)
{
    const struct commands on = {session->engine, &session->output, &session->activity};
    if (commands_run(&on, command) == COMMAND_LAST && session->phase < PHASE_ENDING) {
        session->phase = PHASE_ENDING;
        if (session->output.dialect->quits_in_silence) {
            activity_drop(&session->activity);
        }
    }
}

/* A command that came or waits may end what is under way. */
static void interrupt_for(struct session *session, enum command_kind kind)
{
    switch (transition_of(session->activity.state, kind)) {
    case TRANSITION_END:
        activity_stop(&session->activity);
        break;
    case TRANSITION_DROP:
        activity_drop(&session->activity);
        break;
    case TRANSITION_RUN:
    case TRANSITION_LOOK:
    case TRANSITION_WAIT:
        break;
    }
}

/* `stop` and `ponderhit` mean every search that was asked for before them: they run at once, and
 * once more when those that wait have begun. */
static bool follows_searches(enum command_kind kind)
{
    return kind == COMMAND_STOP || kind == COMMAND_PONDERHIT;
}

static void enqueue(struct session *session, enum command_kind kind, const char *line)
{
    if (!command_queue_add(&session->queue, kind, line)) {
        output_text(&session->output, EVENT_ERROR,
                    "too many commands wait for the search to end: this one is dropped");
    }
}

/* The kind by which the table is asked. A line that is wrong is only answered, which may be out of
 * order unless the dialect's lines build on each other. A question that carries a board sets the
 * position, which nothing that is under way would survive: it waits. */
static enum command_kind kind_of(const struct session *session, bool right,
                                 const struct command *command)
{
    if (!right || command->kind == COMMAND_UNKNOWN) {
        return session->output.dialect->lines_build_on_another ? COMMAND_NOTE : COMMAND_UNKNOWN;
    }
    return command->has_board && command->kind == COMMAND_QUERY ? COMMAND_NOTE : command->kind;
}

static void choose_dialect(struct session *session, const char *line)
{
    const struct dialect *dialect = session->dialect_chosen ? NULL : dialect_of_line(line);
    if (dialect) {
        session->output.dialect = dialect;
        session->dialect_chosen = true;
    }
}

/* A client's words that are unknown here are passed over, as UCI wants. In an argument they are an
 * error: a search whose limit was misspelt would never end. */
static bool is_whole(const struct command *command, struct error *error)
{
    return command->kind != COMMAND_GO || !command->go.passed_over ||
           error_set(error, "go: '%.40s' is not a limit, or is one without its number",
                     command->go.passed_over);
}

/* Runs a line or queues it. A line that waits is read again when its turn comes: until then it
 * changes nothing. `waited`: its turn has come. */
static void take(struct session *session, const char *text, char *line, bool waited)
{
    struct output *output = &session->output;
    struct command command = {.kind = COMMAND_NOTHING};
    struct error error = {""};
    choose_dialect(session, line);
    struct dialect_state state = output->state;
    bool right = output->dialect->parse_command(&state, line, &command, &error);
    right = right && (!session->script || is_whole(&command, &error));
    enum command_kind kind = kind_of(session, right, &command);
    enum transition transition = transition_of(session->activity.state, kind);
    bool others_wait = session->queue.count > 0 && !waited;
    if (transition != TRANSITION_RUN && (transition != TRANSITION_LOOK || others_wait)) {
        interrupt_for(session, kind);
        enqueue(session, kind, text);
        return;
    }
    if (others_wait && follows_searches(kind)) {
        enqueue(session, kind, text);
    }
    output->before = output->state;
    output->state = state;
    if (right) {
        run(session, &command);
    } else {
        output_text(output, EVENT_ERROR, error.text);
    }
}

static void take_copy(struct session *session, const char *text, bool waited)
{
    char *line = strdup(text);
    if (line) {
        take(session, text, line, waited);
        free(line);
    } else {
        output_text(&session->output, EVENT_ERROR, "out of memory for this command");
    }
}

/* Whether a command that waits may run in the present state, `first` or with others before it. */
static bool may_run(const struct session *session, enum command_kind kind, bool first)
{
    switch (transition_of(session->activity.state, kind)) {
    case TRANSITION_RUN:
        return first || !follows_searches(kind);
    case TRANSITION_LOOK:
        return first;
    case TRANSITION_WAIT:
    case TRANSITION_END:
    case TRANSITION_DROP:
        break;
    }
    return false;
}

/* Runs the first command that waits and may run now: what was asked while memory was made ready,
 * `isready` for one, may overtake others when a search is under way. */
static bool take_waiting(struct session *session)
{
    const int *counts = session->queue.counts;
    bool may_overtake = counts[COMMAND_HELLO] + counts[COMMAND_ISREADY] + counts[COMMAND_GAMES] +
                            counts[COMMAND_HELP] + counts[COMMAND_UNKNOWN] >
                        0;
    struct queued_command *before = NULL, *at = session->queue.first;
    while (at && !may_run(session, at->kind, !before) && may_overtake) {
        before = at;
        at = at->next;
    }
    if (!at || !may_run(session, at->kind, !before)) {
        return false;
    }
    struct queued_command *command = command_queue_take(&session->queue, before);
    take_copy(session, command->line, true);
    free(command);
    return true;
}

/* The first command that waits and would end what is under way does so; whether one did. */
static bool interrupt_for_waiting(struct session *session)
{
    const enum session_state state = session->activity.state;
    const int *counts = session->queue.counts;
    int enders = counts[COMMAND_STOP] + counts[COMMAND_NEWGAME] + counts[COMMAND_POSITION] +
                 counts[COMMAND_GO];
    if (state == STATE_IDLE || enders == 0) {
        return false;
    }
    for (const struct queued_command *at = session->queue.first;
         at && session->activity.state == state; at = at->next) {
        if (at->kind == COMMAND_STOP) {
            activity_stop(&session->activity);
            break;
        }
        interrupt_for(session, at->kind);
    }
    return session->activity.state != state;
}

static bool open_engine(struct session *session, struct error *error)
{
    struct session_config *config = &session->config;
    if (config->peer) {
        config->budget.above = &config->peer->budget;
        config->engine.budget = &config->budget;
        config->engine.peer = &config->peer->share;
    }
    session->engine = engine_create(&config->engine, error);
    if (session->engine) {
        activity_init(&session->activity, session->engine, &session->output, config->counters);
    }
    return session->engine != NULL;
}

/* The line that must tell who the client is. A wrong one is answered late, so that guessing takes
 * time. */
static void unlock(struct session *session, char *line)
{
    struct session_config *config = &session->config;
    struct peer *peer = NULL;
    struct error error;
    words_fold(line);
    const char *word = words_take(&line);
    if (word && strcmp(word, "auth") == 0) {
        peer = config->authenticate(config->owner, config->peer, line);
    }
    if (!peer) {
        session->phase = PHASE_SHUT;
        ev_timer_set(&session->again, SHUT_SECONDS, 0.);
        ev_timer_start(config->loop, &session->again);
        return;
    }
    config->peer = peer;
    session->spoke = false;
    session->phase = PHASE_OPEN;
    if (!open_engine(session, &error)) {
        output_text(&session->output, EVENT_ERROR, error.text);
        session->phase = PHASE_ENDING;
    }
}

/* Takes a line of the client, if there is one. */
static bool take_line(struct session *session)
{
    char *line;
    if (session->phase != PHASE_OPEN && session->phase != PHASE_LOCKED) {
        return false;
    }
    switch (connection_take(session->output.connection, &line)) {
    case CONNECTION_LINE:
        session->spoke = true;
        session->heard_ns = clock_ns();
        if (session->phase == PHASE_LOCKED) {
            unlock(session, line);
        } else {
            take_copy(session, line, false);
        }
        return true;
    case CONNECTION_TOO_LONG:
        output_text(&session->output, EVENT_ERROR,
                    "line too long: at most 65536 characters; it is ignored");
        return true;
    case CONNECTION_END:
        session->phase = PHASE_ENDING;
        return true;
    case CONNECTION_NOTHING:
        break;
    }
    return false;
}

/* Takes what the engine reports, while the client listens. */
static bool take_report(struct session *session)
{
    bool heard = session->phase == PHASE_CLOSED || connection_has_room(session->output.connection);
    return heard && session->engine && activity_take(&session->activity);
}

/* Takes the next command of the script, when none before it is still to end by itself. */
static bool take_scripted(struct session *session)
{
    const enum session_state state = session->activity.state;
    bool ready = state == STATE_IDLE || state == STATE_UNLIMITED || state == STATE_PONDERING ||
                 state == STATE_HOLDING || state == STATE_PONDERED;
    if (session->phase != PHASE_OPEN || !session->script || session->queue.count > 0 || !ready) {
        return false;
    }
    if (*session->script) {
        take_copy(session, *session->script++, false);
    } else {
        session->phase = PHASE_LAST_WORK;
    }
    return true;
}

/* Moves the session by one step; false when there is nothing to do for now. Lines go before
 * reports: what came in one write is seen as one. */
static bool step(struct session *session)
{
    if (session->phase >= PHASE_ENDING) {
        activity_stop(&session->activity);
    }
    return take_waiting(session) || interrupt_for_waiting(session) || take_line(session) ||
           take_scripted(session) || take_report(session);
}

static void arm(struct session *session)
{
    struct ev_loop *loop = session->config.loop;
    int64_t deadline = session->activity.deadline;
    if (deadline == session->armed_deadline) {
        return;
    }
    session->armed_deadline = deadline;
    ev_timer_stop(loop, &session->overdue);
    if (deadline != INT64_MAX) {
        int64_t left = deadline - clock_ns();
        /* Timers count from the loop's own idea of now, which may be old. */
        ev_now_update(loop);
        ev_timer_set(&session->overdue, left > 0 ? (double)left / (double)NS_PER_SECOND : 0., 0.);
        ev_timer_start(loop, &session->overdue);
    }
}

void session_pump(struct session *session)
{
    struct ev_loop *loop = session->config.loop;
    int64_t end = clock_ns() + SLICE_NS;
    int steps = 0;
    bool more;
    do {
        more = step(session);
    } while (more && ++steps < SLICE_STEPS && clock_ns() < end);
    while (more && --steps > 0 && take_report(session)) {
    }
    bool idle = session->activity.state == STATE_IDLE && session->queue.count == 0;
    bool closing = session->phase == PHASE_LAST_WORK || session->phase == PHASE_ENDING;
    if (more) {
        ev_timer_stop(loop, &session->again);
        ev_timer_set(&session->again, 0., 0.);
        ev_timer_start(loop, &session->again);
    } else if (idle && closing) {
        session->phase = PHASE_FLUSHING;
        connection_finish(session->output.connection, session->farewell);
    }
    arm(session);
    connection_flush(session->output.connection);
}

/* A session whose client has gone is over when its engine is not at work any more. Said last by
 * whoever the loop calls: the session is destroyed by it. */
static void end_if_over(struct session *session)
{
    if (session->phase == PHASE_CLOSED && (!session->engine || !engine_is_busy(session->engine))) {
        session->config.over(session->config.owner, session);
    }
}

static void on_overdue(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    struct session *session = watcher->data;
    activity_expire(&session->activity);
    session_pump(session);
    end_if_over(session);
}

static void on_again(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    struct session *session = watcher->data;
    if (session->phase == PHASE_SHUT) {
        output_text(&session->output, EVENT_ERROR,
                    "the first line must be 'auth TOKEN', with a token that is known here");
        session->phase = PHASE_ENDING;
        session->farewell = FAREWELL_NOT_HEARD;
    }
    session_pump(session);
    end_if_over(session);
}

static void on_woken(struct ev_loop *loop, struct ev_async *watcher, int events)
{
    (void)loop, (void)events;
    struct session *session = watcher->data;
    session_pump(session);
    end_if_over(session);
}

/* On a worker's thread. */
static void wake(void *context)
{
    struct session *session = context;
    ev_async_send(session->config.loop, &session->woken);
}

/* The game that is watched has changed. */
static void on_news(void *owner)
{
    struct session *session = owner;
    struct buffer line = {0};
    bool open = session->phase == PHASE_OPEN;
    while (open && connection_has_room(session->output.connection) &&
           audience_take(&session->output.audience, &line)) {
        output_text(&session->output, EVENT_STRING, buffer_text(&line));
        buffer_clear(&line);
    }
    if (open && !connection_has_room(session->output.connection)) {
        audience_wait(&session->output.audience);
    }
    buffer_finish(&line);
    connection_flush(session->output.connection);
}

static void on_ready(void *owner)
{
    session_pump(owner);
}

/* The connection is gone: the session is over when the engine is not at work any more. */
static void on_closed(void *owner)
{
    struct session *session = owner;
    session->phase = PHASE_CLOSED;
    command_queue_clear(&session->queue);
    audience_finish(&session->output.audience);
    ev_timer_stop(session->config.loop, &session->again);
    activity_drop(&session->activity);
    /* Its end may have come already, while nothing could be said: nobody would wake us for it. */
    while (take_report(session)) {
    }
    end_if_over(session);
}

void session_run_script(struct session *session, const char *const *script)
{
    session->script = script;
    session_pump(session);
}

void session_end(struct session *session, enum farewell why)
{
    if (session->phase < PHASE_ENDING) {
        session->phase = PHASE_ENDING;
        session->farewell = why;
        session_pump(session);
    }
}

struct session *session_create(const struct session_config *config, struct error *error)
{
    static const struct connection_owner calls = {on_ready, on_closed};
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        stream_destroy(config->stream);
        error_set(error, "out of memory for a session");
        return NULL;
    }
    session->config = *config;
    session->heard_ns = clock_ns();
    session->output.dialect = config->dialect ? config->dialect : &dialect_uci;
    session->dialect_chosen = config->dialect != NULL;
    session->armed_deadline = session->activity.deadline = INT64_MAX;
    session->output.audience = (struct audience){
        .all = config->publications, .loop = config->loop, .news = on_news, .owner = session};
    ev_async_init(&session->woken, on_woken);
    ev_timer_init(&session->overdue, on_overdue, 0., 0.);
    ev_timer_init(&session->again, on_again, 0., 0.);
    session->woken.data = session->overdue.data = session->again.data = session;
    session->config.engine.wake = wake;
    session->config.engine.wake_context = session;
    session->output.connection =
        connection_create(config->stream, config->framing, &calls, session);
    session->phase = config->authenticate ? PHASE_LOCKED : PHASE_OPEN;
    if (!session->output.connection || (!config->authenticate && !open_engine(session, error))) {
        error_set(error, "out of memory for a session");
        session_destroy(session);
        return NULL;
    }
    ev_async_start(config->loop, &session->woken);
    return session;
}

void session_feed(struct session *session, const char *bytes, size_t length)
{
    connection_feed(session->output.connection, bytes, length);
}

bool session_has_refused(const struct session *session)
{
    return session->output.refused;
}

struct peer *session_peer(const struct session *session)
{
    return session->config.peer;
}

/* Its threads may still wake the session: it goes with them. */
static void take_away(void *opaque)
{
    struct session *session = opaque;
    engine_destroy(session->engine);
    free(session);
}

void session_destroy(struct session *session)
{
    ev_timer_stop(session->config.loop, &session->overdue);
    ev_timer_stop(session->config.loop, &session->again);
    ev_async_stop(session->config.loop, &session->woken);
    connection_destroy(session->output.connection);
    command_queue_clear(&session->queue);
    activity_finish(&session->activity);
    audience_finish(&session->output.audience);
    if (session->engine) {
        engine_retire(session->engine);
    }
    janitor_give(session->config.janitor, take_away, session);
}
