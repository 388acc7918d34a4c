/* SPDX-License-Identifier: MIT */
/* Peers: the sessions of one user, one address or one token belong to one peer, and share its part
 * of the machine. Addresses that one client can easily obtain count as one: see address.h. */
#ifndef SERVER_PEERS_H
#define SERVER_PEERS_H

#include <stdbool.h>
#include <sys/socket.h>

#include "budget.h"
#include "loop_share.h"
#include "scheduler.h"

/* "uid:1000", "127.0.0.1" or "token:NAME"; longer names are truncated. */
#define PEER_NAME_ROOM 64

struct peer {
    char name[PEER_NAME_ROOM];
    int sessions;
    /* Sessions whose memory is still charged to the budget. Another thread ends them later. */
    _Atomic int charged;
    struct budget budget;
    struct scheduler_peer share;  /* of the processors */
    struct loop_group loop_group; /* of the loop's time */
    struct peer *next;
};

struct peers {
    struct peer *first;
    struct budget *server; /* above the budget of each peer */
    int64_t max_threads, max_memory;
};

/* Adds a session to the peer of this name. NULL if allocation fails. */
struct peer *peers_join(struct peers *peers, const char *name);

/* Removes a session of the peer. */
void peers_leave(struct peers *peers, struct peer *peer);

/* Frees the peers that have no session and no charged memory any more. */
void peers_forget(struct peers *peers);

/* Writes the name of the client at this address, or of its user, for a socket. */
void peers_name(int descriptor, const struct sockaddr_storage *client, char name[PEER_NAME_ROOM]);

#endif
