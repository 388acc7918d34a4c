#include "solver_node.h"

#include "family.h"

bool solver_judge(const struct connect4_position *position, struct solver_node *node, int *value)
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
    *node = (struct solver_node){
        .own = position->own,
        .other = position->other,
        .threats = threats,
        .safe = wins ? wins : safe,
        .ply = position->ply,
        .bounds = solver_nothing_known,
    };
    /* With the last squares of the board only a draw is left. */
    int loss = connect4_loss_value(node->ply, 2), win = connect4_win_value(node->ply, 2);
    node->bounds.lower = loss < 0 ? loss : 0;
    node->bounds.upper = win > 0 ? win : 0;
    *value = node->bounds.lower;
    return node->bounds.lower >= node->bounds.upper;
}

void solver_look_up(const struct solver_table *table, struct solver_node *node)
{
    node->key = solver_key_of(node->own, node->other, node->ply);
    node->bounds.column = SOLVER_NO_COLUMN;
    solver_key_read(node->key, table, &node->bounds);
    node->looked_up = true;
}
