/* SPDX-License-Identifier: MIT */
/* Inside a session: shared by the files session*.c alone. */
#ifndef SERVER_SESSION_STATE_H
#define SERVER_SESSION_STATE_H

#include "activity.h"
#include "command_queue.h"
#include "loop_share.h"
#include "session.h"

/* From its first line to its end. */
enum session_phase {
    PHASE_UNAUTHENTICATED, /* the first line must be `auth TOKEN`; there is no engine yet */
    PHASE_REJECTED,        /* it was not; the answer is delayed */
    PHASE_OPEN,
    PHASE_LAST_WORK, /* no command comes any more; the session ends when all are done */
    PHASE_ENDING,    /* the same, and whatever is under way or begins is told to end at once */
    PHASE_FLUSHING,  /* all is said; the connection sends it */
    PHASE_CLOSED     /* the connection is gone; the engine may still be at work */
};

struct session {
    struct session_config config;
    struct engine *engine;
    enum session_phase phase;
    const char *rejected_for; /* what the client hears then */
    enum farewell farewell;   /* why it ends, once it does */
    struct output output;
    bool dialect_chosen;
    const char *const *script; /* commands to come, NULL after the last; NULL: from the client */
    struct command_queue queue;
    struct activity activity;

    struct charge base;    /* SESSION_BYTES */
    struct charge buffers; /* the connection's, the queue's, the publication's */
    /* The next line does not fit into the queue: none is taken until the queue is shorter, the
     * state has changed, or a second has passed. */
    bool blocked;
    int blocked_count;
    enum session_state blocked_state;

    struct ev_async woken;   /* the engine has events */
    struct ev_timer overdue; /* the search must answer */
    struct ev_timer again;   /* more than its share was used: go on when this comes */
    struct ev_timer beat;    /* a search under way must not be silent for long */
    struct loop_quota quota;
    bool resting;           /* no command is taken until `again` */
    bool has_updates;       /* of the game that is watched */
    int64_t armed_deadline; /* that `overdue` is set to */

    bool spoke;       /* a line has come */
    int64_t heard_ns; /* when the last one came, or the session began: clock_ns() */
};

/* session.c: requests a slice of the loop, for work of the session. */
void session_request_slice(struct session *session);

/* session_memory.c: charges SESSION_BYTES; charges what the buffers have become, and frees those
 * that are not needed now if it is `idle`; has another peer pay from now on; gives SESSION_BYTES
 * back, on any thread. */
void session_begin_charges(struct session *session);
void session_charge_buffers(struct session *session, bool idle);
void session_move_charges(struct session *session, struct peer *peer);
void session_end_charges(struct session *session);

/* session_take.c: runs a line, or queues it; false if it must be taken again later, since the queue
 * is full. */
bool session_take(struct session *session, const char *line);

/* The beginning of a line that was too long. A position that was lost with it is a rejected one. */
void session_take_lost(struct session *session, const char *beginning);

/* Runs the first command that waits and may run now: what was asked while memory was made ready,
 * `isready` for one, may overtake others when a search is under way. Whether one did. */
bool session_take_waiting(struct session *session);

/* The first command that waits and would end what is under way does so; whether one did. */
bool session_interrupt_for_waiting(struct session *session);

#endif
