/* SPDX-License-Identifier: MIT */
/* Reads the input of a job: splits files into entries, and adds them to the database in one
 * transaction. */
#ifndef ANALYSE_INTAKE_H
#define ANALYSE_INTAKE_H

#include "entry.h"
#include "results.h"
#include "shard.h"

/* Adds the entries of one shard of the input. An entry belongs to the shard if its number, counted
 * from 0, is the shard's number less 1, modulo the number of shards. An entry that cannot be read
 * is stored with the reason. */
bool intake(struct results *results, const struct source *sources, int count,
            const struct reading *reading, const struct shard *shard, struct error *error);

/* Prints on standard error every entry that cannot be read. */
bool intake_complain(struct results *results, struct error *error);

#endif
