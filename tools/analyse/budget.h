/* SPDX-License-Identifier: MIT */
/* Spends the time budget of a job in two passes. The first pass searches each position for an equal
 * share of a part of the budget. The second one spends the rest where the score swings: it searches
 * the position with the greatest quotient of swing and time so far once more, for twice that time,
 * until the rest is too short for any position. The swing of a position is the greatest difference
 * between its expected score and those of the positions before and after it.
 *
 * A search that ends much earlier than it has to, as at a limit of depth, is the last one of its
 * position. */
#ifndef ANALYSE_BUDGET_H
#define ANALYSE_BUDGET_H

#include "study.h"

/* A position of the input. */
struct spot {
    int64_t entry;
    int ply;
    int64_t spent_ms; /* by its searches; 0: it is not searched again */
    bool known;       /* its expected score */
    double expected;
};

struct budget {
    int64_t total_ms;   /* of all engines together; 0: there is no budget */
    int64_t left_ms;    /* without the time of searches that run */
    int64_t out_ms;     /* of searches that run */
    int64_t later_ms;   /* kept for the second pass */
    int64_t first_ms;   /* of each search of the first pass, at least */
    int64_t waiting;    /* positions that the first pass has not handed out */
    int engines;        /* that run at the same time */
    int engine;         /* which of the job's engines searches */
    struct spot *spots; /* of the second pass, in the order of the input; NULL: it has not begun */
    size_t count;
};

/* Begins the budget of `engines` engines, each with `each_ms`; or continues it. */
void budget_init(struct budget *budget, int64_t each_ms, int engines,
                 const struct results_counts *counts);
void budget_finish(struct budget *budget);

/* Takes the time of the next search of the first pass. */
int64_t budget_share(struct budget *budget);

/* Begins the second pass with the results so far. `error` must be empty. */
bool budget_begin_second(struct budget *budget, struct results *results,
                         const struct reading *reading, struct error *error);

/* Takes the time of the next search of the second pass, and returns its position; NULL: the budget
 * is spent. */
const struct spot *budget_next(struct budget *budget, int64_t *time_ms);

/* Ends a search for which `asked_ms` was taken. */
void budget_return(struct budget *budget, int64_t asked_ms, int64_t used_ms);

/* Notes the result of a search at a ply of an entry, which has been weighed: see study_weigh. The
 * time of `found` includes that of earlier searches, `before_us`. */
void budget_note(struct budget *budget, const struct study *study, int ply,
                 const struct found *found, int64_t asked_ms, int64_t before_us);

#endif
