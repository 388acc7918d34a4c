/* SPDX-License-Identifier: MIT */
#include "properties.h"

#include <ctype.h>
#include <string.h>

static char take(struct property_reader *reader)
{
    reader->line += *reader->at == '\n';
    return *reader->at ? *reader->at++ : '\0';
}

static void skip_blanks(struct property_reader *reader)
{
    while (isspace((unsigned char)*reader->at)) {
        take(reader);
    }
}

static bool read_value(struct property_reader *reader)
{
    size_t length = 0;
    take(reader);
    while (*reader->at && *reader->at != ']') {
        char letter = take(reader);
        letter = letter == '\\' ? take(reader) : letter;
        if (length + 1 < sizeof reader->value) {
            reader->value[length++] = letter;
        }
    }
    reader->value[length] = '\0';
    return take(reader) == ']';
}

int property_next(struct property_reader *reader)
{
    size_t length = 0;
    skip_blanks(reader);
    if (*reader->at == '[') {
        return read_value(reader) ? 1 : -1;
    }
    while (*reader->at == '(' || *reader->at == ';' || isspace((unsigned char)*reader->at)) {
        take(reader);
    }
    if (*reader->at == ')' || !*reader->at) {
        return 0;
    }
    while (isalpha((unsigned char)*reader->at)) {
        char letter = take(reader);
        if (isupper((unsigned char)letter) && length + 1 < sizeof reader->name) {
            reader->name[length++] = letter;
        }
    }
    reader->name[length] = '\0';
    skip_blanks(reader);
    return length > 0 && *reader->at == '[' && read_value(reader) ? 1 : -1;
}

bool property_is(const struct property_reader *reader, const char *name)
{
    return strcmp(reader->name, name) == 0;
}
