/* SPDX-License-Identifier: MIT */
/* All parameters of Othello's search, one per line: `#define NAME value`, its unit, its meaning. */
#ifndef OTHELLO_SEARCH_PARAMS_H
#define OTHELLO_SEARCH_PARAMS_H

/* ProbCut: a search of fewer plies predicts that the score is outside the window. */
#define PROBCUT_MIN_DEPTH 3  /* plies */
#define PROBCUT_PERCENT   80 /* margin, in percent of the standard deviation of the prediction */

/* Late move reduction: the first search of moves that leave many replies is reduced. */
#define LMR_PLIES      2 /* plies, an even number: odd and even depths have different scores */
#define LMR_MIN_DEPTH  3 /* plies */
#define LMR_FULL_MOVES 3 /* moves that are searched in full */

/* Internal iterative reduction. */
#define IIR_MIN_DEPTH 5 /* plies */

/* Points in the move order. */
#define ORDER_REPLY                1000 /* minus this for each reply that the opponent has */
#define ORDER_CORNER_REPLY         2500 /* minus this for each reply that is a corner */
#define ORDER_CORNER               6000 /* a corner */
#define ORDER_EVALUATION           15   /* for each centipawn of the evaluation after the move... */
#define ORDER_EVALUATION_MIN_DEPTH 4    /* ... from this depth on, in plies */
#define ORDER_HISTORY_MAX_DEPTH    1    /* up to this depth, in plies, history alone counts */

/* The exact endgame begins when the search depth is at most SOLVE_PLIES below the number of empty
 * squares; with more than SOLVE_SURE of them, when it is SOLVE_PLIES_BEYOND above, unless the
 * requested depth reaches the end. */
#define SOLVE_PLIES        9
#define SOLVE_SURE         22 /* empty squares */
#define SOLVE_PLIES_BEYOND 1
#define SOLVE_EMPTIES      29 /* maximum, unless the requested depth reaches the end */
#define SOLVE_AT_ONCE      13 /* up to this number of empty squares, without ProbCut before */

/* The solver's part of the table. */
#define SOLVE_TABLE_PERCENT 75 /* percent, at most 100, by hand */

/* Histories. */
#define SEARCH_HISTORY_BONUS     16   /* points per ply squared */
#define SEARCH_HISTORY_BONUS_MAX 1600 /* points */

/* Aspiration windows. */
#define SEARCH_ASPIRATION_WINDOW    150  /* centipawns */
#define SEARCH_ASPIRATION_MIN_DEPTH 4    /* plies */
#define SEARCH_ASPIRATION_GROWTH    3    /* times */
#define SEARCH_ASPIRATION_MAX       2000 /* centipawns */

/* A mate counts as the shortest this many plies beyond its length. */
#define SEARCH_MATE_EXTRA_DEPTH 0 /* plies */

#ifdef SEARCH_TUNED
#include SEARCH_TUNED /* variables instead of constants: tools/tune/fit/spsa.c */
#endif

#endif
