/* The exact solver: is a position's value above a given one?
 *
 * Alpha-beta with an empty window, without a horizon: every answer is a proof. Values are those of
 * family.h. The children of a node are judged together before any of them is searched; bounds are
 * kept in a table of their own (solver_table.h). */
#ifndef GAMES_CONNECT4_SOLVER_H
#define GAMES_CONNECT4_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "position.h"
#include "solver_table.h"

/* A position to be searched: the side to move cannot win at once, and has moves after which the
 * other side cannot either. */
struct solver_node {
    bitboard_t own, other;
    bitboard_t threats; /* squares that would give `other` four */
    bitboard_t safe;    /* the moves worth a look: they do not lose at once */
    uint64_t mixed;     /* for the table */
    int ply;
    bool looked_up; /* the table has been asked: `bounds` is what it knows */
    struct solver_bounds bounds;
};

struct solver {
    struct solver_table table;
    uint64_t nodes;
    uint64_t look_up_at; /* nodes at which to see whether to go on */
    uint64_t stored;     /* entries written and not yet counted */
    bool aborted;        /* what is on its way up means nothing */
    uint64_t jitter; /* 0: none; else moves of about the same promise are tried in another order */
};

/* Called at look_up_at: sets it anew, or `aborted`. Whoever runs the solver provides it (crew.c).
 */
void solver_pause(struct solver *solver);

/* What can be said of a position without a search: true, and its exact value, if that is all; else
 * the node to search. */
bool solver_judge(const struct connect4_position *position, struct solver_node *node, int *value);

/* The table's word on the node: narrows its bounds. */
void solver_look_up(const struct solver *solver, struct solver_node *node);

/* A bound of the node's value: if above alpha a lower bound, else an upper bound. The node's bounds
 * must leave both open. Unless aborted. */
int solver_search(struct solver *solver, const struct solver_node *node, int alpha);

#endif
