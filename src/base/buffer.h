/* SPDX-License-Identifier: MIT */
/* A growing run of bytes: text under construction, and what waits on a wire. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"

/* The bytes data[start .. end - 1]; a byte 0 always follows them, so that they read as a string
 * (buffer_text). A failed allocation sets `failed` and drops what was being added: callers may
 * append without looking and ask once at the end. */
struct buffer {
    char *data;
    size_t start, end, capacity;
    bool failed;
};

/* An empty buffer that owns no memory yet. Zeroed memory is the same. */
void buffer_init(struct buffer *buffer);
void buffer_finish(struct buffer *buffer);

size_t buffer_length(const struct buffer *buffer);

/* The bytes as a string; valid until the next change. */
const char *buffer_text(const struct buffer *buffer);

/* Forgets the bytes, keeps the memory. */
void buffer_clear(struct buffer *buffer);

/* Frees the memory of an empty buffer if it is more than `kept` bytes. */
void buffer_trim(struct buffer *buffer, size_t kept);

void buffer_append(struct buffer *buffer, const void *bytes, size_t length);
void buffer_puts(struct buffer *buffer, const char *text);
void buffer_put_number(struct buffer *buffer, int64_t number);
void buffer_printf(struct buffer *buffer, const char *format, ...) PRINTF_LIKE(2, 3);

INLINE void buffer_putc(struct buffer *buffer, char byte)
{
    if (buffer->end + 1 < buffer->capacity) {
        buffer->data[buffer->end++] = byte;
        buffer->data[buffer->end] = '\0';
    } else {
        buffer_append(buffer, &byte, 1);
    }
}

/* Room for `length` more bytes at the end, to be written by the caller and then announced by
 * buffer_commit; NULL when memory is out. */
char *buffer_reserve(struct buffer *buffer, size_t length);
void buffer_commit(struct buffer *buffer, size_t length);

/* Takes `length` bytes off the front. */
void buffer_consume(struct buffer *buffer, size_t length);

#endif
