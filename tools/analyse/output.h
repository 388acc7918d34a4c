/* SPDX-License-Identifier: MIT */
/* Writes the results of a job, in the order of the input. The output depends only on the
 * database. */
#ifndef ANALYSE_OUTPUT_H
#define ANALYSE_OUTPUT_H

#include "writers.h"

enum output_format { OUTPUT_JSONL, OUTPUT_CSV, OUTPUT_EPD, OUTPUT_PGN, OUTPUT_SGF, OUTPUT_REPORT };

/* Returns the format with a name ("pgn", "csv", ...), in any case; -1 if there is none. */
int output_find_format(const char *name);
/* Returns the format that a file's extension names; -1 if it names none. */
int output_format_of(const char *path);

/* False, with the reason, if the format cannot hold one of the games of a job. */
bool output_fits(enum output_format format, struct results *results, const struct reading *reading,
                 struct error *error);

/* Writes the file completely or not at all; "-" is standard output. */
bool output_write(enum output_format format, struct results *results, const struct reading *reading,
                  const struct writing *writing, const char *path, struct error *error);

/* Calls `visit` for each entry that is not damaged until it returns false. That is not an error
 * unless `visit` sets one. */
bool output_each(struct results *results, const struct reading *reading,
                 bool (*visit)(void *context, const struct study *study), void *context,
                 struct error *error);

#endif
