/* SPDX-License-Identifier: MIT */
#include "proof.h"

/* Whether the position's value is at most `value`. */
static bool is_at_most(struct connect4_solver *solver, const struct connect4_position *position,
                       int value)
{
    struct connect4_solver_node node;
    int known;
    if (connect4_solver_static_value(position, &node, &known)) {
        return known <= value;
    }
    connect4_solver_node_probe(&solver->table, &node);
    if (node.bounds.upper <= value || node.bounds.lower > value) {
        return node.bounds.upper <= value;
    }
    return connect4_solver_threads_solve(solver, &node, value) <= value && !solver->aborted;
}

move_t connect4_proof_move(struct connect4_solver *solver, const struct connect4_position *position,
                           const struct move_list *moves, int value)
{
    struct connect4_solver_node node;
    int known, table_column = SOLVER_NO_COLUMN;
    if (!connect4_solver_static_value(position, &node, &known)) {
        connect4_solver_node_probe(&solver->table, &node);
        table_column = node.bounds.column;
    }
    for (int i = -1; i < CONNECT4_COLUMNS; i++) {
        int column = i < 0 ? table_column : connect4_middle_first(i);
        move_t move = connect4_column_move(column);
        if (column != SOLVER_NO_COLUMN && move_list_find(moves, move) >= 0) {
            struct connect4_position child = *position;
            connect4_play(&child, move);
            if (is_at_most(solver, &child, -value)) {
                return move;
            }
            if (solver->aborted) {
                return MOVE_NONE;
            }
        }
    }
    return MOVE_NONE;
}

void connect4_proof_begin(struct connect4_solver *solver, struct connect4_solver_node *node,
                          int *lower, int *upper)
{
    connect4_solver_node_probe(&solver->table, node);
    *lower = node->bounds.lower > *lower ? node->bounds.lower : *lower;
    *upper = node->bounds.upper < *upper ? node->bounds.upper : *upper;
}

int connect4_proof_narrow(struct connect4_solver *solver, struct connect4_solver_node *node,
                          int least, int *lower, int *upper)
{
    least = least > *upper ? *upper : least <= *lower ? *lower + 1 : least;
    node->bounds.lower = *lower;
    node->bounds.upper = *upper;
    int value = connect4_solver_threads_solve(solver, node, least - 1);
    if (!solver->aborted) {
        bool above = value >= least;
        *(above ? lower : upper) = value;
        least = above ? value + 1 : value - 1;
    }
    connect4_proof_begin(solver, node, lower, upper);
    return least;
}

int connect4_proof_value(struct connect4_solver *solver, const struct connect4_position *position)
{
    struct connect4_solver_node node;
    int value;
    if (connect4_solver_static_value(position, &node, &value)) {
        return value;
    }
    int lower = -SOLVER_VALUE_LIMIT, upper = SOLVER_VALUE_LIMIT, least = 0;
    connect4_proof_begin(solver, &node, &lower, &upper);
    while (lower < upper && !solver->control.ended) {
        least = connect4_proof_narrow(solver, &node, least, &lower, &upper);
    }
    return lower;
}
