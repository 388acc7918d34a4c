/* SPDX-License-Identifier: MIT */
/* The command line of a program that plays games or learns from them: words NAME=NUMBER and
 * NAME=FILE, files, and --shard I/N. */
#ifndef TUNE_ARGUMENTS_H
#define TUNE_ARGUMENTS_H

#include <stdbool.h>

#include "shard.h"

/* A number that the command line may set. */
struct argument {
    const char *name;
    long *value;
};

/* Takes the words NAME=FILE out of the others; returns the last FILE, NULL: there is none. */
const char *arguments_take_file(const char *name, int *count, char **words);

/* Takes the words that set nothing (NAME=...) out of the others, into `files`, which has room for
 * all; returns how many they are. */
int arguments_take_files(int *count, char **words, char **files);

/* Reads all words behind the first. `arguments` ends with a name that is NULL; `shard` NULL: there
 * is no --shard. False: on stderr stands which word is wrong and what would be right. */
bool arguments_read(const char *program, const struct argument *arguments, struct shard *shard,
                    int count, char **words);

#endif
