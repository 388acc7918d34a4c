/* SPDX-License-Identifier: MIT */
#include "peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "address.h"

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

void peers_name(int descriptor, const struct sockaddr_storage *client, char name[PEER_NAME_ROOM])
{
    struct ucred user;
    socklen_t length = sizeof user;
    if (client->ss_family == AF_UNIX &&
        getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &user, &length) == 0) {
        snprintf(name, PEER_NAME_ROOM, "uid:%u", (unsigned)user.uid);
    } else {
        address_name((const struct sockaddr *)client, name, PEER_NAME_ROOM);
    }
}
