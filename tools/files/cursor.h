/* SPDX-License-Identifier: MIT */
/* A cursor: a place in a text, with its line number. */
#ifndef FILES_CURSOR_H
#define FILES_CURSOR_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "compiler.h"

/* A byte order mark may begin any line, because files that begin with one may have been
 * concatenated. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* A cursor can also stand for a part of a file: it then begins there, with that line's number in
 * the file. To remember a place, copy the cursor. */
struct cursor {
    const char *text; /* not terminated by NUL */
    size_t length, at;
    int line; /* of the byte at `at`, counted from 1 */
};

/* Returns a cursor at the beginning of a text, which is at this line of its file. */
INLINE struct cursor cursor_begin(const char *text, size_t length, int line)
{
    return (struct cursor){.text = text, .length = length, .line = line};
}

INLINE bool cursor_is_at_end(const struct cursor *cursor)
{
    return cursor->at >= cursor->length;
}

/* Returns the place as a pointer. */
INLINE const char *cursor_place(const struct cursor *cursor)
{
    return cursor->text + cursor->at;
}

/* Returns the text from this place on, as a text of its own. */
INLINE struct cursor cursor_rest(const struct cursor *cursor)
{
    return cursor_begin(cursor_place(cursor), cursor->length - cursor->at, cursor->line);
}

/* Returns the text between two places, as a text of its own. */
INLINE struct cursor cursor_between(const struct cursor *begin, const struct cursor *end)
{
    return cursor_begin(cursor_place(begin), end->at - begin->at, begin->line);
}

/* Returns the next byte; NUL at the end. */
INLINE char cursor_peek(const struct cursor *cursor)
{
    return cursor_is_at_end(cursor) ? '\0' : cursor->text[cursor->at];
}

/* True if the next byte is one of these. */
INLINE bool cursor_is_any(const struct cursor *cursor, const char *bytes)
{
    return cursor_peek(cursor) && strchr(bytes, cursor_peek(cursor));
}

/* True if this text is next. */
INLINE bool cursor_is_next(const struct cursor *cursor, const char *text)
{
    const size_t length = strlen(text);
    return cursor->length - cursor->at >= length && memcmp(cursor_place(cursor), text, length) == 0;
}

/* Returns the next byte and moves past it; at the end returns NUL and does not move. Lines end in
 * LF, CRLF or CR. */
INLINE char cursor_take(struct cursor *cursor)
{
    const char byte = cursor_peek(cursor);
    cursor->at += !cursor_is_at_end(cursor);
    cursor->line += byte == '\n' || (byte == '\r' && cursor_peek(cursor) != '\n');
    return byte;
}

INLINE void cursor_skip_blanks(struct cursor *cursor)
{
    while (isspace((unsigned char)cursor_peek(cursor))) {
        cursor_take(cursor);
    }
}

/* Skips blanks and byte order marks. */
INLINE void cursor_skip_marks(struct cursor *cursor)
{
    for (cursor_skip_blanks(cursor); cursor_is_next(cursor, BYTE_ORDER_MARK);
         cursor_skip_blanks(cursor)) {
        cursor->at += strlen(BYTE_ORDER_MARK);
    }
}

/* Moves to the end of the line. */
INLINE void cursor_skip_line(struct cursor *cursor)
{
    while (!cursor_is_at_end(cursor) && !cursor_is_any(cursor, "\r\n")) {
        cursor_take(cursor);
    }
}

#endif
