/* SPDX-License-Identifier: MIT */
/* The exact solver decides whether the value of a position is above a given one.
 *
 * Alpha-beta with a null window and without a depth limit: every result is a proof. Values are
 * those of children.h. All children of a node are evaluated together before any of them is
 * searched; bounds are stored in a separate table (solver_table.h); several threads share the work
 * (solver_share.h). The solver polls its control at poll_at nodes. */
#ifndef CONNECT4_SOLVER_H
#define CONNECT4_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "level.h"
#include "solver_node.h"
#include "solver_share.h"

struct connect4_solver {
    struct connect4_solver_table table;
    uint64_t nodes;
    uint64_t poll_at; /* nodes at which to poll the control */
    uint64_t stored;  /* entries written since the last poll */
    bool aborted;     /* the values being returned have no meaning */
    struct connect4_solver_share share;
    struct connect4_solver_control control;
};

/* Initialises a thread's solver, with `bytes` of memory for the table. */
PER_LEVEL void connect4_solver_init(struct connect4_solver *solver, struct search_worker *worker,
                                    struct connect4_solver_job *job, void *memory, size_t bytes);

/* Prepares a new search: the next node polls the control, so that a stop since the last search
 * takes effect at once. */
INLINE void connect4_solver_rearm(struct connect4_solver *solver)
{
    solver->aborted = false;
    solver->poll_at = solver->nodes;
}

/* Polls the control, the table and the path; sets `aborted` or the next poll_at. */
PER_LEVEL void connect4_solver_poll(struct connect4_solver *solver);

/* Counts a node; false when the search is aborted. */
INLINE bool connect4_solver_enter(struct connect4_solver *solver)
{
    if (UNLIKELY(solver->nodes >= solver->poll_at)) {
        connect4_solver_poll(solver);
        if (solver->aborted) {
            return false;
        }
    }
    solver->nodes++;
    return true;
}

/* A bound of the node's value: a lower bound if it is above alpha, otherwise an upper bound. The
 * node's bounds must not decide which. The result is meaningless if the search was aborted. */
PER_LEVEL int connect4_solver_search(struct connect4_solver *solver,
                                     const struct connect4_solver_node *node, int alpha);

#endif
