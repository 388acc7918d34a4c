/* SPDX-License-Identifier: MIT */
/* The terms of a job: all settings that affect its results. They are stored in its database, and
 * compared when the job is resumed and when shards are merged. */
#ifndef ANALYSE_TERMS_H
#define ANALYSE_TERMS_H

#include "options.h"

/* Writes the terms into a new database, or compares them with those of an existing one. */
bool terms_agree(struct results *results, const struct options *options, const char *engine,
                 uint64_t checksum, struct error *error);

/* Finds how the input of a database is read. */
bool terms_reading(struct results *results, struct reading *reading, struct error *error);

/* Copies the terms from one database to another, or compares them, except for the shard. */
bool terms_copy(struct results *from, struct results *to, struct error *error);

/* Finds the shard that a database holds. */
bool terms_shard(struct results *results, struct shard *shard, struct error *error);

#endif
