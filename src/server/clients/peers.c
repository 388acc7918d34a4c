/* SPDX-License-Identifier: MIT */
#include "peers.h"

#include <stdatomic.h>
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
        peer->budget = (struct budget){
            .threads = peers->max_threads, .memory = peers->max_memory, .above = peers->server};
        peer->next = peers->first;
        peers->first = peer;
    }
    peer->sessions++;
    return peer;
}

void peers_leave(struct peers *peers, struct peer *peer)
{
    peer->sessions--;
    peers_forget(peers);
}

void peers_forget(struct peers *peers)
{
    struct peer **at = &peers->first;
    while (*at) {
        struct peer *peer = *at;
        if (peer->sessions == 0 && atomic_load(&peer->charged) == 0) {
            *at = peer->next;
            free(peer);
        } else {
            at = &peer->next;
        }
    }
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
