/* SPDX-License-Identifier: MIT */
/* A network of two layers, compiled for one game: inputs -> squared clipped sums -> one number.
 *
 * There are two perspectives of the board, one for each side. In each, an input that is present has
 * a row of weights. The accumulator of a perspective is the sum of the rows and of a bias. The
 * output is the weighted sum of the squares of all accumulators' numbers, clipped to 0 .. 1
 * (squared clipped ReLU); the number of pieces selects one of several sets of weights. All
 * arithmetic uses integers, so the score is the same on every machine.
 *
 * A game's network.h includes this file, or accumulators.h, after it has defined these parameters:
 *   NETWORK                  the embedded network, a struct network: chess_network
 *   NETWORK_INPUTS           number of inputs
 *   NETWORK_HIDDEN           numbers of an accumulator
 *   NETWORK_OUTPUT_BUCKETS   number of sets of weights of the second layer
 *   NETWORK_PIECES           the most inputs of a perspective: pieces on a board
 *   NETWORK_ONE_FIRST        the integer that represents 1.0 in the first layer
 *   NETWORK_ONE_SECOND       and in the second layer's weights
 *   NETWORK_FIRST_LIMIT      the largest weight of the first layer
 *   NETWORK_SECOND_LIMIT     and of the second
 *   NETWORK_UNIT             the output 1.0 in centipawns */
#include <stdint.h>

#include "simd_rows.h"

#if !defined NETWORK || !defined NETWORK_INPUTS || !defined NETWORK_HIDDEN ||                      \
    !defined NETWORK_OUTPUT_BUCKETS || !defined NETWORK_PIECES
#error "squared_layer.h: a size of the network is not defined"
#endif
#if !defined NETWORK_ONE_FIRST || !defined NETWORK_ONE_SECOND || !defined NETWORK_FIRST_LIMIT ||   \
    !defined NETWORK_SECOND_LIMIT || !defined NETWORK_UNIT
#error "squared_layer.h: a unit or limit of the weights is not defined"
#endif

/* The number of registers that hold a part of an accumulator while rows are added to it. */
#define NETWORK_BLOCK_REGISTERS 8
#define NETWORK_BLOCK_LANES     (NETWORK_BLOCK_REGISTERS * SIMD_ROW_LANES)

_Static_assert(NETWORK_HIDDEN % NETWORK_BLOCK_LANES == 0, "a row is made of whole blocks");
_Static_assert((NETWORK_PIECES + 1) * NETWORK_FIRST_LIMIT <= INT16_MAX,
               "an accumulator must fit 16 bits");
_Static_assert(NETWORK_ONE_FIRST *NETWORK_SECOND_LIMIT <= INT16_MAX,
               "an activation times a weight must fit 16 bits");
_Static_assert((int64_t)
                       NETWORK_ONE_FIRST *NETWORK_ONE_FIRST *NETWORK_SECOND_LIMIT *NETWORK_HIDDEN <=
                   INT32_MAX,
               "a perspective's part of the second layer's sum must fit 32 bits");

/* The network is a file of little-endian numbers with this layout. */
struct network {
    int16_t first[NETWORK_INPUTS][NETWORK_HIDDEN];
    int16_t first_bias[NETWORK_HIDDEN];
    /* The mover's perspective, then the other's. */
    int16_t second[NETWORK_OUTPUT_BUCKETS][2][NETWORK_HIDDEN];
    int32_t second_bias[NETWORK_OUTPUT_BUCKETS]; /* in units of ONE_FIRST * ONE_SECOND */
};

extern const struct network NETWORK;

/* Rows whose addition and subtraction turn the values of one board into those of another. */
struct network_rows {
    const int16_t *gone[NETWORK_PIECES], *come[NETWORK_PIECES];
    int gone_count, come_count;
};

/* Removes and adds any number of pieces. A block of the values stays in registers meanwhile. */
static UNUSED void network_change_rows(int16_t *values, const int16_t *before,
                                       const struct network_rows *rows)
{
    for (int first = 0; first < NETWORK_HIDDEN; first += NETWORK_BLOCK_LANES) {
        simd_row_t block[NETWORK_BLOCK_REGISTERS];
        for (int k = 0, at = first; k < NETWORK_BLOCK_REGISTERS; k++, at += SIMD_ROW_LANES) {
            block[k] = simd_row_load(before + at);
        }
        for (int i = 0; i < rows->gone_count; i++) {
            for (int k = 0, at = first; k < NETWORK_BLOCK_REGISTERS; k++, at += SIMD_ROW_LANES) {
                block[k] -= simd_row_load(rows->gone[i] + at);
            }
        }
        for (int i = 0; i < rows->come_count; i++) {
            for (int k = 0, at = first; k < NETWORK_BLOCK_REGISTERS; k++, at += SIMD_ROW_LANES) {
                block[k] += simd_row_load(rows->come[i] + at);
            }
        }
        for (int k = 0, at = first; k < NETWORK_BLOCK_REGISTERS; k++, at += SIMD_ROW_LANES) {
            simd_row_store(values + at, block[k]);
        }
    }
}

/* The second layer of one perspective: squared clipped ReLU of the sums, times the weights. */
static UNUSED int32_t network_output_sum(const int16_t *restrict values,
                                         const int16_t *restrict weights)
{
    simd_sums_t totals = {0};
    for (int i = 0; i < NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        const simd_row_t active = simd_row_clamp(simd_row_load(values + i), NETWORK_ONE_FIRST);
        totals += simd_row_dot(active * simd_row_load(weights + i), active);
    }
    return simd_sums_total(totals);
}

/* Centipawns for the side to move, from the accumulators of its perspective and of the other's. */
static UNUSED int network_output(const struct network *network, int bucket, const int16_t *mover,
                                 const int16_t *other)
{
    const int64_t total = (int64_t)network_output_sum(mover, network->second[bucket][0]) +
                          network_output_sum(other, network->second[bucket][1]);
    const int64_t output = total / NETWORK_ONE_FIRST + network->second_bias[bucket];
    return (int)(output * NETWORK_UNIT / ((int64_t)NETWORK_ONE_FIRST * NETWORK_ONE_SECOND));
}
