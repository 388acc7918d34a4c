/* SPDX-License-Identifier: MIT */
/* A session: one client's conversation with its own engine. */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include <ev.h>
#include <stdbool.h>

#include "clients.h"
#include "connection.h"
#include "counters.h"
#include "dialect.h"
#include "engine.h"
#include "reclaimer.h"

struct session;

struct session_config {
    struct ev_loop *loop;
    struct reclaimer *reclaimer;
    const struct dialect *dialect; /* NULL: detected from the client's first line */
    struct engine_config engine;   /* the session sets `wake` */
    /* Taken over; destroyed with the session, or if it cannot begin. NULL: its allocation
     * failed. */
    struct stream *stream;
    const struct framing *framing; /* of the client's lines */
    /* Commands to run in order instead of the client's, NULL after the last; or NULL. Each begins
     * after those before it have ended, unless only a command can end them. Then the session
     * ends. */
    const char *const *script;
    /* The session is over and may be destroyed. Called from the loop. */
    void (*over)(void *owner, struct session *session);
    void *owner;
    int64_t number; /* its number on the admin socket */
    struct counters *counters;
    struct publications *publications; /* the games that sessions of this server publish */
    struct peer *peer;                 /* of a remote client; otherwise NULL */
    /* If set, the first line must be `auth TOKEN`; no other line is answered before. Returns the
     * peer that the token belongs to, which replaces `peer`; or NULL, with the text for the client
     * in `why`. */
    struct peer *(*authenticate)(void *owner, struct peer *peer, const char *token,
                                 const char **why);
    struct peers *peers;  /* which the session leaves then */
    struct budget budget; /* of a remote session only; `above` is its peer's */
};

/* Bytes of memory of a session that has done nothing yet: 28.8 KiB were measured. Memory beyond
 * that is charged when it is used. */
#define SESSION_BYTES (30 << 10)

/* The state of a session, for its owners. */
struct session_facts {
    int64_t number;
    struct peer *peer;
    const struct engine *engine; /* NULL before the client is authenticated */
    bool is_busy;                /* work is in progress, or its answer is pending */
    bool has_refused;            /* an error has been output */
};
struct session_facts session_facts(const struct session *session);

/* Appends a line about the session: number, peer, state, game, seconds since the last command. */
void session_describe(const struct session *session, int64_t now_ns, struct buffer *out);

/* NULL and the reason if allocation fails; the stream is then destroyed. */
struct session *session_create(const struct session_config *config, struct error *error);
void session_destroy(struct session *session);

/* Feeds bytes of the client that did not come from the stream, or were read from it before the
 * session began; none: the end of the input. The session may be over, and destroyed, in this
 * call. */
void session_feed(struct session *session, const char *bytes, size_t length);

/* Ends the session now: ends and answers the current work and each waiting command, and flushes the
 * output. */
void session_end(struct session *session, enum farewell why);

/* Ends work and sessions of remote clients that exceed the limits. Call it about once a second. */
void session_check_limits(struct session *session, const struct time_limits *limits,
                          int64_t now_ns);

/* Closes the connection without waiting for its output. */
void session_abort(struct session *session);

#endif
