/* SPDX-License-Identifier: MIT */
/* One of N parts of a job, which are done without knowing of each other. */
#ifndef CLIENT_SHARD_H
#define CLIENT_SHARD_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

struct shard {
    int number, count; /* 1 .. count */
};

/* The whole job. */
#define SHARD_WHOLE ((struct shard){.number = 1, .count = 1})

/* Reads "I/N"; refuses with what would be right. */
bool shard_read(const char *text, struct shard *shard, struct error *error);

/* The first of `all` things that belong to the shard, where those of each stand side by side; those
 * of the next one begin where these end. */
int64_t shard_begin(const struct shard *shard, int64_t all);
int64_t shard_end(const struct shard *shard, int64_t all);

#endif
