/* SPDX-License-Identifier: MIT */
/* Inside a server: shared by the files of the server alone. */
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
    struct turns turns; /* of the loop, among clients */
    struct ev_signal terminate, interrupt, hang_up;
    struct listener *listeners[SERVER_MAX_LISTENERS];
    int listener_count;
    bool listeners_paused; /* descriptors are out, or too many sessions are being taken away */
    int64_t pause_said_ns; /* when it was logged last; 0: never */
    bool draining;
    bool refused; /* a command of the script */
    struct session **sessions;
    int session_count, session_room;
    struct site site;
    struct visitor **visitors; /* clients of HTTP that have no session */
    int visitor_count, visitor_room;
    struct budget budget;
    /* Memory that the process was found to use beyond what is charged: freed and not given back to
     * the system yet, or used by the allocator. It is charged like any other. */
    struct charge unaccounted;
    int64_t anonymous_at_start; /* bytes, before any client came */
    struct ev_timer memory;     /* measures it often, while more than half of the memory is used */
    struct peers peers;
    struct publications publications;
    struct scheduler scheduler;
    struct ev_async rested;         /* a worker: the scheduler is to settle */
    struct worker_reserve *reserve; /* threads of sessions that went, for those that come */
    struct janitor *janitor;
    struct ev_async cleared;   /* the janitor has caught up */
    struct ev_prepare prepare; /* before the loop sleeps: rotation is started or ended */
    struct ev_check check;     /* after it has slept */
    int64_t turn_start_ns;     /* when the loop woke last; 0: not yet */
    struct counters counters;
    struct admin *admin;
    struct terminal *terminal; /* on which the session of standard input is typed; NULL: none */
    struct ev_timer watchdog;  /* systemd's */
    struct ev_timer rotation, limits, drain;
};

/* clients.c: listeners accept nobody while descriptors are out or the janitor is behind, and accept
 * again when they may. */
void server_pause_listeners(struct server *server, const char *why);
void server_resume_listeners(struct server *server);
void server_close_listeners(struct server *server);

/* clients.c: with no listener left and no session, there is nothing more to do. */
void server_end_if_done(struct server *server);

/* clients.c: a session of `peer`, or of standard input (NULL). Takes over the stream (NULL: memory
 * was out), and the place that the peer has counted. */
bool server_add_session(struct server *server, struct stream *stream, const struct framing *framing,
                        struct peer *peer, struct session **added, struct error *error);
void server_destroy_session(struct server *server, struct session *session);

/* clients.c: a client has come to a listener (listener_accepted). */
void server_on_client(void *server, int descriptor, const struct sockaddr_storage *client);

/* clients.c: the peer of this name, with one session more; NULL, and the reason, when it can have
 * none now. */
struct refusal {
    int http_status;
    const char *why;
};
struct peer *server_admit(struct server *server, const char *name, struct refusal *refusal);

/* visitors.c: what clients of HTTP are told; clients that came to a listener of HTTP
 * (listener_accepted); those who are there hear no more requests, or are gone at once. */
void server_open_site(struct server *server, void (*put_metrics)(void *server, struct buffer *out));
void server_on_visitor(void *server, int descriptor, const struct sockaddr_storage *client);
void server_end_visitors(struct server *server);
void server_drop_visitors(struct server *server);

/* server_memory.c: what clients may use, before anybody is served; measures what the process uses,
 * and charges what nothing else is charged for. */
void server_set_budgets(struct server *server);
void server_measure_memory(struct server *server);

/* operator.c: appends the counters as they are now. */
void server_put_metrics(void *server, struct buffer *out);

/* operator.c: a command of the operator (admin_run). */
void server_run_admin(void *server, const char *command, const char *argument, struct buffer *out);

#endif
