/* SPDX-License-Identifier: MIT */
#include "network.h"

#include <string.h>

#include "simd_rows.h"

#define FEATURES ATAXX_FEATURES

_Static_assert((ATAXX_BLOCKS + ATAXX_SQUARES + 1) * ATAXX_ROW_LIMIT <= INT16_MAX,
               "a perspective's sums must fit 16 bits");
_Static_assert(INT64_C(2) * ATAXX_FEATURES * ATAXX_ONE_FEATURE * ATAXX_HIDDEN_LIMIT < INT32_MAX / 2,
               "a hidden unit's sum must fit 32 bits");
_Static_assert(FEATURES % SIMD_ROW_LANES == 0, "a row is made of whole registers");

/* Four squares, one bit each, converted to base-3 digits: 0 or 1. */
static const uint8_t digits[16] = {0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39, 40};

/* The four squares of a block of a set. */
INLINE uint8_t block_digits(bitboard_t set, int corner)
{
    const bitboard_t block = set >> corner;
    return digits[(block & 3) | (block >> (ATAXX_STRIDE - 2) & 12)];
}

void ataxx_find_patterns(const struct ataxx_position *position, struct ataxx_patterns *patterns)
{
    const bitboard_t own = position->pieces[position->side];
    const bitboard_t other = position->pieces[position->side ^ 1];
    for (int rank = 0, block = 0; rank < ATAXX_SIZE - 1; rank++) {
        for (int file = 0; file < ATAXX_SIZE - 1; file++, block++) {
            const int corner = ataxx_place(file, rank);
            const int mine = block_digits(own, corner), theirs = block_digits(other, corner);
            patterns->number[0][block] = (uint8_t)(mine + 2 * theirs);
            patterns->number[1][block] = (uint8_t)(theirs + 2 * mine);
        }
    }
}

/* Starts the sums of both perspectives with the bias and the blocked squares. */
static void begin_sums(const struct ataxx_network *network, bitboard_t blocked,
                       int16_t sums[FEATURES])
{
    memcpy(sums, network->row_bias, sizeof network->row_bias);
    while (blocked) {
        const int place = bit_pop(&blocked);
        const int square = place / ATAXX_STRIDE * ATAXX_SIZE + place % ATAXX_STRIDE;
        for (int i = 0; i < FEATURES; i++) {
            sums[i] = (int16_t)(sums[i] + network->blocked[square][i]);
        }
    }
}

/* The features of a perspective, from the sums that begin_sums has started. */
INLINE void activate(const struct ataxx_network *network, const uint8_t number[ATAXX_BLOCKS],
                     const int16_t begin[FEATURES], int16_t features[FEATURES])
{
    simd_row_t sums[FEATURES / SIMD_ROW_LANES];
    for (int i = 0; i < FEATURES; i += SIMD_ROW_LANES) {
        sums[i / SIMD_ROW_LANES] = simd_row_load(begin + i);
    }
    for (int block = 0; block < ATAXX_BLOCKS; block++) {
        const int16_t *row = network->rows[block][number[block]];
        for (int i = 0; i < FEATURES; i += SIMD_ROW_LANES) {
            sums[i / SIMD_ROW_LANES] += simd_row_load(row + i);
        }
    }
    for (int i = 0; i < FEATURES; i += SIMD_ROW_LANES) {
        simd_row_store(features + i, simd_row_clamp(sums[i / SIMD_ROW_LANES], ATAXX_ONE_FEATURE));
    }
}

/* A hidden unit's sum of both perspectives' features. */
INLINE int32_t weigh(const int16_t *features, const int16_t *weights)
{
    simd_sums_t totals = {0};
    for (int i = 0; i < 2 * FEATURES; i += SIMD_ROW_LANES) {
        totals += simd_row_dot(simd_row_load(features + i), simd_row_load(weights + i));
    }
    return simd_sums_total(totals);
}

score_t ataxx_network_evaluate(const struct ataxx_network *network,
                               const struct ataxx_position *position)
{
    struct ataxx_patterns patterns;
    int16_t begin[FEATURES], features[2][FEATURES];
    ataxx_find_patterns(position, &patterns);
    begin_sums(network, position->blocked, begin);
    for (int perspective = 0; perspective < 2; perspective++) {
        activate(network, patterns.number[perspective], begin, features[perspective]);
    }
    int32_t output = network->output_bias;
    for (int unit = 0; unit < ATAXX_HIDDEN; unit++) {
        int32_t active =
            network->hidden_bias[unit] + weigh(&features[0][0], &network->hidden[unit][0][0]);
        active = active < 0 ? 0 : active / ATAXX_ONE_FEATURE;
        active = active > ATAXX_ONE_HIDDEN ? ATAXX_ONE_HIDDEN : active;
        output += active * network->output[unit];
    }
    return (score_t)((int64_t)output * ATAXX_NETWORK_UNIT / ATAXX_ONE_HIDDEN / ATAXX_ONE_OUTPUT);
}
