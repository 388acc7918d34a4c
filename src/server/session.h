/* A session: one client's conversation with one engine of its own. */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include <ev.h>
#include <stdbool.h>

#include "dialect.h"
#include "engine.h"
#include "transport.h"

struct session;

struct session_config {
    struct ev_loop *loop;
    const struct dialect *dialect; /* NULL: the client's first line tells */
    struct engine_config engine;   /* `wake` is the session's to fill in */
    int in, out; /* taken over; closed with the session, or when it cannot begin; in -1: no input */
    const struct transport *transport;
    /* The session is over and may be destroyed; said from the loop. */
    void (*over)(void *owner, struct session *session);
    void *owner;
};

/* NULL and the reason when memory is out. */
struct session *session_create(const struct session_config *config, struct error *error);
void session_destroy(struct session *session);

/* Runs these commands, NULL after the last, one after the other, instead of the client's: each
 * begins when those before it are done, unless only a command can end them. Then the session ends.
 */
void session_run_script(struct session *session, const char *const *script);

/* Ends the session now: what is under way is told to end and is answered, so is each command that
 * waits, and the output is flushed. */
void session_end(struct session *session);

#endif
