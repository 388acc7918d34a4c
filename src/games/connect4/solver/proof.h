/* SPDX-License-Identifier: MIT */
/* The exact value of a position, and a move that keeps it, proven by null-window searches of all
 * threads. The first thread calls these functions and posts queries. Every thread searches the
 * posted query in its own move order, with one shared table. The first to find the value answers
 * for all. */
#ifndef CONNECT4_PROOF_H
#define CONNECT4_PROOF_H

#include "level.h"
#include "solver.h"

/* The first thread begins a search: the others abandon the query of an earlier search. */
PER_LEVEL void connect4_solver_threads_begin(struct connect4_solver *solver);

/* The other threads search the queries until the search is stopped. */
PER_LEVEL void connect4_solver_worker_loop(struct connect4_solver *solver);

/* The exact value of a position. It is meaningless if solver->control.ended is set. */
PER_LEVEL int connect4_proof_value(struct connect4_solver *solver,
                                   const struct connect4_position *position);

/* A move of `moves` whose value is at least `value`. MOVE_NONE if there is none, or if the search
 * was aborted. */
PER_LEVEL move_t connect4_proof_move(struct connect4_solver *solver,
                                     const struct connect4_position *position,
                                     const struct move_list *moves, int value);

/* The two steps of connect4_proof_value, for callers that report between them. The value of the
 * node is in [*lower, *upper]. `begin` narrows this by the table. `narrow` narrows it by one
 * search: is the value `least` or more? It returns the `least` for the next search. */
PER_LEVEL void connect4_proof_begin(struct connect4_solver *solver,
                                    struct connect4_solver_node *node, int *lower, int *upper);
PER_LEVEL int connect4_proof_narrow(struct connect4_solver *solver,
                                    struct connect4_solver_node *node, int least, int *lower,
                                    int *upper);

#endif
