/* SPDX-License-Identifier: MIT */
/* All parameters of gomoku's search, one per line: `#define NAME value`, its unit, its meaning. */
#ifndef GOMOKU_SEARCH_PARAMS_H
#define GOMOKU_SEARCH_PARAMS_H

/* Reverse futility: the evaluation is this far above beta. */
#define REVERSE_FUTILITY_MARGIN    40 /* centipawns per ply of depth */
#define REVERSE_FUTILITY_MAX_DEPTH 9  /* plies */

/* Razoring: the evaluation is this far below alpha. */
#define RAZORING_MARGIN    65 /* centipawns per ply of depth */
#define RAZORING_MAX_DEPTH 5  /* plies */

/* Null move. */
#define NULL_MIN_DEPTH  3 /* plies */
#define NULL_REDUCTION  2 /* plies */
#define NULL_DEPTH_STEP 4 /* plies of depth for one more ply of reduction */

/* Move-count pruning: after BASE + FACTOR * depth * depth candidates. */
#define MOVE_COUNT_BASE      5 /* moves */
#define MOVE_COUNT_FACTOR    1 /* moves per ply squared */
#define MOVE_COUNT_MAX_DEPTH 8 /* plies */

/* Late move reduction in a node: ln(depth) * ln(move number) * SCALE / 100 plies. */
#define LMR_MIN_DEPTH    3    /* plies */
#define LMR_FULL_MOVES   3    /* moves that are searched in full */
#define LMR_SCALE        90   /* 1/100 ply */
#define LMR_THREE        2    /* plies less for a move that makes an open three */
#define LMR_HISTORY_STEP 8192 /* points of history for one ply less */

/* Late move reduction at the root: log2(depth) * log2(move number) / 2 plies, with logarithms
 * rounded down, minus one ply. */
#define ROOT_LMR_MIN_DEPTH    3    /* plies */
#define ROOT_LMR_FULL_MOVES   3    /* moves that are searched in full */
#define ROOT_LMR_HISTORY_STEP 8192 /* points of history for one ply less */

/* Internal iterative reduction. */
#define IIR_MIN_DEPTH 4 /* plies */

/* Searches by threats. */
#define VCF_NODES        12  /* nodes of a VCF search */
#define DEFENCE_PLIES    6   /* plies past the horizon in which open threes are answered */
#define UNANSWERED_THREE 250 /* centipawns lost with an open three that only fours can answer */

/* Histories. */
#define SEARCH_HISTORY_BONUS     16   /* points per ply squared */
#define SEARCH_HISTORY_BONUS_MAX 1600 /* points */
#define REPLY_BONUS              16   /* points per ply squared, for the history as a reply */
#define REPLY_BONUS_MAX          1600 /* points */

/* Aspiration windows. */
#define SEARCH_ASPIRATION_WINDOW    24   /* centipawns */
#define SEARCH_ASPIRATION_MIN_DEPTH 5    /* plies */
#define SEARCH_ASPIRATION_GROWTH    3    /* times */
#define SEARCH_ASPIRATION_MAX       1000 /* centipawns */

/* A mate counts as the shortest this many plies beyond its length. */
#define SEARCH_MATE_EXTRA_DEPTH 8 /* plies */

#ifdef SEARCH_TUNED
#include SEARCH_TUNED /* variables instead of constants: tools/tune/fit/spsa.c */
#endif

#endif
