/* SPDX-License-Identifier: MIT */
/* Functions that generate Connect Four's child nodes with vectors of one width. */
#ifndef TESTS_CONNECT4_LANES_H
#define TESTS_CONNECT4_LANES_H

#include "connect4/solver/children.h"
#include "connect4/solver/solver_node.h"

typedef void lanes_expand_t(struct connect4_children *children,
                            const struct connect4_solver_node *node, int alpha);
typedef bool lanes_wins_in_two_t(const struct connect4_solver_node *node);

/* By the number of lanes, without the instructions of any level, and by level with its
 * instructions. */
lanes_expand_t lanes_expand_1, lanes_expand_2, lanes_expand_4, lanes_expand_8;
lanes_expand_t lanes_expand_v2, lanes_expand_v3, lanes_expand_v4;
lanes_wins_in_two_t lanes_wins_in_two_1, lanes_wins_in_two_2, lanes_wins_in_two_4,
    lanes_wins_in_two_8;
lanes_wins_in_two_t lanes_wins_in_two_v2, lanes_wins_in_two_v3, lanes_wins_in_two_v4;

#endif
