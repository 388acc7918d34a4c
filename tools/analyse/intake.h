/* SPDX-License-Identifier: MIT */
/* The input of a job: files cut into entries, which go into the database whole or not at all. */
#ifndef ANALYSE_INTAKE_H
#define ANALYSE_INTAKE_H

#include "entry.h"
#include "results.h"
#include "shard.h"

/* Adds the entries of one shard of the input: those whose number, from 0, is the shard's less 1,
 * modulo the number of shards. What cannot be read is kept with the reason. */
bool intake(struct results *results, const struct source *sources, int count,
            const struct reading *reading, const struct shard *shard, struct error *error);

/* Tells on standard error every entry that cannot be read. */
bool intake_complain(struct results *results, struct error *error);

#endif
