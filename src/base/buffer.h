/* SPDX-License-Identifier: MIT */
/* A growing array of bytes: text that is being built, or output that is not yet sent. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"

/* The bytes are data[start .. end - 1]. A zero byte follows them, so buffer_text can return them as
 * a string. If an allocation fails, `failed` is set and the bytes being added are dropped: callers
 * may append without checks and test `failed` once at the end. */
struct buffer {
    char *data;
    size_t start, end, capacity;
    bool failed;
};

/* Makes an empty buffer that owns no memory yet. Zeroed memory is an empty buffer, too. */
void buffer_init(struct buffer *buffer);
void buffer_finish(struct buffer *buffer);

/* Declares local buffers that are finished at the end of their block: `LOCAL_BUFFER text = {0};`.
 */
#define LOCAL_BUFFER CLEANUP(buffer_finish) struct buffer

size_t buffer_length(const struct buffer *buffer);

/* Returns the bytes as a string. The pointer is valid until the next change. */
const char *buffer_text(const struct buffer *buffer);

/* Removes the bytes but keeps the memory. */
void buffer_clear(struct buffer *buffer);

/* Frees the memory of an empty buffer if it has more than `kept` bytes. */
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

/* Returns room for `length` more bytes at the end, or NULL if the allocation fails. The caller
 * writes the bytes and then calls buffer_commit. */
char *buffer_reserve(struct buffer *buffer, size_t length);
void buffer_commit(struct buffer *buffer, size_t length);

/* Removes `length` bytes from the front. */
void buffer_consume(struct buffer *buffer, size_t length);

/* Text in UTF-8 (RFC 3629), in a buffer or elsewhere. */

/* Returns the number of bytes of the character at the start of a text, or 0 if the text does not
 * start with one. Overlong forms, surrogates and code points above U+10FFFF are no characters. */
size_t utf8_span(const char *text, size_t length);

/* Returns the length of a text without a character at its end that was cut off. */
size_t utf8_whole(const char *text, size_t length);

/* Makes bytes into printable text of the same length: each byte of a control character (C0, DEL,
 * C1) becomes `control`, and each byte that belongs to no character becomes '?'. */
void utf8_clean(char *text, size_t length, char control);

/* The beginning of a character, of a text that arrives in pieces. */
struct utf8_stream {
    char bytes[4];
    size_t length;
};

/* Takes the next byte of a text. Returns false if the text is no longer UTF-8, when bytes[0] begins
 * what is no character, or if the byte ends a control character that is none of `controls`, when
 * bytes[0] is NUL. */
bool utf8_continues(struct utf8_stream *stream, char byte, const char *controls);

/* Appends `length` bytes as utf8_clean changes them. */
void buffer_put_clean(struct buffer *buffer, const char *text, size_t length, char control);

#endif
