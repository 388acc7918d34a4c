/* SPDX-License-Identifier: MIT */
/* The clients of the listeners: who may connect, and how much they may use.
 *
 * Access: users of Unix sockets by user id, other clients by a token.
 *
 * Peers: the sessions of one user, one address or one token belong to one peer, and share its part
 * of the machine. Addresses that one client can easily obtain count as one: see address.h. */
#ifndef SERVER_CLIENTS_H
#define SERVER_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "budget.h"
#include "error.h"
#include "loop_share.h"
#include "scheduler.h"

#define ACCESS_MAX_UIDS   64
#define ACCESS_MAX_TOKENS 256

/* The minimum length of a token; and the sizes of the buffers for a token and for its name. */
#define ACCESS_TOKEN_LEAST 16
#define ACCESS_TOKEN_ROOM  129
#define ACCESS_NAME_ROOM   33

struct access_token {
    char name[ACCESS_NAME_ROOM], token[ACCESS_TOKEN_ROOM];
};

/* Recent failures of one address. */
struct access_failures {
    char address[64];
    int count;
    int64_t last_ns; /* clock_ns() */
};
#define ACCESS_ADDRESSES 256

/* Zeroed memory allows every user of the Unix sockets, and no client with a token. */
struct access {
    uint32_t uids[ACCESS_MAX_UIDS]; /* allowed users of the Unix sockets; none: the file's mode
                                       decides */
    int uid_count;
    const char *token_file; /* lines "NAME TOKEN"; NULL: no tokens */
    struct access_token tokens[ACCESS_MAX_TOKENS];
    int token_count;
    struct access_failures failures[ACCESS_ADDRESSES];
};

/* Reads the token file, if there is one. On failure, with the reason, the tokens stay as they
 * were. */
bool access_read_tokens(struct access *access, struct error *error);

/* True if the user at the other end of a socket is allowed; always true for TCP. */
bool access_allows_user(const struct access *access, int descriptor);

/* Returns the name of the token; NULL if it is unknown. A wrong token takes as long as a right
 * one. */
const char *access_find(const struct access *access, const char *token);

/* Records a failure of an address. True if its recent failures block it. */
void access_note_failure(struct access *access, const char *address, int64_t now_ns);
bool access_is_blocked(const struct access *access, const char *address, int64_t now_ns);

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
