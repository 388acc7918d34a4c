/* SPDX-License-Identifier: MIT */
/* The children of a node that must be searched, sorted by their scores.
 *
 * A move scores points for the threats that it leaves, because they restrict the other side. A
 * threat scores more the sooner a stone can be dropped there. Threats directly above a threat of
 * the other side do not count: the mover never gets a stone there. */
#ifndef CONNECT4_SOLVER_MOVE_LIST_H
#define CONNECT4_SOLVER_MOVE_LIST_H

#include "children.h"
#include "solver_node.h"

/* Points of a move. */
#define MOVE_SCORE_NEXT   60 /* a threat on the square directly above a landing square */
#define MOVE_SCORE_SECOND 40 /* on the second square above one */
#define MOVE_SCORE_THREAT 12 /* on any square, added to the above */
#define MOVE_SCORE_TABLE  32 /* the table's move */

struct connect4_solver_move_list {
    int count;
    int columns[CONNECT4_COLUMNS];
    int order[CONNECT4_COLUMNS]; /* indices of the other arrays, best first */
    int scores[CONNECT4_COLUMNS];
    struct connect4_solver_node nodes[CONNECT4_COLUMNS];
};

/* Inserts the child in nodes[count], after a move in `column`, behind children of the same
 * score. */
INLINE void connect4_solver_move_list_insert(struct connect4_solver_move_list *list, int column,
                                             int score)
{
    int index = list->count++, place = index;
    list->columns[index] = column;
    list->scores[index] = score;
    for (; place > 0 && list->scores[list->order[place - 1]] < score; place--) {
        list->order[place] = list->order[place - 1];
    }
    list->order[place] = index;
}

/* The points of child i for the threats that its move leaves; middle columns score up to 3 points
 * more. */
INLINE int connect4_threat_score(const struct connect4_solver_node *node,
                                 const struct connect4_children *children, int i, int column)
{
    bitboard_t occupied = children->moves[i] | node->own | node->other;
    bitboard_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
    bitboard_t threats = children->first_threats[i] & ~(node->threats << 1);
    int side = column < CONNECT4_COLUMNS / 2 ? column : CONNECT4_COLUMNS - 1 - column;
    return MOVE_SCORE_NEXT * bit_count(threats & landings << 1) +
           MOVE_SCORE_SECOND * bit_count(threats & landings << 2 & CONNECT4_BOARD) +
           MOVE_SCORE_THREAT * bit_count(threats) + side;
}

#endif
