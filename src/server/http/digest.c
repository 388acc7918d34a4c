/* SPDX-License-Identifier: MIT */
#include "digest.h"

#include <string.h>

#define BLOCK_BYTES 64

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint32_t rotate(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

/* Stage `t` of RFC 3174, section 5: the function and the constant. */
static uint32_t mix(int t, uint32_t b, uint32_t c, uint32_t d)
{
    switch (t / 20) {
    case 0:
        return ((b & c) | (~b & d)) + 0x5A827999;
    case 1:
        return (b ^ c ^ d) + 0x6ED9EBA1;
    case 2:
        return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC;
    default:
        return (b ^ c ^ d) + 0xCA62C1D6;
    }
}

static void add_block(uint32_t hash[5], const uint8_t *block)
{
    uint32_t words[80];
    for (size_t t = 0; t < 16; t++) {
        const uint8_t *at = block + 4 * t;
        words[t] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (int t = 16; t < 80; t++) {
        words[t] = rotate(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
    }
    uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4];
    for (int t = 0; t < 80; t++) {
        uint32_t next = rotate(a, 5) + mix(t, b, c, d) + e + words[t];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    hash[0] += a;
    hash[1] += b;
    hash[2] += c;
    hash[3] += d;
    hash[4] += e;
}

void sha1(const void *bytes, size_t length, uint8_t digest[SHA1_BYTES])
{
    uint32_t hash[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    const uint8_t *at = bytes;
    size_t left = length;
    for (; left >= BLOCK_BYTES; left -= BLOCK_BYTES, at += BLOCK_BYTES) {
        add_block(hash, at);
    }
    /* The tail consists of the rest, one bit 1, zeros, and the length in bits: one block, or two if
     * one is too short. */
    uint8_t tail[2 * BLOCK_BYTES] = {0};
    size_t size = left + 9 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    if (left > 0) {
        memcpy(tail, at, left);
    }
    tail[left] = 0x80;
    for (size_t i = 0; i < 8; i++) {
        tail[size - 1 - i] = (uint8_t)((uint64_t)length * 8 >> (8 * i));
    }
    for (size_t i = 0; i < size; i += BLOCK_BYTES) {
        add_block(hash, tail + i);
    }
    for (size_t i = 0; i < SHA1_BYTES; i++) {
        digest[i] = (uint8_t)(hash[i / 4] >> (24 - 8 * (i % 4)));
    }
}

void base64_encode(const void *bytes, size_t length, char *text)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < length; i += 3) {
        size_t count = length - i < 3 ? length - i : 3;
        uint32_t group = (uint32_t)at[i] << 16;
        group |= count > 1 ? (uint32_t)at[i + 1] << 8 : 0;
        group |= count > 2 ? at[i + 2] : 0;
        *text++ = alphabet[group >> 18];
        *text++ = alphabet[group >> 12 & 63];
        *text++ = count > 1 ? alphabet[group >> 6 & 63] : '=';
        *text++ = count > 2 ? alphabet[group & 63] : '=';
    }
    *text = '\0';
}

int base64_decoded_length(const char *text)
{
    size_t length = strlen(text), digits = strspn(text, alphabet);
    size_t padding = length - digits;
    if (length % 4 != 0 || padding > 2 || strspn(text + digits, "=") != padding) {
        return -1;
    }
    /* The last digit before one or two '=' has 2 or 4 bits that belong to no byte. */
    if (padding > 0) {
        unsigned last = (unsigned)(strchr(alphabet, text[digits - 1]) - alphabet);
        if (last & (padding == 1 ? 3u : 15u)) {
            return -1;
        }
    }
    return (int)(length / 4 * 3 - padding);
}
