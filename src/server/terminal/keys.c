/* SPDX-License-Identifier: MIT */
#include "keys.h"

#include <string.h>

#include "compiler.h"

#define ESCAPE '\33'

void key_reader_finish(struct key_reader *reader)
{
    buffer_finish(&reader->bytes);
}

/* The keys for the sequences that begin with `Escape [` (ECMA-48's CSI) and `Escape O` (SS3),
 * without these two bytes. Terminals use different sequences for Home and End. */
static const struct {
    const char *sequence;
    char key[KEY_ROOM];
} sequences[] = {
    {"A", {KEY_CONTROL('p')}},  {"B", {KEY_CONTROL('n')}},  {"C", {KEY_CONTROL('f')}},
    {"D", {KEY_CONTROL('b')}},  {"H", {KEY_CONTROL('a')}},  {"F", {KEY_CONTROL('e')}},
    {"1~", {KEY_CONTROL('a')}}, {"7~", {KEY_CONTROL('a')}}, {"4~", {KEY_CONTROL('e')}},
    {"8~", {KEY_CONTROL('e')}}, {"3~", {KEY_DELETE}},       {"1;5C", {ESCAPE, 'f'}},
    {"1;5D", {ESCAPE, 'b'}},    {"1;3C", {ESCAPE, 'f'}},    {"1;3D", {ESCAPE, 'b'}},
};

/* Returns the length of the sequence at `text`, which begins with Escape; 0: it is incomplete. */
static size_t sequence_length(const char *text, size_t length)
{
    if (length < 2) {
        return 0;
    }
    if (text[1] == ESCAPE) {
        return 1;
    }
    if (text[1] != '[' && text[1] != 'O') {
        return 2;
    }
    for (size_t i = 2; i < length; i++) {
        if (text[1] == 'O' || (text[i] >= '@' && text[i] <= '~')) {
            return i + 1;
        }
        /* Neither the end of a sequence nor a byte inside one: it is damaged. */
        if (text[i] < ' ' || text[i] > '?') {
            return i;
        }
    }
    return 0;
}

/* Translates a complete sequence; false if no key has it. */
static bool translate(const char *text, size_t length, char key[KEY_ROOM])
{
    if (length == 1) {
        return false;
    }
    if (text[1] != '[' && text[1] != 'O') {
        key[0] = ESCAPE;
        key[1] = text[1];
        key[2] = '\0';
        return text[1] > ' ' && (unsigned char)text[1] <= 0x7f;
    }
    for (int i = 0; i < LENGTH(sequences); i++) {
        if (strlen(sequences[i].sequence) == length - 2 &&
            memcmp(sequences[i].sequence, text + 2, length - 2) == 0) {
            memcpy(key, sequences[i].key, KEY_ROOM);
            return true;
        }
    }
    return false;
}

bool key_reader_next(struct key_reader *reader, char key[KEY_ROOM])
{
    struct buffer *bytes = &reader->bytes;
    while (buffer_length(bytes) > 0) {
        const char *text = buffer_text(bytes);
        const unsigned char first = (unsigned char)text[0];
        size_t length = first == ESCAPE ? sequence_length(text, buffer_length(bytes)) : 1;
        if (length == 0) {
            return false;
        }
        bool found = first == ESCAPE ? translate(text, length, key) : first != 0;
        if (first != ESCAPE) {
            key[0] = first < 0x80 ? (char)first : '?';
            key[1] = '\0';
            found = found && (first < 0x80 || first >= 0xc0);
        }
        buffer_consume(bytes, length);
        if (found) {
            return true;
        }
    }
    return false;
}
