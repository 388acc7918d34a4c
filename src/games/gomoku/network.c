/* SPDX-License-Identifier: MIT */
#include "network.h"

#include "simd_rows.h"

_Static_assert(GOMOKU_ONE_FEATURE *GOMOKU_MAX_SIZE *GOMOKU_MAX_SIZE <= INT16_MAX,
               "a perspective must fit 16 bits");
_Static_assert((int64_t)GOMOKU_ONE_FEATURE *GOMOKU_MAX_SIZE *GOMOKU_MAX_SIZE *GOMOKU_COLOURS
                       *GOMOKU_FEATURES *GOMOKU_HIDDEN_LIMIT < INT32_MAX - INT32_MAX / 32,
               "a hidden unit's sum must fit 32 bits");

_Static_assert(GOMOKU_FEATURES % SIMD_ROW_LANES == 0, "a row is made of whole registers");

/* A register of the features of a square in a perspective, starting with feature `i`. */
INLINE simd_row_t features(const uint16_t code[GOMOKU_COLOURS], int perspective, int i)
{
    const int16_t *own = gomoku_network.own[code[perspective]];
    const int16_t *other = gomoku_network.other[code[1 - perspective]];
    return simd_row_clamp(simd_row_load(own + i) + simd_row_load(other + i), GOMOKU_ONE_FEATURE);
}

/* The sums of a perspective stay in registers during the loop. */
void gomoku_network_update(struct gomoku_accumulator *to, const struct gomoku_accumulator *from,
                           const struct gomoku_recoding *squares, int count)
{
    for (int perspective = BLACK; perspective <= WHITE; perspective++) {
        simd_row_t sums[GOMOKU_FEATURES / SIMD_ROW_LANES];
        for (int i = 0; i < GOMOKU_FEATURES; i += SIMD_ROW_LANES) {
            sums[i / SIMD_ROW_LANES] = simd_row_load(from->sums[perspective] + i);
        }
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < GOMOKU_FEATURES; i += SIMD_ROW_LANES) {
                sums[i / SIMD_ROW_LANES] += features(squares[k].now, perspective, i) -
                                            features(squares[k].before, perspective, i);
            }
        }
        for (int i = 0; i < GOMOKU_FEATURES; i += SIMD_ROW_LANES) {
            simd_row_store(to->sums[perspective] + i, sums[i / SIMD_ROW_LANES]);
        }
    }
}

INLINE int32_t weigh(const int16_t *restrict sums, const int16_t *restrict weights)
{
    simd_sums_t totals = {0};
    for (int i = 0; i < GOMOKU_FEATURES; i += SIMD_ROW_LANES) {
        totals += simd_row_dot(simd_row_load(sums + i), simd_row_load(weights + i));
    }
    return simd_sums_total(totals);
}

score_t gomoku_network_evaluate(const struct gomoku_accumulator *accumulator,
                                enum gomoku_stage stage, enum gomoku_rule rule,
                                enum gomoku_colour mover)
{
    int32_t output = gomoku_network.output_bias[stage][rule];
    for (int unit = 0; unit < GOMOKU_HIDDEN; unit++) {
        int32_t active = gomoku_network.hidden_bias[stage][rule][unit] +
                         weigh(accumulator->sums[mover], gomoku_network.hidden[stage][unit][0]) +
                         weigh(accumulator->sums[1 - mover], gomoku_network.hidden[stage][unit][1]);
        active = active < 0 ? 0 : active / GOMOKU_ONE_FEATURE;
        active = active > GOMOKU_ONE_HIDDEN ? GOMOKU_ONE_HIDDEN : active;
        output += active * gomoku_network.output[stage][unit];
    }
    return (score_t)((int64_t)output * GOMOKU_NETWORK_UNIT / GOMOKU_ONE_HIDDEN / GOMOKU_ONE_OUTPUT);
}
