/* SPDX-License-Identifier: MIT */
/* The terms of a job: all that its results depend on. They are kept in its database, compared when
 * it is gone on with, and compared between shards. */
#ifndef ANALYSE_TERMS_H
#define ANALYSE_TERMS_H

#include "options.h"

/* Writes the terms into a new database, or compares them with those of an old one. */
bool terms_agree(struct results *results, const struct options *options, const char *engine,
                 uint64_t checksum, struct error *error);

/* How the input of a database is read. */
bool terms_reading(struct results *results, struct reading *reading, struct error *error);

/* Copies the terms from one database to another, or compares them: all but the shard. */
bool terms_copy(struct results *from, struct results *to, struct error *error);

/* Which shard a database holds. */
bool terms_shard(struct results *results, struct shard *shard, struct error *error);

#endif
