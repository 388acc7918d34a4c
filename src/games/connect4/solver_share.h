/* How workers who answer the same question share the work.
 *
 * All search the same tree from the root and keep what they learn in the same table. Where a
 * subtree is large enough, each marks the child that it is busy with; who finds a mark begins with
 * another child and comes back to that one last: by then the table may know it, else both share the
 * work below it. This is ABDADA (Weill 1996) with the marks apart from the table, as Tom Kerrigan
 * simplified it ("Simplified ABDADA"). The first child is searched by all who come: mostly it
 * decides whether there is anything to share. From time to time each worker looks whether the table
 * has the answer of a node above it, found by another one, and if so goes back there. */
#ifndef GAMES_CONNECT4_SOLVER_SHARE_H
#define GAMES_CONNECT4_SOLVER_SHARE_H

#include <stdatomic.h>

#include "solver_node.h"

/* The work is shared where the question reaches at least this many plies ahead. */
#define SHARE_PLIES 22

#define SHARE_MARKS 512

/* The positions that workers are busy with, by their mixed codes. Only hints: different positions
 * may fall on the same place. */
struct solver_marks {
    _Alignas(CACHE_LINE) _Atomic uint64_t codes[SHARE_MARKS];
};

/* A node on a worker's path, and what is asked of it: is its value above alpha? */
struct solver_step {
    uint64_t mixed;
    int alpha;
};

/* One worker's part. */
struct solver_share {
    struct solver_marks *marks; /* NULL: nobody to share with */
    int steps;                  /* shared nodes on the path to the one being searched */
    int back_to;                /* when aborted: the step that has its answer; -1: none */
    int back_with;              /* the answer */
    struct solver_step path[CONNECT4_SQUARES];
};

struct solver;
struct choice;

/* Looks whether the question of a step on the path has been answered. If so, the solver is aborted
 * up to that step. */
void solver_look_back(struct solver *solver);

/* Searches the children of a node (its key set, whatever looked_up says) at which other workers may
 * be, too. A bound of its value as solver_search gives it, where `best` is that of the children not
 * in `choice`, and the column of the move that proved it; unless aborted. */
int solver_search_shared(struct solver *solver, struct choice *choice, struct solver_step step,
                         int ply, int best, int *column);

#endif
