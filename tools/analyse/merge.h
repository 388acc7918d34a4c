/* SPDX-License-Identifier: MIT */
/* Joins the databases of all shards of a job into one, which equals that of a job without
 * shards. */
#ifndef ANALYSE_MERGE_H
#define ANALYSE_MERGE_H

#include "results.h"

/* Rejects shards of different jobs, and shards that are duplicate, missing or unfinished; the error
 * names the file. `whole` must be empty. */
bool merge_shards(struct results *whole, char *const *paths, int count, struct error *error);

#endif
