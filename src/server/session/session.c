/* SPDX-License-Identifier: MIT */
/* Connects a conversation to its I/O: gives it the client's lines and the engine's events, sends
 * its output to the connection, and sets a timer to its deadline. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "compiler.h"
#include "line.h"
#include "session_state.h"
#include "words.h"

/* The most commands and reports in one slice. */
#define SLICE_STEPS 64

/* How long the answer to a failed authentication is delayed, in seconds. */
#define REJECT_SECONDS 1.0
#define TOKEN_WANTED   "the first line must be 'auth TOKEN', with a token that is known here"

static bool open_engine(struct session *session, struct error *error)
{
    struct session_config *config = &session->config;
    if (config->peer) {
        config->engine.budget = &config->budget;
        config->engine.peer = &config->peer->share;
    }
    session->conversation.engine = engine_create(&config->engine, error);
    return session->conversation.engine != NULL;
}

/* Outputs why there is no engine, and ends the session. */
static void end_without_engine(struct session *session, const struct error *error)
{
    output_text(&session->output, EVENT_ERROR, error->text);
    session->phase = PHASE_ENDING;
    stream_request_slice(session->config.stream);
}

/* Rejects a client whose first line did not authenticate it. The answer is delayed, so that
 * guessing takes time. */
static void reject(struct session *session, const char *why)
{
    session->phase = PHASE_REJECTED;
    session->rejected_for = why;
    stream_pause(session->config.stream, REJECT_SECONDS);
}

/* Reads the line that must authenticate the client. */
static void authenticate(struct session *session, char *line)
{
    struct session_config *config = &session->config;
    struct loop_member *member = stream_loop_member(session->config.stream);
    struct peer *peer = NULL, *from = config->peer;
    struct error error;
    const char *why = TOKEN_WANTED;
    words_fold(line);
    const char *word = words_take(&line);
    loop_member_join(member, NULL); /* the peer may be freed by the next call */
    if (word && strcmp(word, "auth") == 0) {
        peer = config->authenticate(config->owner, config->peer, line, &why);
    }
    if (peer) {
        session_move_charges(session, peer);
        peers_leave(config->peers, from);
    }
    loop_member_join(member, &config->peer->loop_group);
    if (!peer) {
        reject(session, why);
        return;
    }
    session->spoke = false;
    session->phase = PHASE_OPEN;
    if (!open_engine(session, &error)) {
        end_without_engine(session, &error);
    }
}

/* Gives a line to the conversation; false if it must be given again later. */
static bool give_line(struct session *session, const char *line)
{
    const enum conversation_status status = conversation_line(&session->conversation, line);
    if (status == CONVERSATION_QUIT) {
        session->phase = PHASE_ENDING;
    }
    return status != CONVERSATION_FULL;
}

/* A line was dropped, except for its beginning: it was too long, or the server is out of memory. */
static void lose_line(struct session *session, const char *beginning, bool starved)
{
    const bool is_open = session->phase == PHASE_OPEN;
    if (starved) {
        output_text(&session->output, EVENT_ERROR,
                    "the server has no memory left to hold this line; it is ignored");
    } else if (is_open) {
        output_text(&session->output, EVENT_ERROR,
                    "line too long: at most 65536 bytes; it is ignored");
    }
    if (is_open) {
        conversation_lost_line(&session->conversation, beginning);
    } else {
        reject(session, TOKEN_WANTED);
    }
}

/* Reads a line of the client, if there is one. */
static bool read_line(struct session *session)
{
    char *line;
    if ((session->phase != PHASE_OPEN && session->phase != PHASE_UNAUTHENTICATED) ||
        session->blocked) {
        return false;
    }
    const enum connection_status status = connection_read_line(session->connection, &line);
    switch (status) {
    case CONNECTION_LINE:
        session->spoke = true;
        session->heard_ns = clock_ns();
        if (session->phase == PHASE_UNAUTHENTICATED) {
            authenticate(session, line);
            return true;
        }
        if (give_line(session, line)) {
            return true;
        }
        connection_put_back(session->connection);
        session->blocked = true;
        return false;
    case CONNECTION_TOO_LONG:
    case CONNECTION_STARVED:
        lose_line(session, line, status == CONNECTION_STARVED);
        return true;
    case CONNECTION_END:
        session->phase = PHASE_ENDING;
        return true;
    case CONNECTION_NOTHING:
        break;
    }
    return false;
}

/* Gives an event of the engine to the conversation, while there is room for output. */
static bool read_event(struct session *session)
{
    struct engine *engine = session->conversation.engine;
    struct engine_event event;
    bool heard = session->phase == PHASE_CLOSED || connection_has_room(session->connection);
    if (!heard || !engine || !engine_next_event(engine, &event)) {
        return false;
    }
    conversation_event(&session->conversation, &event);
    session->blocked &= event.kind != ENGINE_END;
    return true;
}

/* Runs the next command of the script, unless one before it is still running and will end by
 * itself. */
static bool run_scripted(struct session *session)
{
    if (session->phase != PHASE_OPEN || !session->config.script ||
        session->conversation.queue.count > 0 ||
        conversation_ends_by_itself(&session->conversation)) {
        return false;
    }
    if (*session->config.script) {
        give_line(session, *session->config.script++);
    } else {
        session->phase = PHASE_LAST_WORK;
    }
    return true;
}

/* Sends updates of the watched game while there is room. */
static void send_updates(struct session *session)
{
    struct connection *connection = session->connection;
    struct watchers *watchers = &session->output.watchers;
    LOCAL_BUFFER line = {0};
    session->has_updates = false;
    bool open = session->phase == PHASE_OPEN;
    while (open && connection_has_room(connection) && watchers_next_line(watchers, &line)) {
        output_text(&session->output, EVENT_STRING, buffer_text(&line));
        buffer_clear(&line);
    }
    if (open && !connection_has_room(connection)) {
        watchers_retry_later(watchers);
    }
}

/* Does one step; false if there is nothing to do now. Lines are handled before reports, so that the
 * lines of one write are handled together. */
static bool step(struct session *session)
{
    if (session->phase == PHASE_CLOSED) {
        conversation_abandon(&session->conversation);
    } else if (session->phase >= PHASE_ENDING) {
        conversation_stop(&session->conversation);
    }
    const bool pauses = stream_is_paused(session->config.stream);
    if (!pauses && session->conversation.queue.count > 0 &&
        conversation_advance(&session->conversation)) {
        session->blocked = false;
        return true;
    }
    return (!pauses && read_line(session)) || run_scripted(session) || read_event(session) ||
           (session->phase == PHASE_OPEN && conversation_begin_background(&session->conversation));
}

/* Sets the timer to the conversation's deadline. */
static void arm(struct session *session)
{
    struct ev_loop *loop = session->config.loop;
    const int64_t deadline = conversation_deadline(&session->conversation);
    if (deadline == session->armed_for) {
        return;
    }
    session->armed_for = deadline;
    ev_timer_stop(loop, &session->due);
    if (deadline != INT64_MAX) {
        int64_t left = deadline - clock_ns();
        loop_start_timer(loop, &session->due, left > 0 ? (double)left / (double)NS_PER_SECOND : 0.);
    }
}

/* Does the pending work, within the slice. */
static void pump(struct session *session)
{
    const int64_t begin = clock_ns(), used_before = clock_thread_ns();
    const int64_t slice = loop_member_slice_ns(stream_loop_member(session->config.stream));
    int steps = 0;
    bool more;
    if (session->phase == PHASE_REJECTED && !stream_is_paused(session->config.stream)) {
        output_text(&session->output, EVENT_ERROR, session->rejected_for);
        session->phase = PHASE_ENDING;
        session->farewell = FAREWELL_NOT_HEARD;
    }
    if (session->has_updates) {
        send_updates(session);
    }
    do {
        more = step(session);
        /* The processor time is read only when the slice seems to be over, because reading it is
         * slow. */
    } while (more && ++steps < SLICE_STEPS &&
             (clock_ns() < begin + slice || clock_thread_ns() < used_before + slice));
    /* After its last line, the session finds out in this slice that there is nothing more to do. */
    if (more && connection_is_empty(session->connection)) {
        more = step(session);
    }
    while (more && --steps > 0 && read_event(session)) {
    }
    session_charge_buffers(session, false);
    bool idle = session->conversation.state == STATE_IDLE && session->conversation.queue.count == 0;
    bool closing = session->phase == PHASE_LAST_WORK || session->phase == PHASE_ENDING;
    bool done = !more && idle && closing;
    if (done) {
        session->phase = PHASE_FLUSHING;
        if (session->output.dialect && session->output.dialect->farewell) {
            line_put_text(session->output.lines, "", session->output.dialect->farewell);
        }
        connection_finish(session->connection, session->farewell);
    }
    arm(session);
    connection_flush(session->connection);
    const int64_t used = clock_thread_ns() - used_before;
    double rest = session->config.peer
                      ? loop_quota_rest(&session->quota, LOOP_QUOTA_PART, begin, clock_ns(), used)
                      : 0.;
    if (done || stream_is_paused(session->config.stream)) {
        return;
    }
    if (rest > 0.) {
        stream_pause(session->config.stream, rest);
    } else if (more) {
        stream_request_slice(session->config.stream);
    }
}

/* Ends a session whose client has gone when its engine is idle. Each callback of the loop calls it
 * last, because it destroys the session. */
static void end_if_over(struct session *session)
{
    const struct engine *engine = session->conversation.engine;
    if (session->phase == PHASE_CLOSED && (!engine || !engine_is_busy(engine))) {
        session->config.over(session->config.owner, session);
    }
}

static void on_due(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    struct session *session = watcher->data;
    const struct loop_share *share = stream_loop_member(session->config.stream)->share;
    session->armed_for = INT64_MAX;
    if (conversation_expire(&session->conversation, clock_ns(), loop_share_is_wanted(share))) {
        stream_request_slice(session->config.stream);
    }
    arm(session);
}

static void on_woken(struct ev_loop *loop UNUSED, struct ev_async *watcher, int events UNUSED)
{
    stream_request_slice(((struct session *)watcher->data)->config.stream);
}

/* On a worker's thread. */
static void wake(void *context)
{
    struct session *session = context;
    ev_async_send(session->config.loop, &session->woken);
}

static void on_updating(struct ev_loop *loop, struct ev_timer *watcher, int events UNUSED)
{
    struct session *session = watcher->data;
    ev_timer_stop(loop, watcher);
    session->has_updates = true;
    stream_request_update_slice(session->config.stream);
}

/* The watched game has updates, now or after a delay. */
static void on_update(void *owner, double after_s)
{
    struct session *session = owner;
    struct ev_loop *loop = session->config.loop;
    if (after_s == 0.) {
        on_updating(loop, &session->updating, 0);
    } else if (!ev_is_active(&session->updating)) {
        ev_timer_set(&session->updating, after_s, 0.);
        ev_timer_start(loop, &session->updating);
    }
}

static void on_slice(void *owner)
{
    struct session *session = owner;
    pump(session);
    end_if_over(session);
}

static void on_came(void *owner, const char *bytes, size_t length)
{
    struct session *session = owner;
    connection_feed(session->connection, bytes, length);
    on_slice(session);
}

/* The connection is closed: the session is over when the engine is idle. */
static void on_closed(void *owner)
{
    struct session *session = owner;
    session->phase = PHASE_CLOSED;
    command_queue_clear(&session->conversation.queue);
    watchers_finish(&session->output.watchers);
    ev_timer_stop(session->config.loop, &session->updating);
    session_charge_buffers(session, true);
    conversation_abandon(&session->conversation);
    /* The engine may have ended while there was no room for output; it does not wake the session
     * again. */
    while (read_event(session)) {
    }
    end_if_over(session);
}

struct session *session_create(const struct session_config *config, struct error *error)
{
    static const struct stream_owner calls = {on_came, on_slice, on_closed};
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        stream_destroy(config->stream);
        error_set(error, "out of memory for a session");
        return NULL;
    }
    session->config = *config;
    session->heard_ns = clock_ns();
    session->output.dialect = config->dialect ? config->dialect : &dialect_uci;
    session->output.watchers =
        (struct watchers){.all = config->publications, .updated = on_update, .owner = session};
    conversation_init(&session->conversation, &session->output, config->counters,
                      &session->buffers);
    session->conversation.dialect_chosen = config->dialect != NULL;
    session->conversation.strict = config->script != NULL;
    session->armed_for = INT64_MAX;
    ev_async_init(&session->woken, on_woken);
    ev_timer_init(&session->due, on_due, 0., 0.);
    ev_timer_init(&session->updating, on_updating, 0., 0.);
    session->woken.data = session->due.data = session->updating.data = session;
    session->config.engine.wake = wake;
    session->config.engine.wake_context = session;
    session_begin_charges(session);
    session->connection = connection_create(config->stream, config->framing, &calls, session);
    session->phase = config->authenticate ? PHASE_UNAUTHENTICATED : PHASE_OPEN;
    const bool connected = session->connection != NULL;
    session->output.lines = connected ? connection_output(session->connection) : NULL;
    const bool opened = connected && (config->authenticate || open_engine(session, error));
    if (!connected || (!opened && !config->peer)) {
        error_set(error, "out of memory for a session");
        session_destroy(session);
        return NULL;
    }
    if (config->peer) {
        connection_limit_by(session->connection, &session->config.budget);
        loop_member_join(stream_loop_member(session->config.stream), &config->peer->loop_group);
    }
    if (!opened) {
        end_without_engine(session, error);
    }
    ev_async_start(config->loop, &session->woken);
    if (config->script) {
        stream_request_slice(config->stream);
    }
    return session;
}

void session_feed(struct session *session, const char *bytes, size_t length)
{
    on_came(session, bytes, length);
}

/* The engine's threads may still wake the session, so it is freed after them. */
static void reclaim(void *opaque)
{
    struct session *session = opaque;
    engine_destroy(session->conversation.engine);
    session_end_charges(session);
    free(session);
}

void session_destroy(struct session *session)
{
    ev_timer_stop(session->config.loop, &session->due);
    ev_timer_stop(session->config.loop, &session->updating);
    ev_async_stop(session->config.loop, &session->woken);
    connection_destroy(session->connection);
    conversation_finish(&session->conversation);
    watchers_finish(&session->output.watchers);
    charge_force(&session->buffers, 0);
    if (session->conversation.engine) {
        engine_retire(session->conversation.engine);
    }
    reclaimer_give(session->config.reclaimer, reclaim, session);
}
