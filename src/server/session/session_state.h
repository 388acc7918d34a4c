/* SPDX-License-Identifier: MIT */
/* The inside of a session, shared by session.c and session_limits.c alone. */
#ifndef SERVER_SESSION_STATE_H
#define SERVER_SESSION_STATE_H

#include "conversation.h"
#include "loop_share.h"
#include "session.h"

/* The phases of a session. */
enum session_phase {
    PHASE_UNAUTHENTICATED, /* the first line must be `auth TOKEN`; there is no engine yet */
    PHASE_REJECTED,        /* it was not; the answer is delayed */
    PHASE_OPEN,
    PHASE_LAST_WORK, /* no more commands; the session ends when all are done */
    PHASE_ENDING,    /* the same, and all work is told to end at once */
    PHASE_FLUSHING,  /* all is output; the connection sends it */
    PHASE_CLOSED     /* the connection is gone; the engine may still be at work */
};

struct session {
    struct session_config config;
    enum session_phase phase;
    const char *rejected_for; /* what the client is told then */
    enum farewell farewell;   /* why it ends */
    struct connection *connection;
    struct output output;
    struct conversation conversation;
    const char *const *script; /* commands to run, NULL after the last; NULL: the client's */

    struct charge base;    /* SESSION_BYTES */
    struct charge buffers; /* the connection's, the queue's, the publication's */
    /* The next line does not fit into the queue: none is read until the queue is shorter, the state
     * has changed, or a second has passed. */
    bool blocked;
    int blocked_count;
    enum conversation_state blocked_state;

    struct ev_async woken;    /* the engine has events */
    struct ev_timer due;      /* the conversation's deadline */
    struct ev_timer again;    /* more than its quota was used: continue when this expires */
    struct ev_timer updating; /* the game that is watched will have updates */
    struct loop_quota quota;
    bool resting;      /* no command is run until `again` */
    bool has_updates;  /* of the game that is watched */
    int64_t armed_for; /* the deadline that `due` is set to */

    bool spoke;       /* a line has arrived */
    int64_t heard_ns; /* when the last one arrived, or the session began: clock_ns() */
};

/* Charges the present size of the buffers. If the session is `idle`, frees those that it does not
 * need now. */
INLINE void session_charge_buffers(struct session *session, bool idle)
{
    const struct watchers *watchers = &session->output.watchers;
    const size_t bytes = connection_memory(session->connection, idle) +
                         session->conversation.queue.bytes +
                         (watchers_are_used(watchers) ? watchers_memory(watchers) : 0);
    charge_force(&session->buffers, (int64_t)bytes);
}

/* session_limits.c: charges SESSION_BYTES; charges another peer from now on; gives SESSION_BYTES
 * back, on any thread. */
void session_begin_charges(struct session *session);
void session_move_charges(struct session *session, struct peer *peer);
void session_end_charges(struct session *session);

#endif
