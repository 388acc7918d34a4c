/* SPDX-License-Identifier: MIT */
/* Connections that a proxy opens, from when they are accepted until it has said for whom they are
 * (proxy_line.h). Nothing behind that line is read. */
#ifndef SERVER_PROXIED_H
#define SERVER_PROXIED_H

#include <ev.h>
#include <sys/socket.h>

struct proxied;

/* The connection, which is the callee's from then on, is one of `client`: the proxy's own address
 * when it does not know. Said from the loop. */
typedef void proxied_known(void *owner, int descriptor, const struct sockaddr_storage *client);

/* NULL when memory is out. */
struct proxied *proxied_create(struct ev_loop *loop, proxied_known *known, void *owner);

/* A connection that this proxy has opened. It is closed, and the log says why, when its first line
 * is wrong or does not come within three seconds, or before the 64th connection behind it. */
void proxied_add(struct proxied *proxied, int descriptor, const struct sockaddr_storage *proxy);

/* Closes those that still wait. NULL is allowed. */
void proxied_destroy(struct proxied *proxied);

#endif
