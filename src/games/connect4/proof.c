#include "proof.h"

/* Whether the position's value is at most `value`. */
static bool is_at_most(struct crew *crew, const struct connect4_position *position, int value)
{
    struct solver_node node;
    int known;
    if (solver_judge(position, &node, &known)) {
        return known <= value;
    }
    solver_look_up(&crew->solver.table, &node);
    if (node.bounds.upper <= value || node.bounds.lower > value) {
        return node.bounds.upper <= value;
    }
    return crew_ask(crew, &node, value) <= value && !crew->solver.aborted;
}

move_t proof_move(struct crew *crew, const struct connect4_position *position,
                  const struct move_list *moves, int value)
{
    struct solver_node node;
    int known, remembered = SOLVER_NO_COLUMN;
    if (!solver_judge(position, &node, &known)) {
        solver_look_up(&crew->solver.table, &node);
        remembered = node.bounds.column;
    }
    for (int i = -1; i < CONNECT4_COLUMNS; i++) {
        int column = i < 0 ? remembered : connect4_middle_first(i);
        move_t move = connect4_column_move(column);
        if (column != SOLVER_NO_COLUMN && move_list_find(moves, move) >= 0) {
            struct connect4_position child = *position;
            connect4_play(&child, move);
            if (is_at_most(crew, &child, -value)) {
                return move;
            }
            if (crew->solver.aborted) {
                return MOVE_NONE;
            }
        }
    }
    return MOVE_NONE;
}

void proof_begin(struct crew *crew, struct solver_node *node, int *lower, int *upper)
{
    solver_look_up(&crew->solver.table, node);
    *lower = node->bounds.lower > *lower ? node->bounds.lower : *lower;
    *upper = node->bounds.upper < *upper ? node->bounds.upper : *upper;
}

int proof_narrow(struct crew *crew, struct solver_node *node, int least, int *lower, int *upper)
{
    least = least > *upper ? *upper : least <= *lower ? *lower + 1 : least;
    node->bounds.lower = *lower;
    node->bounds.upper = *upper;
    int value = crew_ask(crew, node, least - 1);
    if (!crew->solver.aborted) {
        bool above = value >= least;
        *(above ? lower : upper) = value;
        least = above ? value + 1 : value - 1;
    }
    proof_begin(crew, node, lower, upper);
    return least;
}

int proof_value(struct crew *crew, const struct connect4_position *position)
{
    struct solver_node node;
    int value;
    if (solver_judge(position, &node, &value)) {
        return value;
    }
    int lower = -SOLVER_VALUE_LIMIT, upper = SOLVER_VALUE_LIMIT, least = 0;
    proof_begin(crew, &node, &lower, &upper);
    while (lower < upper && !crew->ended) {
        least = proof_narrow(crew, &node, least, &lower, &upper);
    }
    return lower;
}
