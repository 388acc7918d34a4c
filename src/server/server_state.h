/* SPDX-License-Identifier: MIT */
/* The internals of a server, shared only by the files server*.c. */
#ifndef SERVER_SERVER_STATE_H
#define SERVER_SERVER_STATE_H

#include <ev.h>

#include "http_connection.h"
#include "loop_share.h"
#include "server.h"
#include "terminal.h"
#include "watchers.h"

struct server {
    struct server_options *options;
    struct ev_loop *loop;
    struct loop_share share; /* of the loop, among connections */
    struct ev_signal terminate, interrupt, hang_up;
    struct listener *listeners[SERVER_MAX_LISTENERS];
    int listener_count;
    bool listeners_paused; /* no descriptors are left, or too many sessions wait to be freed */
    int64_t pause_said_ns; /* when a pause was last logged; 0: never */
    bool draining;
    bool refused; /* a command of the script was refused */
    struct session **sessions;
    int session_count, session_room;
    struct site site;
    struct http_connection **connections; /* HTTP connections; they have no session */
    int connection_count, connection_room;
    struct budget budget;
    /* Memory of the process that no client has been charged for: freed and not yet returned to the
     * system, or overhead of the allocator. It is charged to the budget like all other memory. */
    struct charge unaccounted;
    int64_t anonymous_at_start; /* bytes, before any client came */
    struct ev_timer memory;     /* measures memory often while more than half of it is used */
    struct peers peers;
    struct publications publications;
    struct scheduler scheduler;
    struct ev_async woken; /* the scheduler has entries to settle, or the reclaimer has caught up */
    struct worker_reserve *reserve; /* threads of sessions that have ended, for new ones */
    struct reclaimer *reclaimer;
    struct ev_prepare prepare; /* before the loop sleeps: starts or stops rotation */
    struct ev_check check;     /* after it has slept */
    int64_t woken_ns;          /* when the loop last woke; 0: never */
    struct counters counters;
    struct admin *admin;       /* NULL: there is no admin socket */
    struct terminal *terminal; /* the terminal of the session on standard input; NULL: none */
    struct ev_timer watchdog;  /* systemd's */
    struct ev_timer rotation, limits, drain;
};

/* server_clients.c: pauses the listeners while no descriptors are left or the reclaimer is behind,
 * and resumes them later. */
void server_pause_listeners(struct server *server, const char *why);
void server_resume_listeners(struct server *server);
void server_close_listeners(struct server *server);

/* server_clients.c: returns the list with room for one more pointer after its `count`; NULL, and
 * the list is unchanged, if allocation fails. */
void *server_have_room(void *list, int count, int *room);

/* server_clients.c: ends the loop if there is no listener, session or HTTP connection any more. */
void server_end_if_done(struct server *server);

/* server_clients.c: adds a session of `peer`, or of standard input (NULL). Takes over the stream
 * (NULL: its allocation failed), and the place that is already counted for the peer. NULL and the
 * reason if the session cannot begin. */
struct session *server_add_session(struct server *server, struct stream *stream,
                                   const struct framing *framing, struct peer *peer,
                                   struct error *error);
void server_destroy_session(struct server *server, struct session *session);

/* server_clients.c: handles a client that has connected to a listener (listener_accepted). */
void server_on_client(void *server, int descriptor, const struct sockaddr_storage *client);

/* server_clients.c: adds a session to the peer with this name. NULL, and the reason, if it may not
 * have another one now. */
struct refusal {
    int http_status;
    const char *why;
};
struct peer *server_admit(struct server *server, const char *name, struct refusal *refusal);

/* server_http.c: fills in the site; handles a client that has connected to an HTTP listener
 * (listener_accepted); and ends the connections after their current requests, or at once. */
void server_open_site(struct server *server, void (*put_metrics)(void *server, struct buffer *out));
void server_on_http_client(void *server, int descriptor, const struct sockaddr_storage *client);
void server_end_http(struct server *server);
void server_drop_http(struct server *server);

/* server_clients.c: sets the budgets, before the first client; and measures the memory of the
 * process and charges what is not accounted for. */
void server_set_budgets(struct server *server);
void server_measure_memory(struct server *server);

/* server_admin.c: appends the current counters. */
void server_put_metrics(void *server, struct buffer *out);

/* server_admin.c: opens the admin socket, to which only the server's own user may connect; and
 * closes it if it was opened. */
bool server_open_admin(struct server *server, struct error *error);
void server_close_admin(struct server *server);

#endif
