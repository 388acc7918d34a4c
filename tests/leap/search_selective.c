/* SPDX-License-Identifier: MIT */
/* The selective node, compiled for leap with every step on. The constants are guesses in the units
 * of chess's search_params.h; they only have to make each step happen in a game where a side may
 * move twice. */
#define SEARCH_CHECK_EXTENSION_MAX_DEPTH  3
#define SEARCH_IIR_MIN_DEPTH              3
#define SEARCH_REVERSE_FUTILITY_MARGIN    60
#define SEARCH_REVERSE_FUTILITY_MAX_DEPTH 3
#define SEARCH_RAZORING_MARGIN            150
#define SEARCH_RAZORING_MAX_DEPTH         2
#define SEARCH_NULL_MIN_DEPTH             3
#define SEARCH_NULL_REDUCTION             100
#define SEARCH_NULL_DEPTH_PERCENT         20
#define SEARCH_NULL_EVAL_STEP             200
#define SEARCH_NULL_EVAL_MAX              1
#define SEARCH_PROBCUT_MARGIN             80
#define SEARCH_PROBCUT_MIN_DEPTH          3
#define SEARCH_PROBCUT_REDUCTION          1
#define SEARCH_PV_PRUNING_MIN_DEPTH       2
#define SEARCH_MOVE_COUNT_BASE            600
#define SEARCH_MOVE_COUNT_FACTOR          100
#define SEARCH_MOVE_COUNT_MAX_DEPTH       3
#define SEARCH_FUTILITY_MARGIN            90
#define SEARCH_FUTILITY_MAX_DEPTH         2
#define SEARCH_HISTORY_PRUNING_MARGIN     4000
#define SEARCH_HISTORY_PRUNING_MAX_DEPTH  2
#define SEARCH_SEE_QUIET_MARGIN           50
#define SEARCH_SEE_NOISY_MARGIN           100
#define SEARCH_SEE_MAX_DEPTH              3
#define SEARCH_SINGULAR_MIN_DEPTH         4
#define SEARCH_SINGULAR_TT_PLIES          3
#define SEARCH_SINGULAR_MARGIN            100
#define SEARCH_SINGULAR_DOUBLE_MARGIN     30
#define SEARCH_SINGULAR_TRIPLE_MARGIN     60
#define SEARCH_SINGULAR_CUT_NODE          1
#define SEARCH_SINGULAR_MAX_EXTENSIONS    4
#define SEARCH_LMR_MIN_DEPTH              3
#define SEARCH_LMR_FULL_MOVES             3
#define SEARCH_LMR_BASE                   50
#define SEARCH_LMR_LOG                    25
#define SEARCH_LMR_PV                     100
#define SEARCH_LMR_HISTORY                80
#define SEARCH_LMR_NOT_IMPROVING          50
#define SEARCH_LMR_CUT_NODE               50
#define SEARCH_DELTA_MARGIN               120

#define SEARCH_HISTORY_BONUS        16
#define SEARCH_HISTORY_BONUS_MAX    1600
#define SEARCH_ASPIRATION_WINDOW    30
#define SEARCH_ASPIRATION_MIN_DEPTH 3
#define SEARCH_ASPIRATION_GROWTH    3
#define SEARCH_ASPIRATION_MAX       1000
#define SEARCH_MATE_EXTRA_DEPTH     0

#define SEARCH_METHOD leap_selective_search

#define SEARCH_CONTINUATION          (LEAP_SQUARES + 1)
#define SEARCH_NOISY_HISTORY         (LEAP_SQUARES + 1)
#define SEARCH_NOISY_HISTORY_DIVISOR 32
#define SEARCH_CORRECTIONS           1
#define SEARCH_CORRECTION_PERCENT    50
#define SEARCH_CORRECTION_MAX        50
#define SEARCH_CORRECTION_INERTIA    256

#define SEARCH_NODE "node_selective.h"

#include "search_functions.h"

/* The index is the square on which a move ends; a pass has none. */
INLINE int leap_continuation_index(const struct leap_position *position, move_t move)
{
    struct leap_path path;
    leap_follow(position, move, &path);
    return path.length == 0 ? LEAP_SQUARES : path.squares[path.length - 1];
}

INLINE int leap_noisy_index(const struct leap_position *position, move_t move)
{
    return leap_continuation_index(position, move);
}

INLINE uint64_t leap_correction_key(const struct leap_position *position, int feature)
{
    (void)feature;
    return rng_mix(position->stones[0]);
}

#include "search_noisy.h"
#include "search_template.h"
