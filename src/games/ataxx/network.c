/* SPDX-License-Identifier: MIT */
#include "network.h"

#include <string.h>

_Static_assert((ATAXX_BLOCKS + ATAXX_SQUARES + 1) * ATAXX_ROW_LIMIT <= INT16_MAX,
               "a perspective's sums must fit 16 bits");
_Static_assert(INT64_C(2) * ATAXX_FEATURES * ATAXX_ONE_FEATURE * ATAXX_HIDDEN_LIMIT < INT32_MAX / 2,
               "a hidden unit's sum must fit 32 bits");

/* Four squares, a bit each, as digits in base 3: 0 or 1. */
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

/* Weights that are added at once, in a register of every processor (GCC, "Using Vector Instructions
 * through Built-in Functions"). */
typedef int16_t vector_t __attribute__((vector_size(16)));

#define VECTORS (ATAXX_FEATURES * (int)sizeof(int16_t) / (int)sizeof(vector_t))

INLINE void add_row(vector_t sums[VECTORS], const int16_t row[ATAXX_FEATURES])
{
    vector_t weights[VECTORS];
    memcpy(weights, row, sizeof weights);
    for (int i = 0; i < VECTORS; i++) {
        sums[i] += weights[i];
    }
}

/* What the bias and the blocked squares add to both perspectives. */
INLINE void begin_sums(const struct ataxx_network *network, bitboard_t blocked,
                       vector_t sums[VECTORS])
{
    memcpy(sums, network->row_bias, sizeof network->row_bias);
    while (blocked) {
        const int place = bit_pop(&blocked);
        const int square = place / ATAXX_STRIDE * ATAXX_SIZE + place % ATAXX_STRIDE;
        add_row(sums, network->blocked[square]);
    }
}

/* The features of a perspective, from where begin_sums has left its sums. */
INLINE void activate(const struct ataxx_network *network, const uint8_t number[ATAXX_BLOCKS],
                     const vector_t begin[VECTORS], int16_t features[ATAXX_FEATURES])
{
    vector_t sums[VECTORS];
    memcpy(sums, begin, sizeof sums);
    for (int block = 0; block < ATAXX_BLOCKS; block++) {
        add_row(sums, network->rows[block][number[block]]);
    }
    memcpy(features, sums, sizeof sums);
    for (int i = 0; i < ATAXX_FEATURES; i++) {
        const int16_t sum = features[i] < 0 ? 0 : features[i];
        features[i] = sum > ATAXX_ONE_FEATURE ? ATAXX_ONE_FEATURE : sum;
    }
}

INLINE int32_t weigh(const int16_t *restrict features, const int16_t *restrict weights)
{
    int32_t total = 0;
    for (int i = 0; i < 2 * ATAXX_FEATURES; i++) {
        total += features[i] * weights[i];
    }
    return total;
}

score_t ataxx_network_evaluate(const struct ataxx_network *network,
                               const struct ataxx_position *position)
{
    struct ataxx_patterns patterns;
    vector_t begin[VECTORS];
    int16_t features[2][ATAXX_FEATURES];
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
