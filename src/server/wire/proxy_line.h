/* SPDX-License-Identifier: MIT */
/* What a proxy says first of a connection: for whom it speaks. The PROXY protocol, version 1:
 * haproxy.org, doc/proxy-protocol.txt, section 2.1. */
#ifndef SERVER_PROXY_LINE_H
#define SERVER_PROXY_LINE_H

#include <stdbool.h>
#include <sys/socket.h>

/* Bytes of a line at most, with CR and LF. */
#define PROXY_LINE_ROOM 107

/* Reads a line without its CR and LF, such as "PROXY TCP4 192.0.2.7 192.0.2.1 56324 7443", which is
 * cut into its words. The client's address, without its port; AF_UNSPEC when the proxy does not
 * know it, or speaks for itself ("PROXY UNKNOWN"). False when it is no such line. */
bool proxy_line_read(char *line, struct sockaddr_storage *client);

#endif
