/* SPDX-License-Identifier: MIT */
/* Lines as WebSocket messages (RFC 6455), the server's side: frames of bytes here, no socket. Each
 * text message is a line, without its end; a line end inside a message is a blank. */
#ifndef SERVER_WEBSOCKET_H
#define SERVER_WEBSOCKET_H

#include "framing.h"

/* The name of this use of WebSocket, which clients must offer. */
#define WEBSOCKET_SUBPROTOCOL "v1.uci.myosu"

/* The longest message, in bytes: a line of the protocol. */
#define WEBSOCKET_MESSAGE_LIMIT 65536

/* What breaks a rule is answered by a close frame with the code for it, and nothing more is heard.
 */
extern const struct framing framing_websocket;

#endif
