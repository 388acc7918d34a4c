/* SPDX-License-Identifier: MIT */
/* SHA-1 (RFC 3174) and Base64 (RFC 4648), which the WebSocket handshake requires. SHA-1 does not
 * protect against forgery: it is used here to distinguish contents, and to prove that the server
 * knows the protocol. */
#ifndef SERVER_DIGEST_H
#define SERVER_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#define SHA1_BYTES 20

void sha1(const void *bytes, size_t length, uint8_t digest[SHA1_BYTES]);

/* The number of characters for `length` bytes, without the final 0. */
#define BASE64_LENGTH(length) (((size_t)(length) + 2) / 3 * 4)

/* Writes BASE64_LENGTH(length) characters and a 0. */
void base64_encode(const void *bytes, size_t length, char *text);

/* Returns the number of bytes that the text encodes, without writing them. -1 if base64_encode does
 * not produce this form: another character, missing or excess padding, or unused bits that are
 * set. */
int base64_decoded_length(const char *text);

#endif
