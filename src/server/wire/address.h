/* SPDX-License-Identifier: MIT */
/* TCP addresses: which of them belong to this machine, and which belong to one client. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* True for a loopback address (127.0.0.0/8, ::1), which only this machine can use. */
bool address_is_loopback(const struct sockaddr *address);

/* Returns the address of a socket; AF_UNSPEC if it has none. */
struct sockaddr_storage address_own(int descriptor);

/* Writes the same name for all addresses that one client can easily obtain: "127.0.0.1" for
 * loopback, "192.0.2.7" for an IPv4 address, "2001:db8:0:1::/64" for an IPv6 address, because a
 * client has a whole network (RFC 6177: /64 at least). "unknown" for any other address. */
void address_name(const struct sockaddr *address, char *name, size_t room);

#endif
