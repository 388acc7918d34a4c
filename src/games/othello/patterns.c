/* SPDX-License-Identifier: MIT */
#include "patterns.h"

#include "flips.h"

/* Computes the numbers of all places. */
INLINE void find_numbers(bitboard_t own, bitboard_t other, int16_t numbers[OTHELLO_LANES])
{
    __builtin_memset(numbers, 0, OTHELLO_LANES * sizeof *numbers);
    for (int part = 0; part < 16; part++) {
        const int16_t *plus = othello_pattern_sums[part][own >> 4 * part & 15];
        const int16_t *minus = othello_pattern_sums[part][other >> 4 * part & 15];
        for (int i = 0; i < OTHELLO_LANES; i++) {
            numbers[i] = (int16_t)(numbers[i] + plus[i] - minus[i]);
        }
    }
}

/* The index of the weight for a number of legal moves; `whose` is 0 for the mover, 1 for the
 * opponent. */
INLINE int moves_index(bitboard_t moves, int whose)
{
    const int count = bit_count(moves), most = OTHELLO_MOVE_COUNTS - 1;
    return OTHELLO_PATTERN_WEIGHTS + whose * OTHELLO_MOVE_COUNTS + (count < most ? count : most);
}

void othello_find_features(bitboard_t own, bitboard_t other, struct othello_features *features)
{
    int16_t numbers[OTHELLO_LANES];
    find_numbers(own, other, numbers);
    for (int i = 0; i < OTHELLO_PLACES; i++) {
        features->indices[i] = othello_pattern_middles[i] + numbers[i];
    }
    features->indices[OTHELLO_PLACES] = moves_index(othello_mobility(own, other), 0);
    features->indices[OTHELLO_PLACES + 1] = moves_index(othello_mobility(other, own), 1);
    features->stage = othello_stage(own | other);
}

int othello_evaluate_patterns(bitboard_t own, bitboard_t other)
{
    struct othello_features features;
    othello_find_features(own, other, &features);
    const int8_t *weights = othello_weights[features.stage];
    int sum = 0;
    for (int i = 0; i < LENGTH(features.indices); i++) {
        sum += weights[features.indices[i]];
    }
    return OTHELLO_WEIGHT_UNIT * sum;
}
