/* SPDX-License-Identifier: MIT */
#include "solver_node.h"

#include "children.h"

bool connect4_solver_static_value(const struct connect4_position *position,
                                  struct connect4_solver_node *node, int *value)
{
    bitboard_t occupied = position->own | position->other;
    bitboard_t landings = connect4_landings(position);
    if (connect4_is_won(position)) {
        *value = connect4_loss_value(position->ply, 0);
        return true;
    }
    if (!landings) {
        *value = 0;
        return true;
    }
    if (connect4_threats(position->own, occupied) & landings) {
        *value = connect4_win_value(position->ply, 1);
        return true;
    }
    bitboard_t threats = connect4_threats(position->other, occupied);
    bitboard_t wins = threats & landings, safe = landings & ~(threats >> 1);
    if ((wins & (wins - 1)) || (wins & ~safe) || !safe) {
        *value = connect4_loss_value(position->ply, 1);
        return true;
    }
    *node = (struct connect4_solver_node){
        .own = position->own,
        .other = position->other,
        .threats = threats,
        .safe = wins ? wins : safe,
        .ply = position->ply,
        .bounds = connect4_solver_unknown,
    };
    /* Near the end of the game there are too few plies left for a win or a loss. */
    int loss = connect4_loss_value(node->ply, 2), win = connect4_win_value(node->ply, 2);
    node->bounds.lower = loss < 0 ? loss : 0;
    node->bounds.upper = win > 0 ? win : 0;
    *value = node->bounds.lower;
    return node->bounds.lower >= node->bounds.upper;
}

void connect4_solver_node_probe(const struct connect4_solver_table *table,
                                struct connect4_solver_node *node)
{
    node->key = connect4_solver_key_of(node->own, node->other, node->ply);
    node->bounds.column = SOLVER_NO_COLUMN;
    connect4_solver_key_probe(node->key, table, &node->bounds);
    node->probed = true;
}
