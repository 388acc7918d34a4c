/* SPDX-License-Identifier: MIT */
/* Joins the databases of all shards of a job into one, which is then as if it had never been split.
 */
#ifndef ANALYSE_MERGE_H
#define ANALYSE_MERGE_H

#include "results.h"

/* Refuses shards of different jobs, one that is there twice, missing or not finished; the error
 * names the file. `whole` holds nothing yet. */
bool merge_shards(struct results *whole, char *const *paths, int count, struct error *error);

#endif
