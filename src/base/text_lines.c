/* SPDX-License-Identifier: MIT */
#include "text_lines.h"

#include <string.h>

static enum text_line_status refuse(const struct text_lines *lines, const char *why,
                                    struct error *error)
{
    error_set(error, "%s:%d: %s", lines->name, lines->number, why);
    return TEXT_LINE_REFUSED;
}

enum text_line_status text_lines_next(struct text_lines *lines, struct error *error)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t length = 0;
    int byte;
    lines->number++;
    while ((byte = getc(lines->file)) != EOF && byte != '\n') {
        if (byte == '\0') {
            return refuse(lines, "a NUL byte; expected text", error);
        }
        if (length == TEXT_LINE_BYTES) {
            error_set(error, "%s:%d: the line is longer than %d bytes", lines->name, lines->number,
                      TEXT_LINE_BYTES);
            return TEXT_LINE_REFUSED;
        }
        lines->text[length++] = (char)byte;
    }
    if (ferror(lines->file)) {
        return refuse(lines, "the file cannot be read", error);
    }
    if (byte == EOF && length == 0) {
        return TEXT_LINE_END;
    }
    if (length > 0 && lines->text[length - 1] == '\r') {
        length--;
    }
    lines->text[length] = '\0';
    if (lines->number == 1 && strncmp(lines->text, mark, sizeof mark - 1) == 0) {
        memmove(lines->text, lines->text + sizeof mark - 1, length - (sizeof mark - 1) + 1);
    }
    return TEXT_LINE_READY;
}
