/* SPDX-License-Identifier: MIT */
/* What a session's memory is charged to: the budgets of the session, of its peer and of the server.
 * The engine charges its own. The sessions of standard input and of commands have no budget. */
#include <stdatomic.h>

#include "session_state.h"

void session_begin_charges(struct session *session)
{
    struct session_config *config = &session->config;
    if (config->peer) {
        struct budget *budget = &config->budget;
        session->base.budget = session->buffers.budget = session->output.watchers.budget = budget;
        atomic_fetch_add(&config->peer->charged, 1);
        charge_force(&session->base,
                     SESSION_BYTES); /* which was left when the client was admitted */
    }
}

void session_charge_buffers(struct session *session, bool idle)
{
    const size_t bytes = connection_memory(session->connection, idle) +
                         session->conversation.queue.bytes +
                         watchers_memory(&session->output.watchers);
    charge_force(&session->buffers, (int64_t)bytes);
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
        atomic_fetch_sub(&peer->charged, 1); /* the peer may be gone after this */
    }
}
