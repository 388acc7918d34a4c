/* SPDX-License-Identifier: MIT */
/* A session: one client's conversation with one engine of its own. */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include <ev.h>
#include <stdbool.h>

#include "client_limits.h"
#include "connection.h"
#include "counters.h"
#include "dialect.h"
#include "engine.h"
#include "peers.h"
#include "reclaimer.h"

struct session;

struct session_config {
    struct ev_loop *loop;
    struct reclaimer *reclaimer;
    const struct dialect *dialect; /* NULL: the client's first line tells */
    struct engine_config engine;   /* `wake` is the session's to fill in */
    /* Taken over; destroyed with the session, or when it cannot begin. NULL: memory was out. */
    struct stream *stream;
    const struct framing *framing; /* of its lines */
    /* The session is over and may be destroyed; said from the loop. */
    void (*over)(void *owner, struct session *session);
    void *owner;
    int64_t number; /* for the operator */
    struct counters *counters;
    struct publications *publications; /* what the sessions of this server offer to be watched */
    struct peer *peer;                 /* of a remote client; NULL */
    /* The first line must be `auth TOKEN`, and nothing else is answered before: tells the peer
     * whose token it is, which takes the place of `peer`, or NULL; `why` is what the client hears
     * then. A NULL function: nothing is asked. */
    struct peer *(*authenticate)(void *owner, struct peer *peer, const char *token,
                                 const char **why);
    /* The session has left that peer for the one that `authenticate` told. */
    void (*leave)(void *owner, struct peer *peer);
    struct budget budget; /* of a remote session alone; `above` is its peer's */
};

/* Memory of a session that has done nothing yet, in bytes: 28.8 KiB were measured. What it uses
 * beyond that is charged when it is used. */
#define SESSION_BYTES (30 << 10)

/* Whether an error was said to the client. */
bool session_has_refused(const struct session *session);

/* Its engine; NULL before the client has said who it is. */
const struct engine *session_engine(const struct session *session);

/* Whether a search, or something else that `stop` ends, is under way, or its answer is owed. */
bool session_is_busy(const struct session *session);

/* Whose session it is, and its number. */
struct peer *session_peer(const struct session *session);
int64_t session_number(const struct session *session);

/* Appends a line about it: number, peer, state, game, seconds since the last command. */
void session_describe(const struct session *session, int64_t now_ns, struct buffer *out);

/* NULL and the reason when memory is out; the stream is then destroyed. */
struct session *session_create(const struct session_config *config, struct error *error);
void session_destroy(struct session *session);

/* Bytes of the stream that were read before there was a session. */
void session_feed(struct session *session, const char *bytes, size_t length);

/* Runs these commands, NULL after the last, one after the other, instead of the client's: each
 * begins when those before it are done, unless only a command can end them. Then the session ends.
 */
void session_run_script(struct session *session, const char *const *script);

/* Ends the session now: what is under way is told to end and is answered, so is each command that
 * waits, and the output is flushed. */
void session_end(struct session *session, enum farewell why);

/* Ends what takes longer than the limits allow; to be called about once a second. */
void session_check_limits(struct session *session, const struct time_limits *limits,
                          int64_t now_ns);

/* Closes the connection, said or not. */
void session_abort(struct session *session);

#endif
