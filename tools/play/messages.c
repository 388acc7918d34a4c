/* SPDX-License-Identifier: MIT */
#include "messages.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Removes a message; those before it move up. */
static void take_out(struct messages *messages, int index)
{
    memmove(messages->list + 1, messages->list, (size_t)index * sizeof messages->list[0]);
    messages->list[0] = (struct message){.text = ""};
}

/* Whether a byte continues a character of UTF-8. */
static bool continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

int messages_fit(const char *text, int width)
{
    const int length = (int)strlen(text);
    if (length <= width) {
        return length;
    }
    int end = width < 0 ? 0 : width;
    while (end > 0 && text[end] != ' ') {
        end--;
    }
    if (end > 0) {
        return end;
    }
    for (end = width; end > 0 && continues(text[end]); end--) {
    }
    if (end > 0) {
        return end;
    }
    for (end = length > 0; continues(text[end]); end++) {
    }
    return end;
}

void messages_add(struct messages *messages, const char *text, int game, int plies)
{
    struct message *newest = &messages->list[MESSAGES_KEPT - 1];
    memmove(messages->list, messages->list + 1, (MESSAGES_KEPT - 1) * sizeof *newest);
    *newest = (struct message){.game = game, .plies = plies};
    snprintf(newest->text, sizeof newest->text, "%s", text);
}

void messages_drop_old(struct messages *messages, int game, int plies)
{
    for (int i = 0; i < MESSAGES_KEPT; i++) {
        if (messages->list[i].game != game || messages->list[i].plies != plies) {
            take_out(messages, i);
        }
    }
}
