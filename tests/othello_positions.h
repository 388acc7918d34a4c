/* SPDX-License-Identifier: MIT */
/* Shared by the tests of Othello: random positions. */
#ifndef TESTS_OTHELLO_POSITIONS_H
#define TESTS_OTHELLO_POSITIONS_H

#include "othello/rules.h"

/* Plays random moves until `empties` squares are empty, or until a game that ends earlier does. */
UNUSED static struct othello_position random_position(struct rng *rng, int size, int empties)
{
    struct othello_position position;
    othello_clear(&position, size);
    while (othello_empties(&position) > empties) {
        struct move_list list = {.count = 0};
        othello_legal_moves(&position, &list);
        if (list.count == 0) {
            break;
        }
        othello_play(&position, list.moves[rng_below(rng, (uint64_t)list.count)]);
    }
    return position;
}

#endif
