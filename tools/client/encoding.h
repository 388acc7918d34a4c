/* SPDX-License-Identifier: MIT */
/* Converts text of files in other encodings to UTF-8. */
#ifndef CLIENT_ENCODING_H
#define CLIENT_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

/* True if the bytes are valid UTF-8 (RFC 3629). */
bool encoding_is_utf8(const char *text, size_t length);

/* Appends a text as UTF-8. `charset` is the encoding that the file names ("": none). ISO-8859-1 and
 * Windows-1252 are converted. Bytes that are not valid UTF-8 are read as ISO-8859-1, the default of
 * PGN and SGF, if the file names no encoding; otherwise they become U+FFFD. */
void encoding_put_utf8(const char *charset, const char *text, size_t length, struct buffer *out);

/* Appends a text, in UTF-8 or ISO-8859-1, as one line of UTF-8. Control characters (C0, DEL, C1),
 * which could end the line or control a terminal, become spaces. */
void encoding_put_line(const char *text, struct buffer *out);

/* The same, but keeps line feeds. */
void encoding_put_lines(const char *text, struct buffer *out);

/* Appends a text, in UTF-8 or ISO-8859-1, as a string of JSON (RFC 8259), in quotes. */
void encoding_put_json(const char *text, struct buffer *out);

#endif
