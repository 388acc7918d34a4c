/* SPDX-License-Identifier: MIT */
/* The inside of a server, shared by the files server*.c alone. */
#ifndef SERVER_SERVER_STATE_H
#define SERVER_SERVER_STATE_H

#include <ev.h>

#include "admin.h"
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
    bool listeners_paused; /* descriptors are out, or too many sessions wait to be freed */
    int64_t pause_said_ns; /* when a pause was logged last; 0: never */
    bool draining;
    bool refused; /* a command of the script was refused */
    struct session **sessions;
    int session_count, session_room;
    struct site site;
    struct http_connection **connections; /* of HTTP; they have no session */
    int connection_count, connection_room;
    struct budget budget;
    /* Memory of the process beyond what is charged: freed and not yet given back to the system, or
     * used by the allocator. It is charged like any other. */
    struct charge unaccounted;
    int64_t anonymous_at_start; /* bytes, before any client came */
    struct ev_timer memory;     /* measures it often, while more than half of the memory is used */
    struct peers peers;
    struct publications publications;
    struct scheduler scheduler;
    struct ev_async rested;         /* a worker: the scheduler is to settle */
    struct worker_reserve *reserve; /* threads of sessions that have ended, for new ones */
    struct reclaimer *reclaimer;
    struct ev_async cleared;   /* the reclaimer has caught up */
    struct ev_prepare prepare; /* before the loop sleeps: rotation is started or ended */
    struct ev_check check;     /* after it has slept */
    int64_t woken_ns;          /* when the loop woke last; 0: not yet */
    struct counters counters;
    struct admin *admin;
    struct terminal *terminal; /* on which the session of standard input is typed; NULL: none */
    struct ev_timer watchdog;  /* systemd's */
    struct ev_timer rotation, limits, drain;
};

/* server_clients.c: pauses the listeners while descriptors are out or the reclaimer is behind, and
 * resumes them when they may accept again. */
void server_pause_listeners(struct server *server, const char *why);
void server_resume_listeners(struct server *server);
void server_close_listeners(struct server *server);

/* server_clients.c: ends the loop if no listener, session or HTTP connection is left. */
void server_end_if_done(struct server *server);

/* server_clients.c: adds a session of `peer`, or of standard input (NULL). Takes over the stream
 * (NULL: its allocation failed), and the place that the peer has counted. */
bool server_add_session(struct server *server, struct stream *stream, const struct framing *framing,
                        struct peer *peer, struct session **added, struct error *error);
void server_destroy_session(struct server *server, struct session *session);

/* server_clients.c: a client has connected to a listener (listener_accepted). */
void server_on_client(void *server, int descriptor, const struct sockaddr_storage *client);

/* server_clients.c: adds a session to the peer of this name. NULL, and the reason, if it can have
 * none now. */
struct refusal {
    int http_status;
    const char *why;
};
struct peer *server_admit(struct server *server, const char *name, struct refusal *refusal);

/* server_http.c: fills in the site; a client has connected to a listener of HTTP
 * (listener_accepted); has the connections read no more requests, or closes them at once. */
void server_open_site(struct server *server, void (*put_metrics)(void *server, struct buffer *out));
void server_on_http_client(void *server, int descriptor, const struct sockaddr_storage *client);
void server_end_http(struct server *server);
void server_drop_http(struct server *server);

/* server_memory.c: sets the budgets, before the first client; measures the memory of the process,
 * and charges what nothing else is charged for. */
void server_set_budgets(struct server *server);
void server_measure_memory(struct server *server);

/* server_admin.c: appends the counters as they are now. */
void server_put_metrics(void *server, struct buffer *out);

/* server_admin.c: runs a command of the admin socket (admin_run). */
void server_run_admin(void *server, const char *command, const char *argument, struct buffer *out);

#endif
