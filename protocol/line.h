/* SPDX-License-Identifier: MIT */
/* Bytes to lines: bounded, ended by LF or CRLF, in step again after a line that is too long. */
#ifndef PROTOCOL_LINE_H
#define PROTOCOL_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

/* The longest line, its end not counted; a `position` with 10,000 moves fits. */
#define LINE_LIMIT 65536

/* How much of a line over the limit is kept, to tell which command it was. */
#define LINE_BEGINNING 31

enum line_status {
    LINE_NONE,    /* no whole line yet: more bytes are needed */
    LINE_READY,   /* a line */
    LINE_TOO_LONG /* a line over the limit begins here: said once, all but its beginning is dropped
                   */
};

struct line_reader {
    struct buffer bytes;
    size_t taken;    /* bytes of the line handed out last; dropped by the next call */
    size_t scanned;  /* bytes known to hold no line end */
    bool discarding; /* inside a line that was too long */
    char beginning[LINE_BEGINNING + 1]; /* of the line that was lost last */
};

/* Zeroed memory is a fresh reader. */
void line_reader_init(struct line_reader *reader);
void line_reader_finish(struct line_reader *reader);

/* Adds what was read from the wire; false when memory is out. */
bool line_reader_feed(struct line_reader *reader, const void *bytes, size_t length);

/* Puts the line handed out last back: it is handed out again, unchanged if the caller left it so.
 */
void line_reader_put_back(struct line_reader *reader);

/* Drops the line that has begun, and its end when it comes: there is no memory to hold it. Its
 * beginning, as of a line over the limit, lives until the next such line. */
const char *line_reader_drop(struct line_reader *reader);

/* Bytes that have come and were not handed out. */
size_t line_reader_length(const struct line_reader *reader);

/* Bytes of memory that it uses. Frees what it does not need now, but for `kept` bytes. */
size_t line_reader_memory(const struct line_reader *reader);
void line_reader_trim(struct line_reader *reader, size_t kept);

/* Whether no line has begun whose end is still to come. */
bool line_reader_is_empty(const struct line_reader *reader);

/* The next line, ended by NUL instead of its line end, every NUL and every other control character
 * in it made a blank, every byte outside ASCII a '?'. It may be changed in place and lives until
 * the next call on the reader. Of a line over the limit: its first LINE_BEGINNING characters. */
enum line_status line_reader_next(struct line_reader *reader, char **line);

/* At the end of input: what came after the last line end, as a last line. */
enum line_status line_reader_rest(struct line_reader *reader, char **line);

#endif
