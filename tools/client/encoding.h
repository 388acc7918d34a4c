/* SPDX-License-Identifier: MIT */
/* Text of files in other encodings, as UTF-8. */
#ifndef CLIENT_ENCODING_H
#define CLIENT_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

/* Whether the bytes are UTF-8 as RFC 3629 defines it. */
bool encoding_is_utf8(const char *text, size_t length);

/* Appends a text as UTF-8. `charset` is the name that the file gives its encoding ("": none).
 * ISO-8859-1 and Windows-1252 are converted. Bytes that are not UTF-8 are read as ISO-8859-1, the
 * default of PGN and SGF, if the file names no encoding, and become U+FFFD if it names another. */
void encoding_put_utf8(const char *charset, const char *text, size_t length, struct buffer *out);

/* Appends a text, in UTF-8 or ISO-8859-1, as one line of UTF-8: control characters (C0, DEL, C1),
 * which may end a line or steer a terminal, become blanks. */
void encoding_put_line(const char *text, struct buffer *out);

/* The same, but line feeds are kept. */
void encoding_put_lines(const char *text, struct buffer *out);

#endif
