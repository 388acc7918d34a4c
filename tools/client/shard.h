/* SPDX-License-Identifier: MIT */
/* One of N parts of a job that run independently of each other. */
#ifndef CLIENT_SHARD_H
#define CLIENT_SHARD_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

struct shard {
    int number, count; /* 1 .. count */
};

/* The only shard: the whole job. */
#define SHARD_WHOLE ((struct shard){.number = 1, .count = 1})

/* Reads "I/N". The error says what is expected. */
bool shard_read(const char *text, struct shard *shard, struct error *error);

/* Return the range of the shard among `all` items, as the first index and the one after the last.
 * The ranges of the shards are contiguous. */
int64_t shard_begin(const struct shard *shard, int64_t all);
int64_t shard_end(const struct shard *shard, int64_t all);

#endif
