/* SPDX-License-Identifier: MIT */
/* Splits bytes into lines of limited length that end in LF or CRLF. After a line that is too long
 * it continues with the next line. And writes lines. */
#ifndef PROTOCOL_LINE_H
#define PROTOCOL_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

/* The longest line in bytes, without its end. A `position` with 10,000 moves fits. */
#define LINE_LIMIT 65536

/* How many bytes of a line over the limit are kept, to identify its command. */
#define LINE_BEGINNING 31

enum line_status {
    LINE_NONE,    /* no complete line yet: more bytes are needed */
    LINE_READY,   /* a line */
    LINE_TOO_LONG /* a line is over the limit: reported once; all but its beginning is dropped */
};

struct line_reader {
    struct buffer bytes;
    size_t taken;    /* bytes of the line that was returned last, which the next call drops */
    size_t scanned;  /* bytes known to contain no line end */
    bool discarding; /* the rest of a line over the limit is being dropped */
    char beginning[LINE_BEGINNING + 1]; /* of the last line over the limit */
};

/* Initializes a reader. Zeroed memory is an initialized reader, too. */
void line_reader_init(struct line_reader *reader);
void line_reader_finish(struct line_reader *reader);

/* Adds bytes from the wire. Returns false if an allocation fails. */
bool line_reader_feed(struct line_reader *reader, const void *bytes, size_t length);

/* Puts the line that was returned last back: it will be returned again, with any changes that the
 * caller made. */
void line_reader_put_back(struct line_reader *reader);

/* Drops the incomplete line, including the rest that is still to come, since there is no memory for
 * it. Returns its beginning, as for a line over the limit, valid until the next such line. */
const char *line_reader_drop(struct line_reader *reader);

/* Returns the number of bytes that have not been returned as lines. */
size_t line_reader_length(const struct line_reader *reader);

/* Returns the memory in use, in bytes. line_reader_trim frees unused memory beyond `kept`
 * bytes. */
size_t line_reader_memory(const struct line_reader *reader);
void line_reader_trim(struct line_reader *reader, size_t kept);

/* True if no incomplete line is buffered. */
bool line_reader_is_empty(const struct line_reader *reader);

/* Returns the next line, terminated by NUL instead of its line end. Each control character,
 * including NUL, is replaced by a blank, and each byte that is not UTF-8 by '?'. The caller may
 * change the line, which is valid until the next call. For a line over the limit, *line has its
 * first characters, up to LINE_BEGINNING bytes. */
enum line_status line_reader_next(struct line_reader *reader, char **line);

/* At the end of the input: returns the bytes after the last line end as a line. */
enum line_status line_reader_rest(struct line_reader *reader, char **line);

/* Appends each line of a text behind `prefix`. Control characters, and bytes that are not UTF-8,
 * become '?'. */
void line_put_text(struct buffer *out, const char *prefix, const char *text);

/* Appends the reply that a command has left, if it is not "", and removes it. */
void line_put_reply(struct buffer *out, char *reply);

#endif
