/* SPDX-License-Identifier: MIT */
/* A game tree with given values, as textbooks draw it: the position and its rules.
 *
 * A node is a number, the value of a leaf for MAX, or a list of nodes in brackets:
 * ((3 12 8) (2 4 6) (14 5 2)). MAX is player 1, and MIN is player 2. The players move in turns from
 * a node to one of its children, which are numbered from 1. The game ends at a leaf; MAX has won if
 * its value is above 0, and MIN if it is below. */
#ifndef TREE_RULES_H
#define TREE_RULES_H

#include "compiler.h"
#include "game.h"

/* The nodes of a tree, the plies to its deepest leaf, and the largest value of a leaf. */
#define TREE_MAX_NODES 1023
#define TREE_MAX_DEPTH 64
#define TREE_MAX_VALUE 9999

enum tree_setting { TREE_SKILL, TREE_SETTINGS };

/* The nodes in the order of the text: a node's subtree is `nodes[i]` to `nodes[i + size - 1]`. */
struct tree_node {
    uint16_t size;   /* nodes of the subtree, with itself; 1: a leaf */
    uint16_t parent; /* the root's is 0 */
    int16_t value;   /* of a leaf */
};

struct tree_position {
    uint16_t at; /* the present node */
    uint8_t side;
    struct tree_node nodes[TREE_MAX_NODES];
};

struct tree_undo {
    uint16_t at;
};

INLINE bool tree_is_leaf(const struct tree_position *position)
{
    return position->nodes[position->at].size == 1;
}

/* The value of a leaf for the side to move. Nothing is known of another node: 0. */
INLINE score_t tree_evaluate(const struct tree_position *position)
{
    const int value = tree_is_leaf(position) ? position->nodes[position->at].value : 0;
    return position->side ? -value : value;
}

/* The child with this number, counted from 1; 0 if there is none. */
INLINE int tree_child(const struct tree_position *position, int number)
{
    const int end = position->at + position->nodes[position->at].size;
    int child = position->at + 1;
    while (child < end && --number > 0) {
        child += position->nodes[child].size;
    }
    return child < end && number == 0 ? child : 0;
}

INLINE void tree_legal_moves(const struct tree_position *position, struct move_list *list)
{
    const int end = position->at + position->nodes[position->at].size;
    int number = 1;
    for (int child = position->at + 1; child < end; child += position->nodes[child].size) {
        move_list_add(list, (move_t)number++);
    }
}

INLINE bool tree_is_legal(const struct tree_position *position, move_t move)
{
    return move != MOVE_NONE && tree_child(position, move) > 0;
}

INLINE void tree_make(struct tree_position *position, move_t move, struct tree_undo *undo)
{
    undo->at = position->at;
    position->at = (uint16_t)tree_child(position, move);
    position->side ^= 1;
}

INLINE void tree_unmake(struct tree_position *position, move_t move UNUSED,
                        const struct tree_undo *undo)
{
    position->at = undo->at;
    position->side ^= 1;
}

INLINE enum game_result tree_result(const struct tree_position *position)
{
    const int value = position->nodes[position->at].value;
    return !tree_is_leaf(position) ? RESULT_NONE
           : value > 0             ? RESULT_P1_WINS
           : value < 0             ? RESULT_P2_WINS
                                   : RESULT_DRAW;
}

#define GAME       tree
#define GAME_START "((3 12 8) (2 4 6) (14 5 2))"
#include "contract.h"

#endif
