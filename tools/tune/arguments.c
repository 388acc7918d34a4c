/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads NAME=NUMBER; false if the name is none of them or no number follows. */
static bool read_word(const struct argument *arguments, const char *word)
{
    for (const struct argument *each = arguments; each->name; each++) {
        const size_t length = strlen(each->name);
        if (strncmp(word, each->name, length) == 0 && word[length] == '=') {
            char *end;
            *each->value = strtol(word + length + 1, &end, 10);
            return isdigit((unsigned char)word[length + 1]) && !*end;
        }
    }
    return false;
}

bool arguments_read(const char *program, const struct argument *arguments, struct shard *shard,
                    int count, char **words)
{
    struct error error = {""};
    for (int i = 1; i < count; i++) {
        if (shard && strcmp(words[i], "--shard") == 0) {
            if (!shard_read(i + 1 < count ? words[++i] : "", shard, &error)) {
                fprintf(stderr, "%s: %s\n", program, error.text);
                return false;
            }
        } else if (!read_word(arguments, words[i])) {
            fprintf(stderr, "%s: what is '%s'? Known:", program, words[i]);
            for (const struct argument *each = arguments; each->name; each++) {
                fprintf(stderr, " %s=%ld", each->name, *each->value);
            }
            fputs(shard ? " --shard I/N\n" : "\n", stderr);
            return false;
        }
    }
    return true;
}
