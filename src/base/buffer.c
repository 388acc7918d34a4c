/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 256

void buffer_init(struct buffer *buffer)
{
    *buffer = (struct buffer){0};
}

void buffer_finish(struct buffer *buffer)
{
    free(buffer->data);
    buffer_init(buffer);
}

size_t buffer_length(const struct buffer *buffer)
{
    return buffer->end - buffer->start;
}

const char *buffer_text(const struct buffer *buffer)
{
    return buffer->data ? buffer->data + buffer->start : "";
}

void buffer_clear(struct buffer *buffer)
{
    buffer->start = buffer->end = 0;
    if (buffer->data) {
        buffer->data[0] = '\0';
    }
}

void buffer_trim(struct buffer *buffer, size_t kept)
{
    if (buffer->capacity > kept && buffer_length(buffer) == 0 && !buffer->failed) {
        buffer_finish(buffer);
    }
}

char *buffer_reserve(struct buffer *buffer, size_t length)
{
    size_t used = buffer_length(buffer);
    if (buffer->data && buffer->start > 0 && buffer->end + length + 1 > buffer->capacity) {
        memmove(buffer->data, buffer->data + buffer->start, used);
        buffer->start = 0;
        buffer->end = used;
    }
    size_t needed = used + length + 1;
    if (needed > buffer->capacity) {
        size_t capacity = buffer->capacity ? buffer->capacity : FIRST_CAPACITY;
        while (capacity < needed) {
            capacity *= 2;
        }
        char *data = realloc(buffer->data, capacity);
        if (!data) {
            buffer->failed = true;
            return NULL;
        }
        buffer->data = data;
        buffer->capacity = capacity;
    }
    return buffer->data + buffer->end;
}

void buffer_commit(struct buffer *buffer, size_t length)
{
    buffer->end += length;
    buffer->data[buffer->end] = '\0';
}

void buffer_append(struct buffer *buffer, const void *bytes, size_t length)
{
    char *room = buffer_reserve(buffer, length);
    if (room && length > 0) {
        memcpy(room, bytes, length);
    }
    if (room) {
        buffer_commit(buffer, length);
    }
}

void buffer_puts(struct buffer *buffer, const char *text)
{
    buffer_append(buffer, text, strlen(text));
}

void buffer_put_number(struct buffer *buffer, int64_t number)
{
    char digits[24];
    size_t first = sizeof digits;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        digits[--first] = '-';
    }
    buffer_append(buffer, digits + first, sizeof digits - first);
}

void buffer_printf(struct buffer *buffer, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t room = buffer->capacity - buffer->end;
    char *text = buffer->data ? buffer->data + buffer->end : NULL;
    int length = vsnprintf(text, room, format, arguments);
    va_end(arguments);
    bool fits = length >= 0 && (size_t)length < room;
    if (!fits) {
        text = length >= 0 ? buffer_reserve(buffer, (size_t)length) : NULL;
        if (text) {
            vsnprintf(text, (size_t)length + 1, format, again);
        }
    }
    if (text) {
        buffer_commit(buffer, (size_t)length);
    } else if (buffer->data) {
        buffer->data[buffer->end] = '\0';
    }
    va_end(again);
}

void buffer_consume(struct buffer *buffer, size_t length)
{
    buffer->start += length;
    if (buffer->start >= buffer->end) {
        buffer_clear(buffer);
    }
}

size_t utf8_span(const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const unsigned char first = length > 0 ? bytes[0] : 0xff;
    const size_t span = first < 0x80   ? 1
                        : first < 0xc2 ? 0
                        : first < 0xe0 ? 2
                        : first < 0xf0 ? 3
                        : first < 0xf5 ? 4
                                       : 0;
    if (span > length) {
        return 0;
    }
    for (size_t i = 1; i < span; i++) {
        if ((bytes[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    /* Reject overlong forms, surrogates, and code points above U+10FFFF. */
    const bool wrong = (first == 0xe0 && bytes[1] < 0xa0) || (first == 0xed && bytes[1] >= 0xa0) ||
                       (first == 0xf0 && bytes[1] < 0x90) || (first == 0xf4 && bytes[1] >= 0x90);
    return wrong ? 0 : span;
}

size_t utf8_whole(const char *text, size_t length)
{
    size_t begin = length;
    while (begin > 0 && length - begin < 3 && ((unsigned char)text[begin - 1] & 0xc0) == 0x80) {
        begin--;
    }
    if (begin == 0 || (unsigned char)text[begin - 1] < 0xc2) {
        return length;
    }
    const unsigned char first = (unsigned char)text[--begin];
    const size_t span = first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    return length - begin < span ? begin : length;
}

void utf8_clean(char *text, size_t length, char control)
{
    for (size_t at = 0, span; at < length; at += span) {
        const unsigned char *bytes = (unsigned char *)text + at;
        span = utf8_span(text + at, length - at);
        if (span == 0) {
            span = 1;
            text[at] = '?';
        } else if (bytes[0] < ' ' || bytes[0] == 0x7f || (bytes[0] == 0xc2 && bytes[1] < 0xa0)) {
            memset(text + at, control, span);
        }
    }
}

bool utf8_continues(struct utf8_stream *stream, char byte, const char *controls)
{
    stream->bytes[stream->length++] = byte;
    const size_t span = utf8_span(stream->bytes, stream->length);
    if (span == 0 && stream->length < sizeof stream->bytes) {
        return utf8_whole(stream->bytes, stream->length) == 0;
    }
    char first[] = {stream->bytes[0]};
    stream->length = 0;
    utf8_clean(stream->bytes, span, '\0');
    return span > 0 && (stream->bytes[0] || (*first && strchr(controls, *first)));
}

void buffer_put_clean(struct buffer *buffer, const char *text, size_t length, char control)
{
    const size_t before = buffer_length(buffer);
    buffer_append(buffer, text, length);
    if (buffer_length(buffer) > before) {
        utf8_clean(buffer->data + buffer->start + before, length, control);
    }
}
