/* SPDX-License-Identifier: MIT */
/* The input of a job: opens its files, splits them into entries, and adds these to the database in
 * one transaction. */
#ifndef ANALYSE_INTAKE_H
#define ANALYSE_INTAKE_H

#include "entry.h"
#include "results.h"
#include "shard.h"
#include "wthor.h"

struct source {
    const char *name; /* its name in errors and output */
    enum source_format format;
    char *text; /* not terminated by NUL */
    size_t length;
    bool mapped;              /* the text is the mapped file */
    struct wthor_names names; /* of SOURCE_WTHOR */
};

/* Reads a file; "-" is standard input. */
bool source_open(struct source *source, const char *path, enum source_format format,
                 struct error *error);
void source_close(struct source *source);

/* Computes a checksum of the content, which continues that of the sources before it. */
uint64_t source_checksum(const struct source *source, uint64_t before);

/* Adds the entries of one shard of the input. An entry belongs to the shard if its number, counted
 * from 0, is the shard's number less 1, modulo the number of shards. An entry that cannot be read
 * is stored with the reason. results_flush completes it. */
bool intake(struct results *results, const struct source *sources, int count,
            const struct reading *reading, const struct shard *shard, struct error *error);

/* Prints on standard error every entry that cannot be read, or only in part, and counts the latter.
 * `error` must be empty. */
bool intake_complain(struct results *results, const struct reading *reading, int64_t *cut,
                     struct error *error);

/* True if a job may have this game; otherwise the error has the reason. */
typedef bool game_test(const void *context, const struct game *game, struct error *error);

/* True if the game of each entry passes a test. The error names the first entry that does not; it
 * must be empty before. */
bool intake_fits(struct results *results, const struct reading *reading, game_test *fits,
                 const void *context, struct error *error);

#endif
