/* SPDX-License-Identifier: MIT */
/* Compiled once for each vector width; LANES is the suffix of the names. */
#include "connect4_lanes.h"

void PASTE(lanes_expand_, LANES)(struct connect4_children *children,
                                 const struct connect4_solver_node *node, int alpha)
{
    connect4_children_expand(children, node->own, node->other, node->safe, node->ply, alpha);
}

bool PASTE(lanes_wins_in_two_, LANES)(const struct connect4_solver_node *node)
{
    return connect4_children_wins_in_two(node->own, node->other, node->safe);
}
