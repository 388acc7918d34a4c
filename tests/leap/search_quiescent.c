/* SPDX-License-Identifier: MIT */
/* The selective node, compiled for leap with every step off except for quiescence search: its
 * scores are exactly those of minimax with a quiescence search at the leaves. */
#define SEARCH_CHECK_EXTENSION_MAX_DEPTH  0
#define SEARCH_IIR_MIN_DEPTH              MAX_PLY
#define SEARCH_REVERSE_FUTILITY_MARGIN    0
#define SEARCH_REVERSE_FUTILITY_MAX_DEPTH 0
#define SEARCH_RAZORING_MARGIN            0
#define SEARCH_RAZORING_MAX_DEPTH         0
#define SEARCH_NULL_MIN_DEPTH             MAX_PLY
#define SEARCH_NULL_REDUCTION             0
#define SEARCH_NULL_DEPTH_PERCENT         0
#define SEARCH_NULL_EVAL_STEP             1
#define SEARCH_NULL_EVAL_MAX              0
#define SEARCH_PROBCUT_MARGIN             0
#define SEARCH_PROBCUT_MIN_DEPTH          MAX_PLY
#define SEARCH_PROBCUT_REDUCTION          0
#define SEARCH_PV_PRUNING_MIN_DEPTH       MAX_PLY
#define SEARCH_MOVE_COUNT_BASE            0
#define SEARCH_MOVE_COUNT_FACTOR          0
#define SEARCH_MOVE_COUNT_MAX_DEPTH       0
#define SEARCH_FUTILITY_MARGIN            0
#define SEARCH_FUTILITY_MAX_DEPTH         0
#define SEARCH_HISTORY_PRUNING_MARGIN     0
#define SEARCH_HISTORY_PRUNING_MAX_DEPTH  0
#define SEARCH_SEE_QUIET_MARGIN           0
#define SEARCH_SEE_NOISY_MARGIN           0
#define SEARCH_SEE_MAX_DEPTH              0
#define SEARCH_SINGULAR_MIN_DEPTH         MAX_PLY
#define SEARCH_SINGULAR_TT_PLIES          0
#define SEARCH_SINGULAR_MARGIN            0
#define SEARCH_SINGULAR_DOUBLE_MARGIN     0
#define SEARCH_SINGULAR_TRIPLE_MARGIN     0
#define SEARCH_SINGULAR_CUT_NODE          0
#define SEARCH_SINGULAR_MAX_EXTENSIONS    0
#define SEARCH_LMR_MIN_DEPTH              MAX_PLY
#define SEARCH_LMR_FULL_MOVES             0
#define SEARCH_LMR_BASE                   0
#define SEARCH_LMR_LOG                    0
#define SEARCH_LMR_PV                     0
#define SEARCH_LMR_HISTORY                0
#define SEARCH_LMR_NOT_IMPROVING          0
#define SEARCH_LMR_CUT_NODE               0
#define SEARCH_DELTA_MARGIN               0

#define SEARCH_HISTORY_BONUS        16
#define SEARCH_HISTORY_BONUS_MAX    1600
#define SEARCH_ASPIRATION_WINDOW    30
#define SEARCH_ASPIRATION_MIN_DEPTH 3
#define SEARCH_ASPIRATION_GROWTH    3
#define SEARCH_ASPIRATION_MAX       1000
#define SEARCH_MATE_EXTRA_DEPTH     0

#define SEARCH_METHOD leap_quiescent_search

#define SEARCH_NODE "node_selective.h"

#include "search_functions.h"
#include "search_noisy.h"
#include "search_template.h"
