/* SPDX-License-Identifier: MIT */
/* The terms of a job: all settings that affect its results. They are stored in its database, and
 * compared when the job is resumed and when shards are merged. */
#ifndef ANALYSE_TERMS_H
#define ANALYSE_TERMS_H

#include "options.h"

/* Writes the terms into a new database, or compares them with those of an existing one. `engine`
 * has the names of the engines, a line each. */
bool terms_agree(struct results *results, const struct options *options, const char *engine,
                 uint64_t checksum, struct error *error);

/* Finds how the input of a database is read. */
bool terms_reading(struct results *results, struct reading *reading, struct error *error);

/* Joins the databases of all shards of a job into one, which equals that of a job without shards.
 * Rejects shards of different jobs, and shards that are duplicate, missing or unfinished; the error
 * names the file. `whole` must be empty. */
bool terms_merge(struct results *whole, char *const *paths, int count, struct error *error);

#endif
