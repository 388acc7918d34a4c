/* SPDX-License-Identifier: MIT */
/* Connections that a proxy opens, from when they are accepted until its first line has named the
 * client. Nothing after that line is read. The PROXY protocol, version 1: haproxy.org,
 * doc/proxy-protocol.txt, section 2.1. */
#ifndef SERVER_PROXIED_H
#define SERVER_PROXIED_H

#include <ev.h>
#include <stdbool.h>
#include <sys/socket.h>

/* Bytes of a line at most, with CR and LF. */
#define PROXY_LINE_ROOM 107

/* Reads a line without its CR and LF, such as "PROXY TCP4 192.0.2.7 192.0.2.1 56324 7443", which is
 * cut into its words. The client's address, without its port; AF_UNSPEC if the proxy does not know
 * it, or connects for itself ("PROXY UNKNOWN"). False if it is no such line. */
bool proxy_line_read(char *line, struct sockaddr_storage *client);

struct proxied;

/* The connection, which the callee owns from then on, belongs to `client`; that is the proxy's own
 * address if the proxy does not know it. Called from the loop. */
typedef void proxied_known(void *owner, int descriptor, const struct sockaddr_storage *client);

/* NULL if allocation fails. */
struct proxied *proxied_create(struct ev_loop *loop, proxied_known *known, void *owner);

/* Adds a connection that this proxy has opened. It is closed, with a line in the log, if its first
 * line is wrong or does not arrive within three seconds, or before that of the 64th connection
 * after it. */
void proxied_add(struct proxied *proxied, int descriptor, const struct sockaddr_storage *proxy);

/* Closes the connections that still wait. NULL is allowed. */
void proxied_destroy(struct proxied *proxied);

#endif
