/* SPDX-License-Identifier: MIT */
/* A position to be solved: its stones, the moves worth searching, and bounds of its value. */
#ifndef CONNECT4_SOLVER_NODE_H
#define CONNECT4_SOLVER_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "connect4/rules.h"
#include "level.h"
#include "solver_table.h"

/* Before this ply a position and its mirror image share a table entry. Later both are rarely
 * searched, and computing the mirror image costs more than it saves. */
#define SOLVER_MIRROR_PLIES 12

/* The key of a position in the table. */
struct connect4_solver_key {
    uint64_t mixed;
    bool is_mirrored; /* the key is the mirror image's */
};

/* A position to be searched: the side to move cannot win at once, and has moves after which the
 * other side cannot either. */
struct connect4_solver_node {
    bitboard_t own, other;
    bitboard_t threats; /* squares that would give `other` four */
    bitboard_t safe;    /* the moves that do not lose at once */
    int ply;
    bool probed; /* `key` is set, and `bounds` includes the table's bounds */
    struct connect4_solver_key key;
    struct connect4_solver_bounds bounds;
};

static const struct connect4_solver_bounds connect4_solver_unknown = {
    .lower = -SOLVER_VALUE_LIMIT,
    .upper = SOLVER_VALUE_LIMIT,
    .column = SOLVER_NO_COLUMN,
};

/* True if the exact value is known without a search. Otherwise initialises the node for a
 * search. */
PER_LEVEL bool connect4_solver_static_value(const struct connect4_position *position,
                                            struct connect4_solver_node *node, int *value);

/* Probes the table: sets the node's key and narrows its bounds. */
PER_LEVEL void connect4_solver_node_probe(const struct connect4_solver_table *table,
                                          struct connect4_solver_node *node);

INLINE struct connect4_solver_key connect4_solver_key_of(bitboard_t own, bitboard_t other, int ply)
{
    uint64_t code = own + (own | other) + CONNECT4_BOTTOM;
    bool is_mirrored = false;
    if (ply < SOLVER_MIRROR_PLIES) {
        uint64_t mirrored = connect4_mirror(code);
        is_mirrored = mirrored < code;
        code = is_mirrored ? mirrored : code;
    }
    return (struct connect4_solver_key){connect4_solver_mix(code), is_mirrored};
}

/* Converts a column of the position to the column of the table's entry, or back. */
INLINE int connect4_solver_key_column(struct connect4_solver_key key, int column)
{
    return key.is_mirrored && column != SOLVER_NO_COLUMN ? CONNECT4_COLUMNS - 1 - column : column;
}

/* Narrows `bounds` to the bounds in the table. */
INLINE void connect4_solver_key_probe(struct connect4_solver_key key,
                                      const struct connect4_solver_table *table,
                                      struct connect4_solver_bounds *bounds)
{
    connect4_solver_table_probe(table, key.mixed, bounds);
    bounds->column = connect4_solver_key_column(key, bounds->column);
}

/* Whether a child has the same side to move as the position at `ply`, which is possible after
 * forced replies. */
INLINE bool connect4_solver_node_has_turn(const struct connect4_solver_node *child, int ply)
{
    return ((child->ply ^ ply) & 1) == 0;
}

/* A child's bounds for the side to move at `ply`. */
INLINE int connect4_solver_node_lower(const struct connect4_solver_node *child, int ply)
{
    return connect4_solver_node_has_turn(child, ply) ? child->bounds.lower : -child->bounds.upper;
}

INLINE int connect4_solver_node_upper(const struct connect4_solver_node *child, int ply)
{
    return connect4_solver_node_has_turn(child, ply) ? child->bounds.upper : -child->bounds.lower;
}

#endif
