/* SPDX-License-Identifier: MIT */
/* Shows the progress of a job: one line on a terminal, nothing elsewhere. */
#ifndef OUTPUT_ANALYSIS_PROGRESS_H
#define OUTPUT_ANALYSIS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"

/* The number of worst moves that are kept, and the room for a move's name in bytes. */
#define PROGRESS_WORST 3
#define PROGRESS_NAME  64

struct progress_move {
    double lost; /* expected score that the move lost; 0: no move */
    char name[PROGRESS_NAME];
};

struct analysis_progress {
    bool terminal, shown;
    int64_t all, done, began_with; /* positions */
    int64_t again;                 /* further searches of positions */
    int64_t budget_ms, left_ms;    /* of time; 0: the rate tells what is left */
    int64_t began_ns, last_drawn_ns;
    struct progress_move worst[PROGRESS_WORST]; /* the worst first */
};

void analysis_progress_init(struct analysis_progress *progress, int64_t done, int64_t all,
                            bool quiet);

/* True if a move that lost this much is among the worst. */
bool analysis_progress_wants(const struct analysis_progress *progress, double lost);
/* Adds a move that is among the worst, or changes it. */
void analysis_progress_add(struct analysis_progress *progress, double lost, const char *name);

/* Counts a position, or a further search of one, and updates the line. */
void analysis_progress_step(struct analysis_progress *progress, bool again);

/* Clears the line before other output. */
void analysis_progress_clear(struct analysis_progress *progress);

/* Appends the line without its line end, at most `columns` characters; `now_ns` is a time of
 * clock_ns(). */
void analysis_progress_format(const struct analysis_progress *progress, int64_t now_ns, int columns,
                              struct buffer *out);

#endif
