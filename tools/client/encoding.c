/* SPDX-License-Identifier: MIT */
#include "encoding.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "compiler.h"

/* Replaces a byte that cannot be decoded. */
#define REPLACEMENT 0xfffd

bool encoding_is_utf8(const char *text, size_t length)
{
    for (size_t span; length > 0; text += span, length -= span) {
        span = utf8_span(text, length);
        if (span == 0) {
            return false;
        }
    }
    return true;
}

static void put_character(unsigned code, struct buffer *out)
{
    if (code < 0x80) {
        buffer_putc(out, (char)code);
    } else if (code < 0x800) {
        buffer_putc(out, (char)(0xc0 | code >> 6));
        buffer_putc(out, (char)(0x80 | (code & 0x3f)));
    } else {
        buffer_putc(out, (char)(0xe0 | code >> 12));
        buffer_putc(out, (char)(0x80 | (code >> 6 & 0x3f)));
        buffer_putc(out, (char)(0x80 | (code & 0x3f)));
    }
}

/* Windows-1252 from 0x80 to 0x9f, where ISO-8859-1 has control characters. */
static const uint16_t windows[32] = {
    0x20ac,      REPLACEMENT, 0x201a, 0x0192, 0x201e, 0x2026,      0x2020, 0x2021,
    0x02c6,      0x2030,      0x0160, 0x2039, 0x0152, REPLACEMENT, 0x017d, REPLACEMENT,
    REPLACEMENT, 0x2018,      0x2019, 0x201c, 0x201d, 0x2022,      0x2013, 0x2014,
    0x02dc,      0x2122,      0x0161, 0x203a, 0x0153, REPLACEMENT, 0x017e, 0x0178,
};

static void put_western(const char *text, size_t length, struct buffer *out)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];
        put_character(byte >= 0x80 && byte < 0xa0 ? windows[byte - 0x80] : byte, out);
    }
}

static bool is_western(const char *charset)
{
    static const char *const names[] = {"ISO-8859-1", "ISO8859-1",    "ISO_8859-1",
                                        "latin1",     "latin-1",      "l1",
                                        "US-ASCII",   "windows-1252", "cp1252"};
    for (int i = 0; i < LENGTH(names); i++) {
        if (strcasecmp(charset, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

void encoding_put_utf8(const char *charset, const char *text, size_t length, struct buffer *out)
{
    if (is_western(charset) || (!*charset && !encoding_is_utf8(text, length))) {
        put_western(text, length, out);
        return;
    }
    while (length > 0) {
        const size_t span = utf8_span(text, length), step = span > 0 ? span : 1;
        if (span > 0) {
            buffer_append(out, text, span);
        } else {
            put_character(REPLACEMENT, out);
        }
        text += step;
        length -= step;
    }
}

static void put_printable(const char *text, char kept, struct buffer *out)
{
    LOCAL_BUFFER whole = {0};
    encoding_put_utf8("", text, strlen(text), &whole);
    for (const char *at = buffer_text(&whole); *at; at++) {
        const unsigned char byte = (unsigned char)*at, next = (unsigned char)at[1];
        const bool is_c1 = byte == 0xc2 && next >= 0x80 && next < 0xa0;
        const bool is_control = (byte < 0x20 && *at != kept) || byte == 0x7f || is_c1;
        buffer_putc(out, is_control ? ' ' : *at);
        at += is_c1;
    }
}

void encoding_put_line(const char *text, struct buffer *out)
{
    put_printable(text, ' ', out);
}

void encoding_put_lines(const char *text, struct buffer *out)
{
    put_printable(text, '\n', out);
}

void encoding_put_json(const char *text, struct buffer *out)
{
    LOCAL_BUFFER whole = {0};
    encoding_put_utf8("", text, strlen(text), &whole);
    buffer_putc(out, '"');
    for (const char *at = buffer_text(&whole); *at; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte == '"' || byte == '\\') {
            buffer_putc(out, '\\');
        }
        if (byte < 0x20 || byte == 0x7f) {
            buffer_printf(out, "\\u%04x", byte);
        } else {
            buffer_putc(out, *at);
        }
    }
    buffer_putc(out, '"');
}
