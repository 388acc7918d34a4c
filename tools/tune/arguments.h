/* SPDX-License-Identifier: MIT */
/* The command line of a program that plays games: words NAME=NUMBER, and --shard I/N. */
#ifndef TUNE_ARGUMENTS_H
#define TUNE_ARGUMENTS_H

#include <stdbool.h>

#include "shard.h"

/* A number that the command line may set. */
struct argument {
    const char *name;
    long *value;
};

/* Reads all words behind the first. `arguments` ends with a name that is NULL; `shard` NULL: there
 * is no --shard. False: on stderr stands which word is wrong and what would be right. */
bool arguments_read(const char *program, const struct argument *arguments, struct shard *shard,
                    int count, char **words);

#endif
