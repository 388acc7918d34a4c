/* SPDX-License-Identifier: MIT */
/* All parameters of the chess search, one per line: `#define NAME value`, its unit, its meaning.
 * They were tuned together in games of the engine against itself (Spall, "Multivariate stochastic
 * approximation using a simultaneous perturbation gradient approximation", IEEE Transactions on
 * Automatic Control 37/3, 1992), except those marked "by hand". tests/bench/CHESS.md has the
 * matches. The steps are those of src/search/node_selective.h. */
#ifndef CHESS_SEARCH_PARAMS_H
#define CHESS_SEARCH_PARAMS_H

/* Step 1, check extension. */
#define SEARCH_CHECK_EXTENSION_MAX_DEPTH 0 /* plies, by hand: only at the horizon */

/* Step 5, internal iterative reduction. */
#define SEARCH_IIR_MIN_DEPTH 4 /* plies, by hand */

/* Step 7, reverse futility. */
#define SEARCH_REVERSE_FUTILITY_MARGIN    66 /* centipawns per ply of depth */
#define SEARCH_REVERSE_FUTILITY_MAX_DEPTH 5  /* plies */

/* Step 8, razoring. */
#define SEARCH_RAZORING_MARGIN    267 /* centipawns per ply of depth */
#define SEARCH_RAZORING_MAX_DEPTH 4   /* plies */

/* Step 9, null move. */
#define SEARCH_NULL_MIN_DEPTH     3   /* plies, by hand */
#define SEARCH_NULL_REDUCTION     333 /* 1/100 ply */
#define SEARCH_NULL_DEPTH_PERCENT 34  /* 1/100 ply of additional reduction per ply of depth */
#define SEARCH_NULL_EVAL_STEP     248 /* centipawns over beta for one more ply of reduction */
#define SEARCH_NULL_EVAL_MAX      3   /* maximum plies of reduction from the evaluation, by hand */

/* Step 10, probcut. */
#define SEARCH_PROBCUT_MARGIN    183 /* centipawns over beta */
#define SEARCH_PROBCUT_MIN_DEPTH 5   /* plies, by hand */
#define SEARCH_PROBCUT_REDUCTION 3   /* plies, by hand */

/* From this depth on, steps 12 to 15 apply to the principal variation too. At depth 1 the replies
 * are the only information about a move. */
#define SEARCH_PV_PRUNING_MIN_DEPTH 2 /* plies, by hand */

/* Step 12, move-count pruning: after BASE + FACTOR * depth * depth quiet moves. */
#define SEARCH_MOVE_COUNT_BASE      486 /* 1/100 move */
#define SEARCH_MOVE_COUNT_FACTOR    83  /* 1/100 move per ply squared */
#define SEARCH_MOVE_COUNT_MAX_DEPTH 7   /* plies */

/* Step 13, futility. */
#define SEARCH_FUTILITY_MARGIN    61 /* centipawns per ply of depth */
#define SEARCH_FUTILITY_MAX_DEPTH 8  /* plies */

/* Step 14, history pruning. */
#define SEARCH_HISTORY_PRUNING_MARGIN    3475 /* points of history per ply of depth */
#define SEARCH_HISTORY_PRUNING_MAX_DEPTH 5    /* plies */

/* Step 15, pruning by static exchange evaluation. */
#define SEARCH_SEE_QUIET_MARGIN 36  /* centipawns per ply of depth */
#define SEARCH_SEE_NOISY_MARGIN 108 /* centipawns per ply of depth */
#define SEARCH_SEE_MAX_DEPTH    11  /* plies */

/* Step 16, singular extension. */
#define SEARCH_SINGULAR_MIN_DEPTH      6  /* plies */
#define SEARCH_SINGULAR_TT_PLIES       3  /* plies that the table's entry may be shallower */
#define SEARCH_SINGULAR_MARGIN         41 /* 1/100 centipawn per ply of depth */
#define SEARCH_SINGULAR_DOUBLE_MARGIN  14 /* centipawns, for two plies instead of one */
#define SEARCH_SINGULAR_TRIPLE_MARGIN  60 /* centipawns, for three plies, by hand */
#define SEARCH_SINGULAR_CUT_NODE       2  /* plies less where a cut-off is expected, by hand */
#define SEARCH_SINGULAR_MAX_EXTENSIONS 16 /* plies on the way from the root, by hand */

/* Step 17, late move reduction. */
#define SEARCH_LMR_MIN_DEPTH     3   /* plies */
#define SEARCH_LMR_FULL_MOVES    3   /* moves that are searched in full */
#define SEARCH_LMR_BASE          122 /* 1/100 ply */
#define SEARCH_LMR_LOG           25  /* 1/100 ply per log2(depth) * log2(move number) */
#define SEARCH_LMR_PV            153 /* 1/100 ply less on the principal variation */
#define SEARCH_LMR_HISTORY       86  /* 1/100 ply less for a history of HISTORY_LIMIT points */
#define SEARCH_LMR_NOT_IMPROVING 157 /* 1/100 ply more for a quiet move */
#define SEARCH_LMR_CUT_NODE      144 /* 1/100 ply more */

/* Quiescence search. */
#define SEARCH_DELTA_MARGIN 194 /* centipawns below alpha, for captures that win no material */

/* Histories. */
#define SEARCH_HISTORY_BONUS         16   /* points per ply squared, by hand */
#define SEARCH_HISTORY_BONUS_MAX     1600 /* points, by hand */
#define SEARCH_NOISY_HISTORY_DIVISOR 32   /* points for one centipawn of the victim, by hand */
#define SEARCH_CORRECTION_PERCENT    61   /* of the features' sum */
#define SEARCH_CORRECTION_MAX        96   /* centipawns, by hand */
#define SEARCH_CORRECTION_INERTIA    256  /* units of an update's weight, by hand */

/* The order of quiet moves. */
#define SEARCH_QUIET_ESCAPES_PAWN 4000 /* points, for a piece that a pawn attacks, by hand */
#define SEARCH_QUIET_MEETS_PAWN   6000 /* points less, where a pawn attacks the target, by hand */

/* Aspiration windows. */
#define SEARCH_ASPIRATION_WINDOW    19   /* centipawns */
#define SEARCH_ASPIRATION_MIN_DEPTH 5    /* plies, by hand */
#define SEARCH_ASPIRATION_GROWTH    3    /* times, by hand */
#define SEARCH_ASPIRATION_MAX       1000 /* centipawns, by hand */

/* A mate counts as the shortest this many plies beyond its length. */
#define SEARCH_MATE_EXTRA_DEPTH 8 /* plies, by hand */

#ifdef SEARCH_TUNED
#include SEARCH_TUNED /* variables instead of constants: tools/tune/fit/spsa.c */
#endif

#endif
