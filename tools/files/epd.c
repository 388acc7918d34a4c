/* SPDX-License-Identifier: MIT */
#include "epd.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at)) {
        at++;
    }
    return at;
}

bool epd_next(const char **at, struct epd_operation *operation)
{
    const char *text = skip_blanks(*at), *end;
    bool quoted = false;
    if (!*text) {
        return false;
    }
    for (end = text; *end && (quoted || *end != ';'); end++) {
        quoted ^= *end == '"';
    }
    size_t length = strcspn(text, " \t;");
    length = length < (size_t)(end - text) ? length : (size_t)(end - text);
    snprintf(operation->opcode, sizeof operation->opcode, "%.*s", (int)length, text);
    operation->operands = text + length;
    while (operation->operands < end && isspace((unsigned char)*operation->operands)) {
        operation->operands++;
    }
    operation->length = (size_t)(end - operation->operands);
    while (operation->length > 0 &&
           isspace((unsigned char)operation->operands[operation->length - 1])) {
        operation->length--;
    }
    operation->whole = text;
    operation->whole_length = (size_t)(end - text) + (*end == ';');
    *at = end + (*end == ';');
    return true;
}

bool epd_find(const char *operations, const char *opcode, struct epd_operation *operation)
{
    while (epd_next(&operations, operation)) {
        if (strcmp(operation->opcode, opcode) == 0) {
            return true;
        }
    }
    return false;
}

void epd_put_fields(const struct game *game, const struct game_settings *settings,
                    const void *position, struct buffer *out)
{
    void *read = memory_zeroed(1, game->position_size);
    size_t start = buffer_length(out);
    game->format_fen(position, out);
    for (;;) {
        char *text = out->data + out->start + start, *blank = strrchr(text, ' ');
        if (!blank || blank[1 + strspn(blank + 1, "0123456789")]) {
            break;
        }
        *blank = '\0';
        if (!game->parse_fen(settings, text, read, NULL)) {
            *blank = ' ';
            break;
        }
        out->end = (size_t)(blank - out->data);
    }
    free(read);
}
