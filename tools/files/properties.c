/* SPDX-License-Identifier: MIT */
#include "properties.h"

#include <ctype.h>
#include <string.h>

/* Takes a byte. Lines end in LF, CRLF or CR. */
static char take(struct property_reader *reader)
{
    const char byte = *reader->at;
    reader->at += byte != '\0';
    reader->line += byte == '\n' || (byte == '\r' && *reader->at != '\n');
    return byte;
}

static void skip_blanks(struct property_reader *reader)
{
    while (isspace((unsigned char)*reader->at)) {
        take(reader);
    }
}

/* Reads a value; a line end behind a backslash is left out, as FF[4] says. */
static bool read_value(struct property_reader *reader)
{
    buffer_clear(&reader->value);
    take(reader);
    while (*reader->at && *reader->at != ']') {
        char letter = take(reader);
        if (letter == '\\') {
            letter = take(reader);
            if (letter == '\r' || letter == '\n') {
                reader->at += letter == '\r' && *reader->at == '\n';
                continue;
            }
        }
        if (letter) {
            buffer_putc(&reader->value, letter);
        }
    }
    return take(reader) == ']';
}

void property_reader_init(struct property_reader *reader, const char *text, int line)
{
    *reader = (struct property_reader){.at = text, .line = line ? line : 1};
}

void property_reader_finish(struct property_reader *reader)
{
    buffer_finish(&reader->value);
}

/* Reads a name: its capitals, since FF[3] allows small letters among them. */
static bool read_name(struct property_reader *reader)
{
    size_t length = 0;
    while (isalpha((unsigned char)*reader->at)) {
        char letter = take(reader);
        if (isupper((unsigned char)letter) && length + 1 < sizeof reader->name) {
            reader->name[length++] = letter;
        }
    }
    reader->name[length] = '\0';
    return length > 0;
}

static bool refuse(const struct property_reader *reader, struct error *error)
{
    return error_set(error,
                     *reader->at ? "line %d: expected a property and its value, as B[hh]"
                                 : "line %d: the game tree is not closed; expected )",
                     reader->line);
}

int property_next(struct property_reader *reader, struct error *error)
{
    skip_blanks(reader);
    bool good = *reader->at == '[' && reader->name[0];
    if (!good) {
        while (*reader->at == '(' || *reader->at == ';' || isspace((unsigned char)*reader->at)) {
            reader->depth += *reader->at == '(';
            take(reader);
        }
        if (*reader->at == ')') {
            return 0;
        }
        good = read_name(reader);
        skip_blanks(reader);
    }
    if (good && *reader->at == '[' && read_value(reader)) {
        return 1;
    }
    refuse(reader, error);
    return -1;
}

bool property_skip_rest(struct property_reader *reader, struct error *error)
{
    bool good = true;
    while (good && reader->depth > 0) {
        skip_blanks(reader);
        const char byte = *reader->at;
        if (byte && strchr("();", byte)) {
            reader->depth += (byte == '(') - (byte == ')');
            take(reader);
            continue;
        }
        good = read_name(reader);
        skip_blanks(reader);
        good = good && *reader->at == '[';
        while (good && *reader->at == '[') {
            good = read_value(reader);
            skip_blanks(reader);
        }
    }
    skip_blanks(reader);
    return (good && !*reader->at) || refuse(reader, error);
}

bool property_is(const struct property_reader *reader, const char *name)
{
    return strcmp(reader->name, name) == 0;
}

const char *property_value(const struct property_reader *reader)
{
    return buffer_text(&reader->value);
}
