/* SPDX-License-Identifier: MIT */
/* The layers behind the features of a position, compiled for one game: features -> hidden units ->
 * one number.
 *
 * Each of two perspectives of the board has NETWORK_FEATURES features. A hidden unit is the
 * weighted sum of all features and a bias, clipped to 0 .. 1. The output is the weighted sum of the
 * hidden units and a bias. All arithmetic uses integers, so the score is the same on every machine.
 *
 * A game's network.h includes this file after it has defined these parameters:
 *   NETWORK_FEATURES       numbers of a perspective
 *   NETWORK_HIDDEN         number of hidden units
 *   NETWORK_ONE_FEATURE    the integer that represents 1.0 in a feature
 *   NETWORK_ONE_HIDDEN     in the hidden units and their weights
 *   NETWORK_ONE_OUTPUT     and in the weights of the output
 *   NETWORK_FEATURE_MAX    the largest feature, as an integer
 *   NETWORK_HIDDEN_LIMIT   the largest weight of a hidden unit
 *   NETWORK_OUTPUT_LIMIT   the largest weight of the output
 *   NETWORK_UNIT           the output 1.0 in centipawns */
#include "simd_rows.h"

#if !defined NETWORK_FEATURES || !defined NETWORK_HIDDEN
#error "layers.h: NETWORK_FEATURES or NETWORK_HIDDEN is not defined"
#endif
#if !defined NETWORK_ONE_FEATURE || !defined NETWORK_ONE_HIDDEN || !defined NETWORK_ONE_OUTPUT ||  \
    !defined NETWORK_FEATURE_MAX || !defined NETWORK_HIDDEN_LIMIT ||                               \
    !defined NETWORK_OUTPUT_LIMIT || !defined NETWORK_UNIT
#error "layers.h: a unit or limit of the weights is not defined"
#endif

/* One thirty-second of the range is left for the bias. */
_Static_assert(INT64_C(2) * NETWORK_FEATURES * (int64_t)NETWORK_FEATURE_MAX * NETWORK_HIDDEN_LIMIT <
                   INT32_MAX - INT32_MAX / 32,
               "a hidden unit's sum must fit 32 bits");
_Static_assert(INT64_C(1) * NETWORK_HIDDEN * NETWORK_ONE_HIDDEN * (int64_t)NETWORK_OUTPUT_LIMIT <
                   INT32_MAX / 2,
               "the output's sum must fit 32 bits");
_Static_assert(NETWORK_FEATURE_MAX <= INT16_MAX, "a feature must fit 16 bits");
_Static_assert(NETWORK_FEATURES % SIMD_ROW_LANES == 0, "a row is made of whole registers");

/* Centipawns for the side to move, from its perspective's features and those of the other side. */
INLINE int layers_evaluate(const int16_t mover[NETWORK_FEATURES],
                           const int16_t other[NETWORK_FEATURES],
                           const int16_t hidden[NETWORK_HIDDEN][2][NETWORK_FEATURES],
                           const int32_t hidden_bias[NETWORK_HIDDEN],
                           const int16_t output[NETWORK_HIDDEN], int32_t output_bias)
{
    int32_t total = output_bias;
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        simd_sums_t sums = {0};
        for (int i = 0; i < NETWORK_FEATURES; i += SIMD_ROW_LANES) {
            sums += simd_row_dot(simd_row_load(mover + i), simd_row_load(hidden[unit][0] + i)) +
                    simd_row_dot(simd_row_load(other + i), simd_row_load(hidden[unit][1] + i));
        }
        int32_t active = hidden_bias[unit] + simd_sums_total(sums);
        active = active < 0 ? 0 : active / NETWORK_ONE_FEATURE;
        active = active > NETWORK_ONE_HIDDEN ? NETWORK_ONE_HIDDEN : active;
        total += active * output[unit];
    }
    return (int)((int64_t)total * NETWORK_UNIT / NETWORK_ONE_HIDDEN / NETWORK_ONE_OUTPUT);
}
