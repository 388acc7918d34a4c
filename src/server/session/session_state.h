/* SPDX-License-Identifier: MIT */
/* The internals of a session, shared only by session.c and session_limits.c. */
#ifndef SERVER_SESSION_STATE_H
#define SERVER_SESSION_STATE_H

#include "conversation.h"
#include "loop_share.h"
#include "session.h"

/* The phases of a session. */
enum session_phase {
    PHASE_UNAUTHENTICATED, /* the first line must be `auth TOKEN`; there is no engine yet */
    PHASE_REJECTED,        /* authentication failed; the answer is delayed */
    PHASE_OPEN,
    PHASE_LAST_WORK, /* no more commands; the session ends after those that were read */
    PHASE_ENDING,    /* the same, and all work ends at once */
    PHASE_FLUSHING,  /* all output is complete; the connection sends it */
    PHASE_CLOSED     /* the connection is closed; the engine may still be working */
};

struct session {
    struct session_config config;
    enum session_phase phase;
    const char *rejected_for; /* the text for the client in that case */
    enum farewell farewell;   /* why the session ends */
    struct connection *connection;
    struct output output;
    struct conversation conversation;

    struct charge base;    /* SESSION_BYTES */
    struct charge buffers; /* of the connection, the queue and the publication */
    /* The next line does not fit into the queue. None is read until a waiting command has run, the
     * work has ended, or a second has passed. */
    bool blocked;

    struct ev_async woken;    /* the engine has events */
    struct ev_timer due;      /* the conversation's deadline */
    struct ev_timer updating; /* the watched game will have updates when this expires */
    struct loop_quota quota;
    bool has_updates;  /* the watched game has updates */
    int64_t armed_for; /* the deadline that `due` is set for */

    bool spoke;       /* a line has been received */
    int64_t heard_ns; /* when the last line arrived, or when the session began: clock_ns() */
};

/* Charges the current size of the buffers. If the session is `idle`, frees those that it does not
 * need now. */
INLINE void session_charge_buffers(struct session *session, bool idle)
{
    const struct watchers *watchers = &session->output.watchers;
    const size_t bytes = connection_memory(session->connection, idle) +
                         session->conversation.queue.bytes +
                         play_memory(&session->conversation.play) +
                         (watchers_publishes(watchers) ? watchers_memory(watchers) : 0);
    charge_force(&session->buffers, (int64_t)bytes);
}

/* session_limits.c: charges SESSION_BYTES; charges another peer from now on; and returns
 * SESSION_BYTES, on any thread. */
void session_begin_charges(struct session *session);
void session_move_charges(struct session *session, struct peer *peer);
void session_end_charges(struct session *session);

#endif
