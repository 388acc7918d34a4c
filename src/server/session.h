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
    int in, out; /* taken over; closed with the session, or when it cannot begin */
    const struct transport *transport;
    /* The session is over and may be destroyed; said from the loop. */
    void (*over)(void *owner, struct session *session);
    void *owner;
};

/* NULL and the reason when memory is out. */
struct session *session_create(const struct session_config *config, struct error *error);
void session_destroy(struct session *session);

/* Runs a command as if the client had sent it. */
void session_run_line(struct session *session, const char *line);

/* Ends the session once all its commands are done. */
void session_end_when_idle(struct session *session);

/* Ends the session now: a search is stopped, its bestmove written, the output flushed. */
void session_end(struct session *session);

#endif
