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

char *buffer_reserve(struct buffer *buffer, size_t length)
{
    size_t used = buffer_length(buffer);
    if (buffer->start > 0 && buffer->end + length + 1 > buffer->capacity) {
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
    if (room) {
        memcpy(room, bytes, length);
        buffer_commit(buffer, length);
    }
}

void buffer_puts(struct buffer *buffer, const char *text)
{
    buffer_append(buffer, text, strlen(text));
}

void buffer_putc(struct buffer *buffer, char byte)
{
    buffer_append(buffer, &byte, 1);
}

void buffer_printf(struct buffer *buffer, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *room = length >= 0 ? buffer_reserve(buffer, (size_t)length) : NULL;
    if (room) {
        vsnprintf(room, (size_t)length + 1, format, again);
        buffer_commit(buffer, (size_t)length);
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
