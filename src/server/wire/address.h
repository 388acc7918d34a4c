/* SPDX-License-Identifier: MIT */
/* TCP addresses: those of this machine, and those that belong to one client. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* True for an address of loopback (127.0.0.0/8, ::1), which only this machine can have. */
bool address_is_loopback(const struct sockaddr *address);

/* Returns the address of a socket; AF_UNSPEC if it has none. */
struct sockaddr_storage address_own(int descriptor);

/* Writes one name for all addresses that the same client can easily have: "127.0.0.1" for loopback,
 * "192.0.2.7" for an IPv4 address, "2001:db8:0:1::/64" for an IPv6 address, where a client has a
 * whole network (RFC 6177: /64 at least). "unknown" if it is no such address. */
void address_name(const struct sockaddr *address, char *name, size_t room);

#endif
