/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *arguments_take_file(const char *name, int *count, char **words)
{
    const size_t length = strlen(name);
    const char *file = NULL;
    int kept = 1;
    for (int i = 1; i < *count; i++) {
        if (strncmp(words[i], name, length) == 0 && words[i][length] == '=') {
            file = words[i] + length + 1;
        } else {
            words[kept++] = words[i];
        }
    }
    *count = kept;
    return file;
}

/* True if a word begins with letters and an equals sign. */
static bool is_setting(const char *word)
{
    const size_t letters = strspn(word, "abcdefghijklmnopqrstuvwxyz");
    return letters > 0 && word[letters] == '=';
}

int arguments_take_files(int *count, char **words, char **files)
{
    int taken = 0, kept = 1;
    for (int i = 1; i < *count; i++) {
        if (is_setting(words[i])) {
            words[kept++] = words[i];
        } else {
            files[taken++] = words[i];
        }
    }
    *count = kept;
    return taken;
}

/* Returns the argument that a word sets; NULL: none. */
static const struct argument *find(const struct argument *arguments, const char *word)
{
    for (const struct argument *each = arguments; each->name; each++) {
        const size_t length = strlen(each->name);
        if (strncmp(word, each->name, length) == 0 && word[length] == '=') {
            return each;
        }
    }
    return NULL;
}

/* Reads the NUMBER of a known argument. Returns false if it is not a number. */
static bool read_number(const struct argument *argument, const char *word)
{
    const char *number = word + strlen(argument->name) + 1;
    char *end;
    *argument->value = strtol(number, &end, 10);
    return isdigit((unsigned char)number[0]) && !*end;
}

static void print_known(const struct argument *arguments, bool has_shard)
{
    for (const struct argument *each = arguments; each->name; each++) {
        fprintf(stderr, " %s=N", each->name);
    }
    fputs(has_shard ? " --shard I/N\n" : "\n", stderr);
}

bool arguments_read(const char *program, const struct argument *arguments, struct shard *shard,
                    int count, char **words)
{
    struct error error = {""};
    for (int i = 1; i < count; i++) {
        const struct argument *argument = find(arguments, words[i]);
        if (shard && strcmp(words[i], "--shard") == 0) {
            if (!shard_read(i + 1 < count ? words[++i] : "", shard, &error)) {
                fprintf(stderr, "%s: %s\n", program, error.text);
                return false;
            }
        } else if (!argument) {
            fprintf(stderr, "%s: what is '%s'? Known:", program, words[i]);
            print_known(arguments, shard != NULL);
            return false;
        } else if (!read_number(argument, words[i])) {
            fprintf(stderr, "%s: '%s': a whole number belongs behind %s=\n", program, words[i],
                    argument->name);
            return false;
        }
    }
    return true;
}
