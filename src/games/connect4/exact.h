/* SPDX-License-Identifier: MIT */
/* The exact search as a search method runs it: a fallback answer early, bounds and proven wins as
 * they come, and in the end the exact value, the best move and a line of perfect play. */
#ifndef CONNECT4_EXACT_H
#define CONNECT4_EXACT_H

#include "level.h"
#include "solver_threads.h"

/* A worker's memory for exact searches. Zero bytes are ready for use. */
struct connect4_exact_memory {
    struct connect4_solver_job job; /* the first worker's is used by all */
    struct connect4_solver solver;
};

/* Runs one worker of an exact search to its end: see struct search_method. `table`, of `bytes`
 * bytes, is used by the solver alone. */
PER_LEVEL void connect4_exact_run(struct search_worker *worker,
                                  struct connect4_exact_memory *memory, void *table, size_t bytes);

#endif
