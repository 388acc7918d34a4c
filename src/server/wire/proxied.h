/* SPDX-License-Identifier: MIT */
/* Connections that a proxy opens, from acceptance until their first line has identified the client.
 * Nothing after that line is read. The PROXY protocol, version 1: haproxy.org,
 * doc/proxy-protocol.txt, section 2.1. */
#ifndef SERVER_PROXIED_H
#define SERVER_PROXIED_H

#include <ev.h>
#include <stdbool.h>
#include <sys/socket.h>

/* The longest line, in bytes, including CR and LF. */
#define PROXY_LINE_ROOM 107

/* Reads a line without its CR and LF, such as "PROXY TCP4 192.0.2.7 192.0.2.1 56324 7443", and cuts
 * it into its words. `client` is the client's address without its port; AF_UNSPEC if the proxy does
 * not know it, or connects on its own behalf ("PROXY UNKNOWN"). False if the line is invalid. */
bool proxy_line_read(char *line, struct sockaddr_storage *client);

struct proxied;

/* The connection, which the callee then owns, belongs to `client`, which is the proxy's own address
 * if the proxy does not know the client's. Called from the loop. */
typedef void proxied_known(void *owner, int descriptor, const struct sockaddr_storage *client);

/* NULL if allocation fails. */
struct proxied *proxied_create(struct ev_loop *loop, proxied_known *known, void *owner);

/* Adds a connection that the proxy has opened. It is closed, with a line in the log, if its first
 * line is wrong, or does not arrive within three seconds or before that of the 64th connection
 * after it. */
void proxied_add(struct proxied *proxied, int descriptor, const struct sockaddr_storage *proxy);

/* Closes the connections that still wait. NULL is allowed. */
void proxied_destroy(struct proxied *proxied);

#endif
