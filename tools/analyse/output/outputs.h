/* SPDX-License-Identifier: MIT */
/* Writes the results of a job, in the order of the input. The output depends only on the
 * database. */
#ifndef OUTPUT_OUTPUTS_H
#define OUTPUT_OUTPUTS_H

#include "game_walk.h"
#include "study.h"

enum output_format {
    OUTPUT_JSONL,
    OUTPUT_CSV,
    OUTPUT_EPD,
    OUTPUT_PGN,
    OUTPUT_SGF,
    OUTPUT_FIGURES,
    OUTPUT_REPORT
};

struct writing {
    bool times; /* include the time of each search: the output then differs from run to run */
    const char *engine;        /* the name of the first one */
    const char *const *others; /* the names of the others */
    int other_count;
};

/* Returns the format with a name ("pgn", "csv", ...), in any case; -1 if there is none. */
int output_find_format(const char *name);
/* Returns the format that a file's extension names; -1 if it names none. */
int output_format_of(const char *path);

/* False, with the reason, if a format, an enum output_format, cannot hold a game: a game_test. */
bool output_fits(const void *format, const struct game *game, struct error *error);

/* False if a path is that of a device, a folder or the like, which a file must not replace. */
bool output_may_replace(const char *path, struct error *error);

/* Writes the file completely or not at all; "-" is standard output. */
bool output_write(enum output_format format, struct results *results, const struct reading *reading,
                  const struct writing *writing, const char *path, struct error *error);

/* The same for a text. */
bool output_write_text(const struct buffer *text, const char *path, struct error *error);

/* Appends one entry. */
void output_put(enum output_format format, const struct study *study, const struct writing *writing,
                struct buffer *out);

/* Appends what an engine beside the first one found in a position: "NAME: e4 (+0.31, depth 12)",
 * for the first player; false if nothing. */
bool output_put_other(const struct study *study, const struct writing *writing, int engine,
                      const struct game_walk *at, struct buffer *out);

/* Calls `visit` for each entry that is not damaged until it returns false. That is not an error
 * unless `visit` sets one. `error` must be empty. */
bool output_each(struct results *results, const struct reading *reading,
                 bool (*visit)(void *context, const struct study *study), void *context,
                 struct error *error);

#endif
