/* SPDX-License-Identifier: MIT */
/* The threads of one exact search. The first posts queries; every thread searches the posted query
 * in a move order of its own, with one table; the first to find the value answers for all. */
#ifndef CONNECT4_SOLVER_THREADS_H
#define CONNECT4_SOLVER_THREADS_H

#include "level.h"
#include "solver.h"

/* The first thread begins: the others leave what an earlier search has posted. */
PER_LEVEL void connect4_solver_threads_begin(struct connect4_solver *solver);

/* The first thread posts a query and searches it together with the others: see
 * connect4_solver_search. solver->aborted: no answer, stopped or paused. */
PER_LEVEL int connect4_solver_threads_solve(struct connect4_solver *solver,
                                            const struct connect4_solver_node *node, int alpha);

/* The other threads: search the queries until the search is stopped. */
PER_LEVEL void connect4_solver_worker_loop(struct connect4_solver *solver);

#endif
