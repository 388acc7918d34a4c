/* SPDX-License-Identifier: MIT */
#include "peers.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct peer *peers_join(struct peers *peers, const char *name)
{
    struct peer *peer = peers->first;
    while (peer && strcmp(peer->name, name) != 0) {
        peer = peer->next;
    }
    if (!peer) {
        peer = calloc(1, sizeof *peer);
        if (!peer) {
            return NULL;
        }
        snprintf(peer->name, sizeof peer->name, "%s", name);
        peer->budget = (struct budget){peers->max_threads, peers->max_memory, peers->server};
        peer->next = peers->first;
        peers->first = peer;
    }
    peer->sessions++;
    return peer;
}

void peers_leave(struct peers *peers, struct peer *peer)
{
    if (--peer->sessions > 0) {
        return;
    }
    struct peer **at = &peers->first;
    while (*at != peer) {
        at = &(*at)->next;
    }
    *at = peer->next;
    free(peer);
}

void peers_name(int descriptor, char name[PEER_NAME_ROOM])
{
    struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
    socklen_t length = sizeof address;
    struct ucred user;
    socklen_t user_length = sizeof user;
    snprintf(name, PEER_NAME_ROOM, "unknown");
    if (getpeername(descriptor, (struct sockaddr *)&address, &length) != 0) {
        return;
    }
    if (address.ss_family == AF_UNIX) {
        if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &user, &user_length) == 0) {
            snprintf(name, PEER_NAME_ROOM, "uid:%u", (unsigned)user.uid);
        }
    } else {
        getnameinfo((const struct sockaddr *)&address, length, name, PEER_NAME_ROOM, NULL, 0,
                    NI_NUMERICHOST);
    }
}

bool peers_is_local(int descriptor)
{
    struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
    socklen_t length = sizeof address;
    if (getpeername(descriptor, (struct sockaddr *)&address, &length) != 0) {
        return false;
    }
    if (address.ss_family == AF_INET) {
        const struct sockaddr_in *four = (const void *)&address;
        return ntohl(four->sin_addr.s_addr) >> 24 == 127;
    }
    const struct sockaddr_in6 *six = (const void *)&address;
    return address.ss_family == AF_INET6 &&
           (IN6_IS_ADDR_LOOPBACK(&six->sin6_addr) ||
            (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr) && six->sin6_addr.s6_addr[12] == 127));
}
