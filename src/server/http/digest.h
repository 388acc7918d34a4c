/* SPDX-License-Identifier: MIT */
/* SHA-1 (RFC 3174) and Base64 (RFC 4648), as the WebSocket handshake asks for them. SHA-1 is no
 * protection against who wants to forge: here it tells contents apart, and proves that a server
 * knows the protocol. */
#ifndef SERVER_DIGEST_H
#define SERVER_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHA1_BYTES 20

void sha1(const void *bytes, size_t length, uint8_t digest[SHA1_BYTES]);

/* Characters that `length` bytes take, without the 0 behind them. */
#define BASE64_LENGTH(length) (((size_t)(length) + 2) / 3 * 4)

/* Writes BASE64_LENGTH(length) characters and a 0. */
void base64_encode(const void *bytes, size_t length, char *text);

/* Bytes that the text stands for, which are not written; -1 when it is not in the form that
 * base64_encode writes: another character, padding that is missing or too much, bits that are lost.
 */
int base64_decoded_length(const char *text);

#endif
