/* SPDX-License-Identifier: MIT */
/* The shared search, specialised for trees with given values: the value of a finished game is its
 * leaf's. */
#include "params_plain.h"
#include "rules.h"
#include "skill.h"

#define GAME                tree
#define GAME_SKILL          TREE_SKILL
#define SEARCH_NODE         "node_plain.h"
#define SEARCH_HISTORY_SIZE (TREE_MAX_NODES + 1)
#define SEARCH_PLIES_LEFT   1
#define SEARCH_TERMINAL     1

static const struct skill tree_levels[] = {
    {0, 100, 400, 0},
    {19, 500, 20, 0},
};

INLINE bool tree_is_terminal(const struct tree_position *position, int ply UNUSED, score_t *score)
{
    *score = tree_evaluate(position);
    return tree_is_leaf(position);
}

/* A line of play visits nodes that come later in the order of the text. */
INLINE int tree_plies_left(const struct tree_position *position)
{
    const int below = position->nodes[position->at].size - 1;
    return below < TREE_MAX_DEPTH ? below : TREE_MAX_DEPTH;
}

#include "search_template.h"
