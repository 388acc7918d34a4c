/* SPDX-License-Identifier: MIT */
/* How threads that solve the same query share the work: ABDADA (Weill, "The ABDADA distributed
 * minimax-search algorithm", 1996) with the marks stored outside the table, as in Tom Kerrigan's
 * "Simplified ABDADA".
 *
 * All threads search the same tree from the root and share the table. In a node whose subtree is
 * large, a thread marks the child that it searches. Another thread that finds the mark defers that
 * child and searches the others first. When it comes back, the table may know the child's value;
 * otherwise both threads search it together. The first child is never deferred, because it usually
 * causes the cut-off. At every poll, a thread probes the table for the nodes on its path. If
 * another thread has found the value of one, it returns to that node. */
#ifndef CONNECT4_SOLVER_SHARE_H
#define CONNECT4_SOLVER_SHARE_H

#include <stdatomic.h>

#include "level.h"
#include "solver_node.h"

/* Nodes are shared if their horizon is at least this number of plies away. */
#define SHARE_PLIES 22

#define SHARE_MARKS 512

/* The positions that threads are searching, by their mixed codes. The marks are only hints: two
 * positions may share a place. */
struct connect4_solver_marks {
    _Alignas(CACHE_LINE) _Atomic uint64_t codes[SHARE_MARKS];
};

/* A shared node on a thread's path; the search of it asks whether its value is above alpha. */
struct connect4_solver_step {
    uint64_t mixed;
    int alpha;
};

/* The data of one thread. */
struct connect4_solver_share {
    struct connect4_solver_marks *marks; /* NULL if there is only one thread */
    int steps;                           /* shared nodes on the path to the current node */
    int answered_step;  /* when aborted: the step whose value is known; -1 if none */
    int answered_value; /* its value */
    struct connect4_solver_step path[CONNECT4_SQUARES];
};

/* Probes the table for the nodes of the path, the root first. True if the value of one is known;
 * answered_step and answered_value are then set. */
PER_LEVEL bool connect4_solver_share_probe_path(struct connect4_solver_share *share,
                                                const struct connect4_solver_table *table);

/* These test whether another thread searches this node, mark it, and remove the mark. The node must
 * have been probed. */
PER_LEVEL bool connect4_solver_share_is_marked(const struct connect4_solver_share *share,
                                               const struct connect4_solver_node *node);
PER_LEVEL void connect4_solver_share_mark(const struct connect4_solver_share *share,
                                          const struct connect4_solver_node *node);
PER_LEVEL void connect4_solver_share_unmark(const struct connect4_solver_share *share,
                                            const struct connect4_solver_node *node);

#endif
