/* SPDX-License-Identifier: MIT */
/* The shared search, compiled for nim. */
#include "params_plain.h"
#include "position.h"

#define GAME                nim
#define SEARCH_NODE         "node_plain.h"
#define SEARCH_HISTORY_SIZE (1 + NIM_PILES * NIM_TAKE)
#define SEARCH_PLIES_LEFT   1

INLINE int nim_plies_left(const struct nim_position *position)
{
    return position->piles[0] + position->piles[1] + position->piles[2];
}

#include "search_template.h"
