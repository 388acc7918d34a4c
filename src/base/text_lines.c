/* SPDX-License-Identifier: MIT */
#include "text_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The initial capacity in bytes. */
#define FIRST_ROOM 256

/* Makes room for one more byte and the final 0. Returns false if the allocation fails. */
static bool grow(struct text_lines *lines, size_t length)
{
    if (length + 1 < lines->room) {
        return true;
    }
    const size_t room = lines->room ? 2 * lines->room : FIRST_ROOM;
    char *text = realloc(lines->text, room);
    if (text) {
        lines->text = text;
        lines->room = room;
    }
    return text;
}

/* Skips the next byte if it equals `byte`. */
static void skip(FILE *file, int byte)
{
    const int next = getc(file);
    if (next != byte && next != EOF) {
        ungetc(next, file);
    }
}

/* Returns the reason why a line of this length is rejected; NULL: it is accepted. */
static const char *find_fault(const struct text_lines *lines, size_t length, bool has_room)
{
    return ferror(lines->file)                 ? strerror(errno)
           : length > TEXT_LINE_LIMIT          ? "a line of more than 1 MiB; expected a shorter one"
           : !has_room                         ? "out of memory"
           : memchr(lines->text, '\0', length) ? "a byte 0; expected text"
                                               : NULL;
}

bool text_lines_next(struct text_lines *lines, char **line, struct error *error)
{
    size_t length = 0;
    bool has_room = grow(lines, 0);
    int byte;
    error->text[0] = '\0';
    while ((byte = getc(lines->file)) != EOF && byte != '\n' && byte != '\r') {
        has_room = has_room && (length > TEXT_LINE_LIMIT || grow(lines, length));
        if (has_room && length <= TEXT_LINE_LIMIT) {
            lines->text[length++] = (char)byte;
        }
    }
    if (byte == '\r') {
        skip(lines->file, '\n');
    }
    if (byte == EOF && length == 0 && has_room && !ferror(lines->file)) {
        return false;
    }
    lines->number++;
    const char *fault = find_fault(lines, length, has_room);
    if (fault) {
        return error_set(error, "%ld: %s", lines->number, fault);
    }
    lines->text[length] = '\0';
    *line = lines->text + (strncmp(lines->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
    return true;
}

void text_lines_finish(struct text_lines *lines)
{
    free(lines->text);
    *lines = (struct text_lines){.file = NULL};
}
