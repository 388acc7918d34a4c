/* SPDX-License-Identifier: MIT */
#include "shard.h"

#include <stdio.h>

#define MAX_SHARDS 1000000

bool shard_read(const char *text, struct shard *shard, struct error *error)
{
    struct shard read = {.number = 0};
    int length = 0;
    if (sscanf(text, "%7d/%7d%n", &read.number, &read.count, &length) != 2 || text[length] ||
        read.number < 1 || read.number > read.count || read.count > MAX_SHARDS) {
        return error_set(error, "--shard: expected I/N, as 3/8, I from 1 to N, found '%.40s'",
                         text);
    }
    *shard = read;
    return true;
}

int64_t shard_begin(const struct shard *shard, int64_t all)
{
    /* Both remainders are below `count`, so their product cannot overflow. */
    int64_t each = all / shard->count, rest = all % shard->count, before = shard->number - 1;
    return each * before + rest * before / shard->count;
}

int64_t shard_end(const struct shard *shard, int64_t all)
{
    return shard_begin(&(struct shard){.number = shard->number + 1, .count = shard->count}, all);
}
