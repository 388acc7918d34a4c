/* SPDX-License-Identifier: MIT */
/* Who may come in: users of Unix sockets by their number, others by a token. */
#ifndef SERVER_ACCESS_H
#define SERVER_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

#define ACCESS_MAX_UIDS   64
#define ACCESS_MAX_TOKENS 256

/* Characters of a token, and of its name. */
#define ACCESS_TOKEN_LEAST 16
#define ACCESS_TOKEN_ROOM  129
#define ACCESS_NAME_ROOM   33

struct access_token {
    char name[ACCESS_NAME_ROOM], token[ACCESS_TOKEN_ROOM];
};

/* Failed attempts of one address lately. */
struct access_failures {
    char address[64];
    int count;
    int64_t last_ns; /* clock_ns() */
};
#define ACCESS_ADDRESSES 256

/* Zeroed memory lets in every user of the Unix sockets, and nobody by a token. */
struct access {
    uint32_t uids[ACCESS_MAX_UIDS]; /* who may use the Unix sockets; none: the file's mode tells */
    int uid_count;
    const char *token_file; /* lines "NAME TOKEN"; NULL: no tokens */
    struct access_token tokens[ACCESS_MAX_TOKENS];
    int token_count;
    struct access_failures failures[ACCESS_ADDRESSES];
};

/* Reads the token file, if there is one. On refusal, with the reason, the tokens stay as they were.
 */
bool access_read_tokens(struct access *access, struct error *error);

/* Whether the user at the other end of a socket may come in. Of TCP sockets everybody may. */
bool access_allows_user(const struct access *access, int descriptor);

/* The name that belongs to the token; NULL: none. Takes as long for a wrong one as for a right one.
 */
const char *access_find(const struct access *access, const char *token);

/* An address has failed; whether it has failed so often lately that it is not heard for a while. */
void access_note_failure(struct access *access, const char *address, int64_t now_ns);
bool access_is_blocked(const struct access *access, const char *address, int64_t now_ns);

#endif
