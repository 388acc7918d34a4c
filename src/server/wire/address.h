/* SPDX-License-Identifier: MIT */
/* TCP addresses: which are this machine's, and which belong to one client. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* Whether it is an address of loopback (127.0.0.0/8, ::1): only this machine can be there. */
bool address_is_loopback(const struct sockaddr *address);

/* The address of a socket; AF_UNSPEC when it has none. */
struct sockaddr_storage address_own(int descriptor);

/* The name of all addresses that the same client can easily have: "127.0.0.1" for loopback,
 * "192.0.2.7" for an address of IPv4, "2001:db8:0:1::/64" for one of IPv6, where a client has a
 * whole network (RFC 6177: /64 at least). "unknown" when it is no such address. */
void address_name(const struct sockaddr *address, char *name, size_t room);

#endif
