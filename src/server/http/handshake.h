/* SPDX-License-Identifier: MIT */
/* A request that asks to go on as WebSocket: RFC 6455, section 4.2. */
#ifndef SERVER_HANDSHAKE_H
#define SERVER_HANDSHAKE_H

#include "digest.h"
#include "http.h"

#define HANDSHAKE_ACCEPT_ROOM (BASE64_LENGTH(SHA1_BYTES) + 1)

/* What a client's key, of 24 characters, is answered by. */
void handshake_accept(const char *key, char accept[HANDSHAKE_ACCEPT_ROOM]);

/* The status of the answer: 101, and `accept` is filled, or another, and `why` is its text. */
int handshake_judge(const struct http_request *request, char accept[HANDSHAKE_ACCEPT_ROOM],
                    const char **why);

#endif
