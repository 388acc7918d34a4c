/* SPDX-License-Identifier: MIT */
/* Writes what is known of a job, in the order of the input: a function of the database alone. */
#ifndef ANALYSE_OUTPUT_H
#define ANALYSE_OUTPUT_H

#include "writers.h"

enum output_format { OUTPUT_JSONL, OUTPUT_CSV, OUTPUT_EPD, OUTPUT_PGN, OUTPUT_SGF, OUTPUT_REPORT };

/* The format of a name ("pgn", "csv", ...), in any case; -1 if there is none. */
int output_find_format(const char *name);
/* The format of a file by its name's ending; -1 if that says nothing. */
int output_format_of(const char *path);

/* Refuses a format that cannot hold one of the games of a job. */
bool output_fits(enum output_format format, struct results *results, const struct reading *reading,
                 struct error *error);

/* Writes the file whole or not at all; "-" is standard output. */
bool output_write(enum output_format format, struct results *results, const struct reading *reading,
                  const struct writing *writing, const char *path, struct error *error);

/* Calls `visit` with every entry that is not damaged, until it is false, which is not an error
 * unless it sets one. */
bool output_each(struct results *results, const struct reading *reading,
                 bool (*visit)(void *context, const struct study *study), void *context,
                 struct error *error);

#endif
