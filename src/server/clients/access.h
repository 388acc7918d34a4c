/* SPDX-License-Identifier: MIT */
/* Access control: users of Unix sockets by user id, other clients by a token. */
#ifndef SERVER_ACCESS_H
#define SERVER_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

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

#endif
