/* SPDX-License-Identifier: MIT */
/* The static evaluation, from the network. */
#include <string.h>

#include "network.h"
#include "rules.h"

_Static_assert((ATAXX_BLOCKS + ATAXX_SQUARES + 1) * NETWORK_ROW_LIMIT <= INT16_MAX,
               "a perspective's sums must fit 16 bits");

/* Centipawns: an evaluation is smaller than the score of any known result. */
#define MOST 15000

/* Starts the sums of both perspectives with the bias and the blocked squares. */
static void begin_sums(const struct ataxx_network *network, bitboard_t blocked,
                       int16_t sums[NETWORK_FEATURES])
{
    memcpy(sums, network->row_bias, sizeof network->row_bias);
    while (blocked) {
        const int place = bit_pop(&blocked);
        const int square = place / ATAXX_STRIDE * ATAXX_SIZE + place % ATAXX_STRIDE;
        for (int i = 0; i < NETWORK_FEATURES; i++) {
            sums[i] = (int16_t)(sums[i] + network->blocked[square][i]);
        }
    }
}

/* The features of a perspective, from the sums that begin_sums has started. */
INLINE void activate(const struct ataxx_network *network, const uint8_t number[ATAXX_BLOCKS],
                     const int16_t begin[NETWORK_FEATURES], int16_t features[NETWORK_FEATURES])
{
    simd_row_t sums[NETWORK_FEATURES / SIMD_ROW_LANES];
    for (int i = 0; i < NETWORK_FEATURES; i += SIMD_ROW_LANES) {
        sums[i / SIMD_ROW_LANES] = simd_row_load(begin + i);
    }
    for (int block = 0; block < ATAXX_BLOCKS; block++) {
        const int16_t *row = network->rows[block][number[block]];
        for (int i = 0; i < NETWORK_FEATURES; i += SIMD_ROW_LANES) {
            sums[i / SIMD_ROW_LANES] += simd_row_load(row + i);
        }
    }
    for (int i = 0; i < NETWORK_FEATURES; i += SIMD_ROW_LANES) {
        simd_row_store(features + i, simd_row_clamp(sums[i / SIMD_ROW_LANES], NETWORK_ONE_FEATURE));
    }
}

score_t ataxx_network_evaluate(const struct ataxx_network *network,
                               const struct ataxx_position *position)
{
    struct ataxx_patterns patterns;
    int16_t begin[NETWORK_FEATURES], features[2][NETWORK_FEATURES];
    ataxx_find_patterns(position, &patterns);
    begin_sums(network, position->blocked, begin);
    for (int perspective = 0; perspective < 2; perspective++) {
        activate(network, patterns.number[perspective], begin, features[perspective]);
    }
    return layers_evaluate(features[0], features[1], network->hidden, network->hidden_bias,
                           network->output, network->output_bias);
}

score_t ataxx_evaluate(const struct ataxx_position *position)
{
    return score_clamp(ataxx_network_evaluate(&ataxx_network, position), MOST);
}

void ataxx_explain(const struct ataxx_position *position, struct buffer *out)
{
    struct ataxx_position even = *position;
    even.side ^= 1;
    const score_t total = ataxx_evaluate(position);
    const score_t move = (total + ataxx_evaluate(&even)) / 2;
    buffer_printf(out, "pieces ahead             %6d\n", ataxx_lead(position));
    buffer_printf(out, "patterns                 %6d\n", total - move);
    buffer_printf(out, "right to move            %6d\n", move);
    buffer_printf(out, "total (side to move, cp) %6d\n", total);
}
