/* The children of a node that have to be searched, best first.
 *
 * A good first move is one that leaves threats behind, the nearer to the stones the better: they
 * tie the other side down before they decide the game. Those just above a threat of the other side
 * do not count: they will never be reached. */
#ifndef GAMES_CONNECT4_SOLVER_CHOICE_H
#define GAMES_CONNECT4_SOLVER_CHOICE_H

#include "family.h"
#include "solver_node.h"

/* What a move is worth trying. */
#define CHOICE_NEXT   60 /* a threat on the square above one that can be taken now */
#define CHOICE_SECOND 40 /* on the square above that one */
#define CHOICE_THREAT 12 /* anywhere */
#define CHOICE_TABLE  32 /* the move that the table remembers */

struct choice {
    int count;
    int columns[CONNECT4_COLUMNS];
    int order[CONNECT4_COLUMNS]; /* indices of the others, best first */
    int worth[CONNECT4_COLUMNS];
    struct solver_node nodes[CONNECT4_COLUMNS];
};

/* Takes the last child, of `column`, in, at its place; of equals the first comes first. */
INLINE void choice_place(struct choice *choice, int column, int worth)
{
    int index = choice->count++, place = index;
    choice->columns[index] = column;
    choice->worth[index] = worth;
    for (; place > 0 && choice->worth[choice->order[place - 1]] < worth; place--) {
        choice->order[place] = choice->order[place - 1];
    }
    choice->order[place] = index;
}

/* Squares where the first move of each lane threatens. */
struct promise {
    lanes_t threats, next, second;
};

INLINE struct promise promise_of(const struct solver_node *node, const struct family *family)
{
    lanes_t occupied = (family_columns & node->safe) | node->own | node->other;
    lanes_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
    lanes_t threats = family->first_threats & ~(node->threats << 1);
    return (struct promise){
        .threats = threats,
        .next = threats & landings << 1,
        .second = threats & (landings << 2 & CONNECT4_BOARD),
    };
}

INLINE int promise_worth(const struct promise *promise, int column)
{
    int side = column < CONNECT4_COLUMNS / 2 ? column : CONNECT4_COLUMNS - 1 - column;
    return CHOICE_NEXT * bit_count(promise->next[column]) +
           CHOICE_SECOND * bit_count(promise->second[column]) +
           CHOICE_THREAT * bit_count(promise->threats[column]) + side;
}

#endif
