/* SPDX-License-Identifier: MIT */
#include "handshake.h"

#include <stdio.h>
#include <string.h>

#include "websocket.h"

/* Bytes of the number that a client makes up, and characters that it is written with. */
#define KEY_BYTES 16
#define KEY_CHARS BASE64_LENGTH(KEY_BYTES)

/* RFC 6455, section 1.3: what no server that knows nothing of WebSocket would add. */
static const char protocols_mark[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

void handshake_accept(const char *key, char accept[HANDSHAKE_ACCEPT_ROOM])
{
    char text[KEY_CHARS + sizeof protocols_mark];
    uint8_t digest[SHA1_BYTES];
    snprintf(text, sizeof text, "%s%s", key, protocols_mark);
    sha1(text, strlen(text), digest);
    base64_encode(digest, sizeof digest, accept);
}

int handshake_judge(const struct http_request *request, char accept[HANDSHAKE_ACCEPT_ROOM],
                    const char **why)
{
    if (request->head_only || !request->may_upgrade ||
        !http_list_has(request, "Upgrade", "websocket", true)) {
        *why = "this is for WebSocket: expected a request with 'Upgrade: websocket'";
        return 426;
    }
    const char *version = http_find(request, "Sec-WebSocket-Version", NULL);
    if (!version || strcmp(version, "13") != 0) {
        *why = "expected 'Sec-WebSocket-Version: 13'";
        return 426;
    }
    const char *key = http_find(request, "Sec-WebSocket-Key", NULL);
    if (!key || strlen(key) != KEY_CHARS || base64_decoded_length(key) != KEY_BYTES) {
        *why = "expected one Sec-WebSocket-Key of 16 bytes in Base64";
        return 400;
    }
    if (!http_list_has(request, "Sec-WebSocket-Protocol", WEBSOCKET_SUBPROTOCOL, false)) {
        *why = "expected 'Sec-WebSocket-Protocol: " WEBSOCKET_SUBPROTOCOL "'";
        return 400;
    }
    handshake_accept(key, accept);
    return 101;
}
