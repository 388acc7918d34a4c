/* SPDX-License-Identifier: MIT */
#include "network.h"

#include "simd_rows.h"

_Static_assert(GOMOKU_ONE_FEATURE *GOMOKU_MAX_SIZE *GOMOKU_MAX_SIZE <= INT16_MAX,
               "a perspective must fit 16 bits");
_Static_assert((int64_t)GOMOKU_ONE_FEATURE *GOMOKU_MAX_SIZE *GOMOKU_MAX_SIZE *GOMOKU_COLOURS
                       *GOMOKU_FEATURES *GOMOKU_HIDDEN_LIMIT < INT32_MAX - INT32_MAX / 32,
               "a hidden unit's sum must fit 32 bits");

_Static_assert(GOMOKU_FEATURES % SIMD_ROW_LANES == 0, "a row is made of whole registers");

/* The features of a square from `i` on. */
INLINE simd_row_t features(const int16_t *own, const int16_t *other, int i)
{
    return simd_row_clamp(simd_row_load(own + i) + simd_row_load(other + i), GOMOKU_ONE_FEATURE);
}

/* Adds a square's features to both perspectives `times` times: 1 or -1. */
INLINE void update_accumulator(struct gomoku_accumulator *accumulator,
                               const uint16_t code[GOMOKU_COLOURS], const int times)
{
    for (int perspective = BLACK; perspective <= WHITE; perspective++) {
        const int16_t *restrict own = gomoku_network.own[code[perspective]];
        const int16_t *restrict other = gomoku_network.other[code[1 - perspective]];
        int16_t *restrict sums = accumulator->sums[perspective];
        for (int i = 0; i < GOMOKU_FEATURES; i += SIMD_ROW_LANES) {
            simd_row_t change = features(own, other, i), before = simd_row_load(sums + i);
            simd_row_store(sums + i, times > 0 ? before + change : before - change);
        }
    }
}

void gomoku_network_add(struct gomoku_accumulator *accumulator, const uint16_t code[GOMOKU_COLOURS])
{
    update_accumulator(accumulator, code, 1);
}

void gomoku_network_subtract(struct gomoku_accumulator *accumulator,
                             const uint16_t code[GOMOKU_COLOURS])
{
    update_accumulator(accumulator, code, -1);
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
