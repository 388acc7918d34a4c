/* SPDX-License-Identifier: MIT */
/* The command line of programs that play games or train on them: words NAME=NUMBER and NAME=FILE,
 * files, and --shard I/N. */
#ifndef TUNE_ARGUMENTS_H
#define TUNE_ARGUMENTS_H

#include <stdbool.h>

#include "shard.h"

/* An argument whose value is a number. */
struct argument {
    const char *name;
    long *value;
};

/* Removes the words NAME=FILE from `words` and returns the last FILE; NULL: there is none. */
const char *arguments_take_file(const char *name, int *count, char **words);

/* Moves the words without NAME= from `words` to `files`, which has room for all. Returns their
 * number. */
int arguments_take_files(int *count, char **words, char **files);

/* Reads all words after the first. `arguments` ends with a NULL name. If `shard` is NULL, --shard
 * is not allowed. If a word is wrong, returns false and prints on stderr what was expected. */
bool arguments_read(const char *program, const struct argument *arguments, struct shard *shard,
                    int count, char **words);

#endif
