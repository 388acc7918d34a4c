/* SPDX-License-Identifier: MIT */
/* The exact search as a search method: it provides a fallback answer early, then bounds and proven
 * wins, and finally the exact value, the best move and a line of perfect play. */
#ifndef CONNECT4_EXACT_H
#define CONNECT4_EXACT_H

#include "level.h"
#include "solver.h"

/* A worker's memory for exact searches. All bytes 0 is the initial state. */
struct connect4_exact_memory {
    struct connect4_solver_job job; /* all workers use the first worker's job */
    struct connect4_solver solver;
};

/* Runs one worker of an exact search to its end: see struct search_method. Only the solver uses
 * `table`, of `bytes` bytes. */
PER_LEVEL void connect4_exact_run(struct search_worker *worker,
                                  struct connect4_exact_memory *memory, void *table, size_t bytes);

/* fallback.c: an answer in case time runs out before the solver is done, by alpha-beta with the
 * static evaluation to a small depth, without a table. Scores each move exactly, at increasing
 * depths, for at most `nodes` nodes. Returns the depth of the scores in plies; 0 if not even depth
 * 1 was completed. */
PER_LEVEL int connect4_fallback_search(struct connect4_solver *solver,
                                       const struct connect4_position *position,
                                       const struct move_list *moves, uint64_t nodes,
                                       score_t *scores);

#endif
