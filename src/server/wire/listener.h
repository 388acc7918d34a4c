/* SPDX-License-Identifier: MIT */
/* The sockets that clients connect to: Unix and TCP sockets that the server opens, or that systemd
 * has opened for it. */
#ifndef SERVER_LISTENER_H
#define SERVER_LISTENER_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "error.h"

struct listener;

/* Called for each client, with its socket, which the callee then owns, and its address, which a
 * proxy may have reported. Called with -1 and NULL if no descriptors or no memory are left: the
 * listener must then be paused. */
typedef void listener_accepted(void *owner, int descriptor, const struct sockaddr_storage *client);

/* The rules about who may reach a listener. */
struct listener_rules {
    unsigned mode;        /* permissions of a Unix socket's file, such as 0600 */
    const char *group;    /* name of the group that owns the file; NULL: the process's group */
    bool beyond_loopback; /* a TCP socket may listen on other addresses than loopback */
};

/* Opens `unix:PATH`, `tcp:HOST:PORT` or `http:HOST:PORT` (an IPv6 address in brackets) and listens.
 * NULL and the reason if that fails. Replaces a Unix socket that no process listens on. With the
 * prefix `proxy:`, as in `proxy:tcp:HOST:PORT`, the first line of each connection identifies its
 * client: see proxied.h.
 *
 * Without an address (NULL), takes over a descriptor that listens already, if it is a Unix or TCP
 * socket; the rule for TCP also applies to it. */
struct listener *listener_open(struct ev_loop *loop, const char *address, int descriptor,
                               const struct listener_rules *rules, listener_accepted *accepted,
                               void *owner, struct error *error);

/* True for an HTTP address. */
bool listener_is_http(const char *address);

/* True if a client's socket is TCP, for which the system does not identify a user. */
bool listener_is_tcp(int descriptor);

/* Returns the port of a TCP listener, also if port 0 was requested; 0 for other listeners. */
int listener_port(const struct listener *listener);

/* Stops accepting, so that clients wait in the system's queue; and accepts again. */
void listener_pause(struct listener *listener);
void listener_resume(struct listener *listener);

/* Stops listening; removes the file of a Unix socket that listener_open made. */
void listener_close(struct listener *listener);

/* Returns the number of sockets that systemd passed to this process, from descriptor LISTENER_FIRST
 * on: sd_listen_fds(3). Bit N of `http` is set if socket N has the name "http"
 * (FileDescriptorName=). Removes the variables from the environment. */
#define LISTENER_FIRST 3
int listener_inherited(uint64_t *http);

#endif
