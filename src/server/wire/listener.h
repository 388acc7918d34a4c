/* SPDX-License-Identifier: MIT */
/* Where clients come from: Unix and TCP sockets of our own, or ones that systemd opened for us. */
#ifndef SERVER_LISTENER_H
#define SERVER_LISTENER_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "error.h"

struct listener;

/* Called for each client, with its socket, which is the callee's from then on, and its address,
 * which a proxy may have told. -1 and NULL when descriptors or memory for another one are out: the
 * listener must then be paused. */
typedef void listener_accepted(void *owner, int descriptor, const struct sockaddr_storage *client);

/* Who can reach a listener. */
struct listener_rules {
    unsigned mode;        /* permissions of a Unix socket's file, such as 0600 */
    const char *group;    /* name of the group that it belongs to; NULL: the process's */
    bool beyond_loopback; /* a TCP socket may listen on other addresses than loopback */
};

/* Opens `unix:PATH`, `tcp:HOST:PORT` or `http:HOST:PORT` (an IPv6 address in brackets) and listens.
 * NULL and the reason when that cannot be. A Unix socket that nobody listens on is replaced. Behind
 * `proxy:`, as in `proxy:tcp:HOST:PORT`, each connection first tells for whom it is: proxied.h. */
struct listener *listener_open(struct ev_loop *loop, const char *address,
                               const struct listener_rules *rules, listener_accepted *accepted,
                               void *owner, struct error *error);

/* Whether it is an address for HTTP. */
bool listener_is_http(const char *address);

/* Listens on a socket that is open already; closed with the listener. The rule for TCP holds here,
 * too. */
struct listener *listener_adopt(struct ev_loop *loop, int descriptor,
                                const struct listener_rules *rules, listener_accepted *accepted,
                                void *owner, struct error *error);

/* Whether a client's socket is TCP, and so has no user that the system vouches for. */
bool listener_is_tcp(int descriptor);

/* The port that a TCP listener has, also where 0 was asked for; 0 of other listeners. */
int listener_port(const struct listener *listener);

/* Accepts nobody for now: clients wait in the system's queue; and on again. */
void listener_pause(struct listener *listener);
void listener_resume(struct listener *listener);

/* Stops listening; removes the file of a Unix socket that listener_open made. */
void listener_close(struct listener *listener);

/* Sockets that systemd passed to this process, from descriptor LISTENER_FIRST on: sd_listen_fds(3).
 * 0 when there are none. The bit N of `http` is set when the Nth has the name "http"
 * (FileDescriptorName=). The variables are taken out of the environment. */
#define LISTENER_FIRST 3
int listener_inherited(uint64_t *http);

#endif
