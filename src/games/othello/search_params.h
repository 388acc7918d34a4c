/* SPDX-License-Identifier: MIT */
/* All numbers of Othello's search, a line each: `#define NAME value`, its unit, its meaning. */
#ifndef OTHELLO_SEARCH_PARAMS_H
#define OTHELLO_SEARCH_PARAMS_H

/* ProbCut: a search of fewer plies tells that the score is surely outside the window. */
#define PROBCUT_MIN_DEPTH 4   /* plies */
#define PROBCUT_MARGIN    350 /* centipawns */
#define PROBCUT_STEP      15  /* centipawns more per ply of depth */

/* Late move reduction: moves that leave many replies are searched less deep at first. */
#define LMR_MIN_DEPTH  3 /* plies */
#define LMR_FULL_MOVES 3 /* moves that are searched in full */

/* Internal iterative reduction. */
#define IIR_MIN_DEPTH 5 /* plies */

/* Points in the order of moves. */
#define ORDER_REPLY        1000 /* less for each reply that the opponent has */
#define ORDER_CORNER_REPLY 2500 /* less for each of them that is a corner */
#define ORDER_CORNER       6000 /* a corner */

/* The exact endgame begins when the search has looked this number of plies less far than there are
 * empty squares, or SOLVE_MAX_DEPTH plies. */
#define SOLVE_PLIES     9
#define SOLVE_MAX_DEPTH 12
#define SOLVE_EMPTIES   29 /* at most, unless a depth is asked for that reaches the end */

/* The solver has this share of the table's memory. */
#define SOLVE_TABLE_PERCENT 75

/* Histories. */
#define SEARCH_HISTORY_BONUS     16   /* points per ply squared */
#define SEARCH_HISTORY_BONUS_MAX 1600 /* points */

/* Aspiration windows. */
#define SEARCH_ASPIRATION_WINDOW    150  /* centipawns */
#define SEARCH_ASPIRATION_MIN_DEPTH 4    /* plies */
#define SEARCH_ASPIRATION_GROWTH    3    /* times */
#define SEARCH_ASPIRATION_MAX       2000 /* centipawns */

/* Time. */
#define SEARCH_TIME_UNSTABLE       140 /* percent of the soft deadline */
#define SEARCH_TIME_STABILITY_STEP 15  /* percent less per iteration */
#define SEARCH_TIME_MIN            50  /* percent */
#define SEARCH_TIME_FALL_MAX       60  /* percent, one per centipawn */
#define SEARCH_MATE_EXTRA_DEPTH    0   /* plies */

#ifdef SEARCH_TUNED
#include SEARCH_TUNED /* variables in place of the numbers: tools/tune/spsa.c */
#endif

#endif
