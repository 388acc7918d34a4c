/* SPDX-License-Identifier: MIT */
#include "network.h"

#include <string.h>

#include "simd_rows.h"

#define HIDDEN XIANGQI_NETWORK_HIDDEN

_Static_assert(XIANGQI_NETWORK_ONE_FIRST *XIANGQI_NETWORK_SECOND_LIMIT <= INT16_MAX,
               "an activation times a weight must fit 16 bits");
_Static_assert((XIANGQI_NETWORK_PIECES + 1) * XIANGQI_NETWORK_FIRST_LIMIT <= INT16_MAX,
               "a perspective's sums must fit 16 bits");
_Static_assert((int64_t)XIANGQI_NETWORK_ONE_FIRST *XIANGQI_NETWORK_ONE_FIRST
                       *XIANGQI_NETWORK_SECOND_LIMIT *HIDDEN <= INT32_MAX,
               "a perspective's part of the second layer's sum must fit 32 bits");
_Static_assert(HIDDEN % SIMD_ROW_LANES == 0, "a row is made of whole registers");

/* Computes one perspective of an accumulator from the board alone. */
static NOINLINE void refresh(const struct xiangqi_network *network, int16_t *sums,
                             const struct xiangqi_position *position, int perspective)
{
    const bool mirrored = xiangqi_network_is_mirrored(king_square(position, perspective));
    memcpy(sums, network->first_bias, sizeof network->first_bias);
    for (board_set left = occupied(position); left;) {
        const int square = set_pop(&left);
        const int16_t *row = network->first[xiangqi_network_input(
            perspective, mirrored, position->squares[square], square)];
        for (int i = 0; i < HIDDEN; i += SIMD_ROW_LANES) {
            simd_row_store(sums + i, simd_row_load(sums + i) + simd_row_load(row + i));
        }
    }
}

/* Computes one perspective of an accumulator from the previous one and the move between them. */
static void follow(const struct xiangqi_network *network, struct xiangqi_accumulator *accumulator,
                   int perspective, bool mirrored)
{
    int16_t *restrict sums = accumulator->values[perspective];
    const int16_t *restrict before = accumulator[-1].values[perspective];
    const int piece = accumulator->piece, captured = accumulator->captured;
    const int from = move_from(accumulator->move), to = move_to(accumulator->move);
    const int16_t *goes = network->first[xiangqi_network_input(perspective, mirrored, piece, from)];
    const int16_t *comes = network->first[xiangqi_network_input(perspective, mirrored, piece, to)];
    if (!captured) {
        for (int i = 0; i < HIDDEN; i += SIMD_ROW_LANES) {
            simd_row_store(sums + i, simd_row_load(before + i) - simd_row_load(goes + i) +
                                         simd_row_load(comes + i));
        }
        return;
    }
    const int16_t *taken =
        network->first[xiangqi_network_input(perspective, mirrored, captured, to)];
    for (int i = 0; i < HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_store(sums + i, simd_row_load(before + i) - simd_row_load(goes + i) -
                                     simd_row_load(taken + i) + simd_row_load(comes + i));
    }
}

/* Computes one perspective of the position's accumulator from the last computed one on the way to
 * it. */
static void bring_up_to_date(const struct xiangqi_network *network,
                             const struct xiangqi_position *position, int perspective)
{
    struct xiangqi_accumulator *last = position->accumulator, *at = last;
    while (!at->made[perspective] && !at->dirty[perspective]) {
        at--;
    }
    if (!at->made[perspective]) {
        refresh(network, last->values[perspective], position, perspective);
        last->made[perspective] = true;
        return;
    }
    const bool mirrored = xiangqi_network_is_mirrored(king_square(position, perspective));
    while (at < last) {
        at++;
        follow(network, at, perspective, mirrored);
        at->made[perspective] = true;
    }
}

/* The second layer of one perspective: squared clipped ReLU of the sums, times the weights. */
static int32_t output_sum(const int16_t *restrict sums, const int16_t *restrict weights)
{
    simd_sums_t totals = {0};
    for (int i = 0; i < HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_t active = simd_row_clamp(simd_row_load(sums + i), XIANGQI_NETWORK_ONE_FIRST);
        totals += simd_row_dot(active * simd_row_load(weights + i), active);
    }
    return simd_sums_total(totals);
}

score_t xiangqi_network_evaluate(const struct xiangqi_network *network,
                                 const struct xiangqi_position *position)
{
    const int mover = position->side;
    const int bucket = xiangqi_network_output_bucket(set_count(occupied(position)));
    _Alignas(CACHE_LINE) int16_t fresh[2][HIDDEN];
    const int16_t(*values)[HIDDEN] = (const int16_t(*)[HIDDEN])fresh;
    for (int perspective = 0; perspective < 2; perspective++) {
        if (position->accumulator) {
            bring_up_to_date(network, position, perspective);
        } else {
            refresh(network, fresh[perspective], position, perspective);
        }
    }
    if (position->accumulator) {
        values = (const int16_t(*)[HIDDEN])position->accumulator->values;
    }
    const int64_t total = (int64_t)output_sum(values[mover], network->second[bucket][0]) +
                          output_sum(values[mover ^ 1], network->second[bucket][1]);
    const int64_t output = total / XIANGQI_NETWORK_ONE_FIRST + network->second_bias[bucket];
    return (score_t)(output * XIANGQI_NETWORK_UNIT /
                     ((int64_t)XIANGQI_NETWORK_ONE_FIRST * XIANGQI_NETWORK_ONE_SECOND));
}
