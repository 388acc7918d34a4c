/* SPDX-License-Identifier: MIT */
/* The threads of one exact search. The first thread posts queries. Every thread searches the posted
 * query in its own move order, with one shared table. The first to find the value answers for
 * all. */
#ifndef CONNECT4_SOLVER_THREADS_H
#define CONNECT4_SOLVER_THREADS_H

#include "level.h"
#include "solver.h"

/* The first thread begins a search: the others abandon the query of an earlier search. */
PER_LEVEL void connect4_solver_threads_begin(struct connect4_solver *solver);

/* The first thread posts a query and searches it together with the others: see
 * connect4_solver_search. If solver->aborted, there is no answer: the search was stopped or
 * paused. */
PER_LEVEL int connect4_solver_threads_solve(struct connect4_solver *solver,
                                            const struct connect4_solver_node *node, int alpha);

/* The other threads search the queries until the search is stopped. */
PER_LEVEL void connect4_solver_worker_loop(struct connect4_solver *solver);

#endif
