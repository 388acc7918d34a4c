/* SPDX-License-Identifier: MIT */
/* The numbers of the search for games with the plain node: they are shared on purpose, because an
 * exact search has nothing to tune except its speed. A game's search.c includes this file, or its
 * own search_params.h with the same numbers and those of its node. */
#ifndef SEARCH_PARAMS_PLAIN_H
#define SEARCH_PARAMS_PLAIN_H

/* Points that a cut-off adds to a history, per depth squared (plies), and at most. */
#define SEARCH_HISTORY_BONUS     16
#define SEARCH_HISTORY_BONUS_MAX 1600

/* Aspiration windows: half of the first one, in centipawns, and the first iteration that has one,
 * in plies. When a score falls outside, the window is multiplied by GROWTH, and opened whole beyond
 * MAX centipawns. */
#define SEARCH_ASPIRATION_WINDOW    24
#define SEARCH_ASPIRATION_MIN_DEPTH 5
#define SEARCH_ASPIRATION_GROWTH    3
#define SEARCH_ASPIRATION_MAX       1000

/* Plies beyond its length after which a mate counts as the shortest. Here a mate found is exact. */
#define SEARCH_MATE_EXTRA_DEPTH 0

#endif
