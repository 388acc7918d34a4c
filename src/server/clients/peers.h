/* SPDX-License-Identifier: MIT */
/* Limits on what clients may use: time, and their share of the machine.
 *
 * Peers: the sessions of one user, one address or one token belong to one peer, and share its part
 * of the machine. Addresses that one client can easily obtain count as one: see address.h. */
#ifndef SERVER_PEERS_H
#define SERVER_PEERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "budget.h"
#include "loop_share.h"
#include "scheduler.h"

/* Time limits, in seconds; 0 is no limit. */
struct time_limits {
    int first_line_s; /* to send a first line */
    int half_line_s;  /* to end a line that has begun */
    int idle_s;       /* between commands, while no work is under way */
    int unread_s;     /* to read waiting output */
    int search_s;     /* for one search or count, which is then ended and answered */
};

/* The budget for clients of the listeners: for all together, for each peer and for each session.
 * Sizes are in MiB. */
struct client_budget {
    int64_t sessions, sessions_per_peer;
    int64_t threads, threads_per_peer, threads_per_session;
    int64_t memory, memory_per_peer, memory_per_session;
};

/* Replaces each 0 by a value that suits this process: its processors, memory, threads and
 * descriptors, as the machine, resource limits and control groups allow. A peer gets seven eighths
 * of the total, so that no peer can exclude the others. Raises the limit on descriptors as far as
 * possible. */
void client_budget_settle(struct client_budget *budget);

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
