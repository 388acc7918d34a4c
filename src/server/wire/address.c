/* SPDX-License-Identifier: MIT */
#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

/* Bytes of an IPv6 address that identify a client's network. */
#define NETWORK_BYTES 8

/* Finds the IPv4 address, which may be mapped into an IPv6 address (RFC 4291, section 2.5.5.2);
 * false if there is none. */
static bool find_ipv4(const struct sockaddr *address, struct in_addr *found)
{
    if (address->sa_family == AF_INET) {
        *found = ((const struct sockaddr_in *)(const void *)address)->sin_addr;
        return true;
    }
    const struct sockaddr_in6 *six = (const void *)address;
    if (address->sa_family != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
        return false;
    }
    memcpy(found, six->sin6_addr.s6_addr + 12, sizeof *found);
    return true;
}

bool address_is_loopback(const struct sockaddr *address)
{
    struct in_addr four;
    if (find_ipv4(address, &four)) {
        return ntohl(four.s_addr) >> 24 == IN_LOOPBACKNET;
    }
    const struct sockaddr_in6 *six = (const void *)address;
    return address->sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
}

struct sockaddr_storage address_own(int descriptor)
{
    struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) {
        address.ss_family = AF_UNSPEC;
    }
    return address;
}

void address_name(const struct sockaddr *address, char *name, size_t room)
{
    struct in_addr four;
    char text[INET6_ADDRSTRLEN];
    if (address_is_loopback(address)) {
        snprintf(name, room, "127.0.0.1");
    } else if (find_ipv4(address, &four)) {
        snprintf(name, room, "%s", inet_ntop(AF_INET, &four, text, sizeof text));
    } else if (address->sa_family == AF_INET6) {
        struct in6_addr network = {0};
        memcpy(&network, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr,
               NETWORK_BYTES);
        snprintf(name, room, "%s/%d", inet_ntop(AF_INET6, &network, text, sizeof text),
                 8 * NETWORK_BYTES);
    } else {
        snprintf(name, room, "unknown");
    }
}
