/* SPDX-License-Identifier: MIT */
/* All parameters of Ataxx's search, one per line: `#define NAME value`, its unit, its meaning. The
 * steps are those of src/search/node_selective.h. No move is noisy here, so the parameters of
 * captures have no effect. */
#ifndef ATAXX_SEARCH_PARAMS_H
#define ATAXX_SEARCH_PARAMS_H

/* Step 1, check extension. */
#define SEARCH_CHECK_EXTENSION_MAX_DEPTH MAX_PLY /* plies: every check */

/* Step 5, internal iterative reduction. */
#define SEARCH_IIR_MIN_DEPTH 4 /* plies */

/* Step 7, reverse futility. */
#define SEARCH_REVERSE_FUTILITY_MARGIN    35 /* centipawns per ply of depth */
#define SEARCH_REVERSE_FUTILITY_MAX_DEPTH 7  /* plies */

/* Step 8, razoring: off. */
#define SEARCH_RAZORING_MARGIN    0
#define SEARCH_RAZORING_MAX_DEPTH 0

/* Step 9, null move. */
#define SEARCH_NULL_MIN_DEPTH     3   /* plies */
#define SEARCH_NULL_REDUCTION     192 /* 1/100 ply */
#define SEARCH_NULL_DEPTH_PERCENT 25  /* 1/100 ply per ply of depth */
#define SEARCH_NULL_EVAL_STEP     300 /* centipawns over beta for one more ply of reduction */
#define SEARCH_NULL_EVAL_MAX      3   /* maximum plies of reduction from the evaluation */

/* Step 10, probcut: off, without noisy moves. */
#define SEARCH_PROBCUT_MARGIN    0
#define SEARCH_PROBCUT_MIN_DEPTH MAX_PLY
#define SEARCH_PROBCUT_REDUCTION 0

/* From this depth on, steps 12 to 15 apply to the principal variation too. */
#define SEARCH_PV_PRUNING_MIN_DEPTH MAX_PLY /* plies: off */

/* Step 12, move-count pruning: after BASE + FACTOR * depth * depth moves. */
#define SEARCH_MOVE_COUNT_BASE      401 /* 1/100 move */
#define SEARCH_MOVE_COUNT_FACTOR    118 /* 1/100 move per ply squared */
#define SEARCH_MOVE_COUNT_MAX_DEPTH 7   /* plies */

/* Step 13, futility. */
#define SEARCH_FUTILITY_MARGIN    203 /* centipawns per ply of depth */
#define SEARCH_FUTILITY_MAX_DEPTH 6   /* plies */

/* Step 14, history pruning. */
#define SEARCH_HISTORY_PRUNING_MARGIN    4000 /* points of history per ply of depth */
#define SEARCH_HISTORY_PRUNING_MAX_DEPTH 4    /* plies */

/* Step 15, pruning by static exchange evaluation: off. */
#define SEARCH_SEE_QUIET_MARGIN 0
#define SEARCH_SEE_NOISY_MARGIN 0
#define SEARCH_SEE_MAX_DEPTH    0

/* Step 16, singular extension. */
#define SEARCH_SINGULAR_MIN_DEPTH      6   /* plies */
#define SEARCH_SINGULAR_TT_PLIES       3   /* plies that the table's entry may be shallower */
#define SEARCH_SINGULAR_MARGIN         149 /* 1/100 centipawn per ply of depth */
#define SEARCH_SINGULAR_DOUBLE_MARGIN  28  /* centipawns, for two plies instead of one */
#define SEARCH_SINGULAR_TRIPLE_MARGIN  60  /* centipawns, for three plies */
#define SEARCH_SINGULAR_CUT_NODE       0   /* plies less where a cut-off is expected */
#define SEARCH_SINGULAR_MAX_EXTENSIONS 16  /* plies on the way from the root */

/* Step 17, late move reduction. */
#define SEARCH_LMR_MIN_DEPTH     2   /* plies */
#define SEARCH_LMR_FULL_MOVES    2   /* moves that are searched in full */
#define SEARCH_LMR_BASE          52  /* 1/100 ply */
#define SEARCH_LMR_LOG           27  /* 1/100 ply per log2(depth) * log2(move number) */
#define SEARCH_LMR_PV            123 /* 1/100 ply less on the principal variation */
#define SEARCH_LMR_HISTORY       86  /* 1/100 ply less for a history of HISTORY_LIMIT points */
#define SEARCH_LMR_NOT_IMPROVING 60  /* 1/100 ply more */
#define SEARCH_LMR_CUT_NODE      64  /* 1/100 ply more */

/* Quiescence search: none, without noisy moves. */
#define SEARCH_DELTA_MARGIN 0

/* Histories. */
#define SEARCH_HISTORY_BONUS     19   /* points per ply squared */
#define SEARCH_HISTORY_BONUS_MAX 1600 /* points */

/* Points in the move order besides the history. */
#define ORDER_CAPTURE 2868 /* points for a piece captured */
#define ORDER_SINGLE  4519 /* points for a piece that grows */

/* Null move: with fewer empty squares, a pass may be better than every move. */
#define NULL_MIN_EMPTY 8 /* squares */

/* A win that is not a mate. */
#define SCORE_WON 20000 /* centipawns, less a centipawn for each ply */

/* Aspiration windows. */
#define SEARCH_ASPIRATION_WINDOW    30   /* centipawns */
#define SEARCH_ASPIRATION_MIN_DEPTH 5    /* plies */
#define SEARCH_ASPIRATION_GROWTH    3    /* times */
#define SEARCH_ASPIRATION_MAX       1000 /* centipawns */

/* A mate counts as the shortest this many plies beyond its length. */
#define SEARCH_MATE_EXTRA_DEPTH 8 /* plies */

#ifdef SEARCH_TUNED
#include SEARCH_TUNED /* variables instead of constants: tools/tune/fit/spsa.c */
#endif

#endif
