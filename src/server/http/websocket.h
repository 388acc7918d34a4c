/* SPDX-License-Identifier: MIT */
/* WebSocket (RFC 6455), the server side, without a socket: the handshake, and lines as messages.
 * Each text message is one line without its end; a line end inside a message counts as a blank. */
#ifndef SERVER_WEBSOCKET_H
#define SERVER_WEBSOCKET_H

#include "connection.h"
#include "digest.h"
#include "http.h"

/* The name of this subprotocol. Clients must offer it. */
#define WEBSOCKET_SUBPROTOCOL "v1.uci.myosu"

#define HANDSHAKE_ACCEPT_ROOM (BASE64_LENGTH(SHA1_BYTES) + 1)

/* Writes the answer to a client's key of 24 characters. */
void handshake_accept(const char *key, char accept[HANDSHAKE_ACCEPT_ROOM]);

/* Checks a request to upgrade to WebSocket (section 4.2). Returns the status of the answer: 101,
 * with `accept` filled in, or another, with its text in `why`. */
int handshake_judge(const struct http_request *request, char accept[HANDSHAKE_ACCEPT_ROOM],
                    const char **why);

/* The longest message, in bytes: a line of the protocol. */
#define WEBSOCKET_MESSAGE_LIMIT 65536

/* Answers a violation of the protocol with a close frame and its code, and reads nothing more. */
extern const struct framing framing_websocket;

#endif
