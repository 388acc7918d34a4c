/* A position to be solved: what is known of it at a glance, and what the table knows of it. */
#ifndef GAMES_CONNECT4_SOLVER_NODE_H
#define GAMES_CONNECT4_SOLVER_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "position.h"
#include "solver_table.h"

/* Mirrored positions share an entry in the table up to this ply: later ones are rarely both met,
 * and the mirroring would cost more than it saves. */
#define SOLVER_MIRROR_PLIES 12

/* By what the table knows a position. */
struct solver_key {
    uint64_t mixed;
    bool is_mirrored; /* it is that of the mirror image */
};

/* A position to be searched: the side to move cannot win at once, and has moves after which the
 * other side cannot either. */
struct solver_node {
    bitboard_t own, other;
    bitboard_t threats; /* squares that would give `other` four */
    bitboard_t safe;    /* the moves worth a look: they do not lose at once */
    int ply;
    bool looked_up; /* the table has been asked: `key` is set, and `bounds` is what it knows */
    struct solver_key key;
    struct solver_bounds bounds;
};

static const struct solver_bounds solver_nothing_known = {
    .lower = -SOLVER_VALUE_LIMIT,
    .upper = SOLVER_VALUE_LIMIT,
    .column = SOLVER_NO_COLUMN,
};

/* What can be said of a position without a search: true, and its exact value, if that is all; else
 * the node to search. */
bool solver_judge(const struct connect4_position *position, struct solver_node *node, int *value);

/* The table's word on the node: narrows its bounds. */
void solver_look_up(const struct solver_table *table, struct solver_node *node);

INLINE struct solver_key solver_key_of(bitboard_t own, bitboard_t other, int ply)
{
    uint64_t code = own + (own | other) + CONNECT4_BOTTOM;
    bool is_mirrored = false;
    if (ply < SOLVER_MIRROR_PLIES) {
        uint64_t mirrored = connect4_mirror(code);
        is_mirrored = mirrored < code;
        code = is_mirrored ? mirrored : code;
    }
    return (struct solver_key){solver_mix(code), is_mirrored};
}

/* A column of the position, seen as the table sees it, and the other way round. */
INLINE int solver_key_column(struct solver_key key, int column)
{
    return key.is_mirrored && column != SOLVER_NO_COLUMN ? CONNECT4_COLUMNS - 1 - column : column;
}

/* Narrows `bounds` to what the table knows. */
INLINE void solver_key_read(struct solver_key key, const struct solver_table *table,
                            struct solver_bounds *bounds)
{
    solver_table_probe(table, key.mixed, bounds);
    bounds->column = solver_key_column(key, bounds->column);
}

/* A child's bounds for the side to move at `ply`; after forced replies that may be either side. */
INLINE bool solver_node_has_turn(const struct solver_node *child, int ply)
{
    return ((child->ply ^ ply) & 1) == 0;
}

INLINE int solver_node_least(const struct solver_node *child, int ply)
{
    return solver_node_has_turn(child, ply) ? child->bounds.lower : -child->bounds.upper;
}

INLINE int solver_node_most(const struct solver_node *child, int ply)
{
    return solver_node_has_turn(child, ply) ? child->bounds.upper : -child->bounds.lower;
}

#endif
