/* SPDX-License-Identifier: MIT */
/* The shared search, compiled for nim. */
#include "params_plain.h"
#include "position.h"

#define GAME                nim
#define SEARCH_NODE         "node_plain.h"
#define SEARCH_HISTORY_SIZE (1 + NIM_PILES * NIM_TAKE)
#define SEARCH_PLIES_LEFT   1

/* A random evaluation, so that the search's move order is as bad as possible. */
score_t nim_evaluate(const struct nim_position *position)
{
    return (score_t)(nim_key(position) % 201) - 100;
}

INLINE int nim_plies_left(const struct nim_position *position)
{
    return position->piles[0] + position->piles[1] + position->piles[2];
}

#include "search_template.h"
