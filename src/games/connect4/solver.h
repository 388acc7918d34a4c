/* The exact solver: is a position's value above a given one?
 *
 * Alpha-beta with an empty window, without a horizon: every answer is a proof. Values are those of
 * family.h. The children of a node are judged together before any of them is searched; bounds are
 * kept in a table of their own (solver_table.h); several workers share the work (solver_share.h).
 */
#ifndef GAMES_CONNECT4_SOLVER_H
#define GAMES_CONNECT4_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "solver_node.h"
#include "solver_share.h"

struct solver {
    struct solver_table table;
    uint64_t nodes;
    uint64_t look_up_at; /* nodes at which to see whether to go on */
    uint64_t stored;     /* entries written and not yet counted */
    bool aborted;        /* what is on its way up means nothing */
    struct solver_share share;
};

/* Called at look_up_at: sets it anew, or `aborted`. Whoever runs the solver provides it (crew.c).
 */
void solver_pause(struct solver *solver);

/* A bound of the node's value: if above alpha a lower bound, else an upper bound. The node's bounds
 * must leave both open. Unless aborted. */
int solver_search(struct solver *solver, const struct solver_node *node, int alpha);

/* The same of a child, for the side to move at its parent's ply. */
INLINE int solver_search_child(struct solver *solver, const struct solver_node *child, int ply,
                               int alpha)
{
    return solver_node_has_turn(child, ply) ? solver_search(solver, child, alpha)
                                            : -solver_search(solver, child, -alpha - 1);
}

#endif
