/* SPDX-License-Identifier: MIT */
/* The resources of a session: time; memory, which is charged to the budgets of the session, of its
 * peer and of the server; and the server's questions about it. The engine charges its own memory.
 * The sessions of standard input and of commands have no budget. */
#include <stdatomic.h>

#include "clock.h"
#include "session_state.h"

void session_begin_charges(struct session *session)
{
    struct session_config *config = &session->config;
    if (config->peer) {
        struct budget *budget = &config->budget;
        session->base.budget = session->buffers.budget = session->output.watchers.budget = budget;
        atomic_fetch_add(&config->peer->charged, 1);
        charge_force(&session->base,
                     SESSION_BYTES); /* available, because the client was admitted */
    }
}

void session_move_charges(struct session *session, struct peer *peer)
{
    struct session_config *config = &session->config;
    const int64_t base = session->base.bytes, buffers = session->buffers.bytes;
    charge_force(&session->base, 0);
    charge_force(&session->buffers, 0);
    atomic_fetch_add(&peer->charged, 1);
    atomic_fetch_sub(&config->peer->charged, 1);
    config->peer = peer;
    config->budget.above = &peer->budget;
    charge_force(&session->base, base);
    charge_force(&session->buffers, buffers);
}

void session_end_charges(struct session *session)
{
    struct peer *peer = session->config.peer;
    charge_force(&session->base, 0);
    if (peer) {
        atomic_fetch_sub(&peer->charged, 1); /* the peer may be freed after this */
    }
}

struct session_facts session_facts(const struct session *session)
{
    return (struct session_facts){
        .number = session->config.number,
        .peer = session->config.peer,
        .engine = session->conversation.engine,
        .is_busy = session->conversation.state != STATE_IDLE,
        .has_refused = session->output.refused,
    };
}

void session_describe(const struct session *session, int64_t now_ns, struct buffer *out)
{
    static const char *const states[CONVERSATION_STATES] = {
        [STATE_IDLE] = "idle",
        [STATE_SEARCHING] = "searching",
        [STATE_UNLIMITED] = "unlimited",
        [STATE_PONDERING] = "pondering",
        [STATE_HOLDING] = "holding",
        [STATE_PONDERED] = "pondered",
        [STATE_STOPPING] = "stopping",
        [STATE_COUNTING] = "counting",
        [STATE_WARMING_UP] = "warming-up",
        [STATE_BACKGROUND] = "background",
    };
    const struct peer *peer = session->config.peer;
    const struct engine *engine = session->conversation.engine;
    buffer_printf(out, "%lld %s %s %s %lld\n", (long long)session->config.number,
                  peer ? peer->name : "-", states[session->conversation.state],
                  engine ? engine_game(engine)->name : "-",
                  (long long)((now_ns - session->heard_ns) / NS_PER_SECOND));
}

void session_end(struct session *session, enum farewell why)
{
    if (session->phase < PHASE_ENDING) {
        session->phase = PHASE_ENDING;
        session->farewell = why;
        stream_request_slice(session->config.stream);
    }
}

/* Outputs the reason, and ends the session. */
static void end_for(struct session *session, const char *why)
{
    output_text(&session->output, EVENT_ERROR, why);
    session_end(session, FAREWELL_NOT_HEARD);
}

/* True if a time limit in seconds (0: none) has passed since then. */
static bool is_over(int seconds, int64_t since_ns, int64_t now_ns)
{
    return seconds > 0 && since_ns > 0 && now_ns - since_ns > seconds * NS_PER_SECOND;
}

void session_check_limits(struct session *session, const struct time_limits *limits, int64_t now_ns)
{
    struct connection *connection = session->connection;
    const enum conversation_state state = session->conversation.state;
    if (session->phase == PHASE_CLOSED) {
        return;
    }
    session_charge_buffers(session, true);
    if (session->blocked) {
        session->blocked = false;
        stream_request_slice(session->config.stream);
    }
    if (is_over(limits->unread_s, stream_unread_since_ns(session->config.stream), now_ns)) {
        stream_abort(session->config.stream);
        return;
    }
    bool holds = conversation_holds(&session->conversation);
    bool searches = state != STATE_IDLE && !holds;
    if (searches && is_over(limits->search_s, session->conversation.began_ns, now_ns)) {
        conversation_end_work(&session->conversation, true);
        stream_request_slice(session->config.stream);
    }
    if (session->phase != PHASE_OPEN && session->phase != PHASE_UNAUTHENTICATED) {
        return;
    }
    if (!session->spoke && is_over(limits->first_line_s, session->heard_ns, now_ns)) {
        end_for(session, "no command came in time: the session ends");
    } else if (is_over(limits->half_line_s, connection_half_line_since_ns(connection), now_ns)) {
        end_for(session, "the end of a line did not come in time: the session ends");
    } else if (session->spoke && !watchers_watches(&session->output.watchers) &&
               (state == STATE_IDLE || holds) &&
               is_over(limits->idle_s, session->heard_ns, now_ns)) {
        end_for(session, "the session was idle for too long: it ends");
    }
}

void session_abort(struct session *session)
{
    stream_abort(session->config.stream);
}
