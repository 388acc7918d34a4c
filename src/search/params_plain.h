/* SPDX-License-Identifier: MIT */
/* The numbers of the search for games with the plain node: they are shared on purpose, because an
 * exact search has nothing to tune except its speed. A game's search.c includes this file instead
 * of its own search_params.h. search_template.h documents each number. */
#ifndef SEARCH_PARAMS_PLAIN_H
#define SEARCH_PARAMS_PLAIN_H

#define SEARCH_HISTORY_BONUS        16   /* points per depth squared, in plies */
#define SEARCH_HISTORY_BONUS_MAX    1600 /* points */
#define SEARCH_ASPIRATION_WINDOW    24   /* centipawns */
#define SEARCH_ASPIRATION_MIN_DEPTH 5    /* plies */
#define SEARCH_ASPIRATION_GROWTH    3    /* times */
#define SEARCH_ASPIRATION_MAX       1000 /* centipawns */
#define SEARCH_TIME_UNSTABLE        140  /* percent of the soft deadline */
#define SEARCH_TIME_STABILITY_STEP  15   /* percent per iteration */
#define SEARCH_TIME_MIN             50   /* percent */
#define SEARCH_TIME_FALL_MAX        60   /* percent, and centipawns */
#define SEARCH_MATE_EXTRA_DEPTH     0    /* plies: a mate found is exact */

#endif
