/* SPDX-License-Identifier: MIT */
#include "line.h"

#include <string.h>

void line_reader_init(struct line_reader *reader)
{
    *reader = (struct line_reader){0};
}

void line_reader_finish(struct line_reader *reader)
{
    buffer_finish(&reader->bytes);
    line_reader_init(reader);
}

/* Drops the line that was returned last. */
static void drop_taken(struct line_reader *reader)
{
    if (reader->taken > 0) {
        buffer_consume(&reader->bytes, reader->taken);
        reader->taken = 0;
    }
}

bool line_reader_is_empty(const struct line_reader *reader)
{
    return buffer_length(&reader->bytes) == reader->taken && !reader->discarding;
}

bool line_reader_feed(struct line_reader *reader, const void *bytes, size_t length)
{
    drop_taken(reader);
    buffer_append(&reader->bytes, bytes, length);
    return !reader->bytes.failed;
}

void line_reader_put_back(struct line_reader *reader)
{
    if (reader->taken > 0) {
        char *text = reader->bytes.data + reader->bytes.start;
        const size_t length = strlen(text);
        if (length < reader->taken) {
            text[reader->taken - 1] = '\n'; /* it was replaced by a NUL, or is unchanged */
        }
        if (length + 2 == reader->taken) {
            text[length] = '\r';
        }
        reader->taken = 0;
    }
}

/* Makes the `length` bytes at `line` printable text, terminated at line[length]. */
static void make_printable(char *line, size_t length)
{
    utf8_clean(line, length, ' ');
    line[length] = '\0';
}

/* Keeps the beginning of a line, up to a whole character. */
static const char *keep_beginning(struct line_reader *reader, const char *text, size_t length)
{
    size_t kept = length;
    if (length > LINE_BEGINNING) {
        kept = utf8_whole(text, LINE_BEGINNING);
    }
    memcpy(reader->beginning, text, kept);
    make_printable(reader->beginning, kept);
    return reader->beginning;
}

const char *line_reader_drop(struct line_reader *reader)
{
    drop_taken(reader);
    const size_t length = buffer_length(&reader->bytes);
    const char *beginning = keep_beginning(reader, buffer_text(&reader->bytes), length);
    reader->discarding |= length > 0;
    reader->scanned = 0;
    buffer_clear(&reader->bytes);
    return beginning;
}

size_t line_reader_length(const struct line_reader *reader)
{
    return buffer_length(&reader->bytes) - reader->taken;
}

size_t line_reader_memory(const struct line_reader *reader)
{
    return reader->bytes.capacity;
}

void line_reader_trim(struct line_reader *reader, size_t kept)
{
    drop_taken(reader);
    buffer_trim(&reader->bytes, kept);
}

/* Stores the beginning of a line over the limit. */
static enum line_status lose_line(struct line_reader *reader, const char *text, char **line)
{
    keep_beginning(reader, text, LINE_LIMIT);
    *line = reader->beginning;
    return LINE_TOO_LONG;
}

/* Returns the line in the first `length` bytes. `taken` bytes are dropped with it. */
static enum line_status take_line(struct line_reader *reader, size_t length, size_t taken,
                                  char **line)
{
    char *text = reader->bytes.data + reader->bytes.start;
    reader->taken = taken;
    reader->scanned = 0;
    if (length > 0 && text[length - 1] == '\r') {
        length--;
    }
    if (length > LINE_LIMIT) {
        return lose_line(reader, text, line);
    }
    make_printable(text, length);
    *line = text;
    return LINE_READY;
}

/* True if the buffered bytes, which have no line end yet, can only become a line over the
 * limit. */
static bool outgrown(const char *text, size_t length)
{
    bool half_an_end = length > 0 && text[length - 1] == '\r';
    return length - half_an_end > LINE_LIMIT;
}

enum line_status line_reader_next(struct line_reader *reader, char **line)
{
    drop_taken(reader);
    for (;;) {
        size_t length = buffer_length(&reader->bytes);
        char *text = length > 0 ? reader->bytes.data + reader->bytes.start : NULL;
        char *end = NULL;
        if (length > reader->scanned) {
            end = memchr(text + reader->scanned, '\n', length - reader->scanned);
        }
        if (end && reader->discarding) {
            reader->discarding = false;
            reader->scanned = 0;
            buffer_consume(&reader->bytes, (size_t)(end - text) + 1);
            continue;
        }
        if (end) {
            return take_line(reader, (size_t)(end - text), (size_t)(end - text) + 1, line);
        }
        if (!reader->discarding && !outgrown(text, length)) {
            reader->scanned = length;
            return LINE_NONE;
        }
        enum line_status status = reader->discarding ? LINE_NONE : lose_line(reader, text, line);
        buffer_clear(&reader->bytes);
        reader->scanned = 0;
        reader->discarding = true;
        return status;
    }
}

enum line_status line_reader_rest(struct line_reader *reader, char **line)
{
    enum line_status status = line_reader_next(reader, line);
    size_t length = buffer_length(&reader->bytes);
    if (status != LINE_NONE || length == 0) {
        return status;
    }
    return take_line(reader, length, length, line);
}

void line_put_text(struct buffer *out, const char *prefix, const char *text)
{
    do {
        const size_t length = strcspn(text, "\n");
        buffer_puts(out, prefix);
        buffer_put_clean(out, text, length, '?');
        buffer_putc(out, '\n');
        text += length;
        text += *text == '\n';
    } while (*text);
}

void line_put_reply(struct buffer *out, char *reply)
{
    if (reply[0]) {
        buffer_printf(out, "%s\n", reply);
        reply[0] = '\0';
    }
}
