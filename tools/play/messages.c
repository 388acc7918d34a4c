/* SPDX-License-Identifier: MIT */
#include "messages.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "buffer.h"

/* Removes a message; those before it move up. */
static void take_out(struct messages *messages, int index)
{
    memmove(messages->list + 1, messages->list, (size_t)index * sizeof messages->list[0]);
    messages->list[0] = (struct message){.text = ""};
}

/* Returns the number of bytes of the character at the start of a text that is not empty, and its
 * columns: those of East Asian Width (Unicode, annex 11) W and F for the scripts that fonts of
 * terminals have, and none for the marks that are added to a letter. */
static int character(const char *text, int *columns)
{
    static const struct {
        unsigned first, last;
    } wide[] = {
        {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf}, {0xac00, 0xd7a3},
        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60}, {0xffe0, 0xffe6},
        {0x1f300, 0x1faff}, {0x20000, 0x3fffd},
    };
    const int span = (int)utf8_span(text, strlen(text));
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned code = span < 2 ? bytes[0] : bytes[0] & (0xffu >> (span + 1));
    for (int i = 1; i < span; i++) {
        code = code << 6 | (bytes[i] & 0x3f);
    }
    *columns = code >= 0x300 && code <= 0x36f ? 0 : 1;
    for (int i = 0; i < LENGTH(wide); i++) {
        if (span > 1 && code >= wide[i].first && code <= wide[i].last) {
            *columns = 2;
        }
    }
    return span > 0 ? span : 1;
}

int messages_columns(const char *text)
{
    int sum = 0, columns;
    while (*text) {
        text += character(text, &columns);
        sum += columns;
    }
    return sum;
}

int messages_clip(const char *text, int width)
{
    const char *at = text;
    for (int columns; *at; width -= columns) {
        const int length = character(at, &columns);
        if (columns > width) {
            break;
        }
        at += length;
    }
    return (int)(at - text);
}

int messages_fit(const char *text, int width)
{
    const int clipped = messages_clip(text, width);
    int end = clipped, columns;
    if (!text[end]) {
        return end;
    }
    while (end > 0 && text[end] != ' ') {
        end--;
    }
    return end > 0 ? end : clipped > 0 ? clipped : character(text, &columns);
}

void messages_add(struct messages *messages, const char *text, int game, int plies)
{
    struct message *newest = &messages->list[MESSAGES_KEPT - 1];
    memmove(messages->list, messages->list + 1, (MESSAGES_KEPT - 1) * sizeof *newest);
    *newest = (struct message){.game = game, .plies = plies};
    snprintf(newest->text, sizeof newest->text, "%s", text);
    newest->text[utf8_whole(newest->text, strlen(newest->text))] = '\0';
}

void messages_drop_old(struct messages *messages, int game, int plies)
{
    for (int i = 0; i < MESSAGES_KEPT; i++) {
        if (messages->list[i].game != game || messages->list[i].plies != plies) {
            take_out(messages, i);
        }
    }
}
