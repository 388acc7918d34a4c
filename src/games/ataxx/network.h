/* SPDX-License-Identifier: MIT */
/* A network (squared_layer.h) that evaluates a position by the patterns of all 2 by 2 squares.
 *
 * In a perspective, each of the 36 blocks of 2 by 2 squares has one of 81 patterns. Its four
 * squares, in the order of their bits, are digits in base 3: 0 for empty or blocked, 1 for the
 * side's own piece, 2 for the other's. Each pattern of each block is an input, and each blocked
 * square is one, too. The tool `ataxx-network` trains the network on games of self-play. */
#ifndef ATAXX_NETWORK_H
#define ATAXX_NETWORK_H

#include "level.h"
#include "rules.h"
#include "score.h"

#define ATAXX_BLOCKS   ((ATAXX_SIZE - 1) * (ATAXX_SIZE - 1))
#define ATAXX_PATTERNS 81

#define NETWORK                ataxx_network
#define NETWORK_INPUTS         (ATAXX_BLOCKS * ATAXX_PATTERNS + ATAXX_SQUARES)
#define NETWORK_HIDDEN         256
#define NETWORK_OUTPUT_BUCKETS 8
#define NETWORK_PIECES         (ATAXX_BLOCKS + ATAXX_SQUARES)
#define NETWORK_ONE_FIRST      255
#define NETWORK_ONE_SECOND     64
#define NETWORK_FIRST_LIMIT    380
#define NETWORK_SECOND_LIMIT   127
#define NETWORK_UNIT           200 /* multiplies the odds of winning by e */

#include "squared_layer.h"

/* The second layer's set of weights, by the number of pieces. */
INLINE int ataxx_output_bucket(bitboard_t pieces)
{
    return bit_count(pieces) * NETWORK_OUTPUT_BUCKETS / (ATAXX_SQUARES + 1);
}

/* The four squares of a block of a set, as digits in base 3: 0 or 1. */
INLINE uint8_t ataxx_block_digits(bitboard_t set, int corner)
{
    static const uint8_t digits[16] = {0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39, 40};
    const bitboard_t block = set >> corner;
    return digits[(block & 3) | (block >> (ATAXX_STRIDE - 2) & 12)];
}

/* The corners of all blocks: of each its square at the bottom left. */
#define ATAXX_CORNERS (UINT64_C(0x3f) * UINT64_C(0x201008040201))

/* The inputs of a block in the perspectives of both sides' pieces. Blocks are numbered rank by rank
 * from the bottom left. */
INLINE void ataxx_block_inputs(const bitboard_t pieces[2], int corner, int inputs[2])
{
    const int block = corner / ATAXX_STRIDE * (ATAXX_SIZE - 1) + corner % ATAXX_STRIDE;
    const int first = ataxx_block_digits(pieces[0], corner);
    const int second = ataxx_block_digits(pieces[1], corner);
    inputs[0] = block * ATAXX_PATTERNS + first + 2 * second;
    inputs[1] = block * ATAXX_PATTERNS + second + 2 * first;
}

/* The input of a blocked square, by its place. Their order is rank by rank from the bottom left. */
INLINE int ataxx_blocked_input(int place)
{
    return ATAXX_BLOCKS * ATAXX_PATTERNS + place / ATAXX_STRIDE * ATAXX_SIZE + place % ATAXX_STRIDE;
}

/* The accumulators of a position of player 1's and of player 2's pieces, in the perspective of
 * each. */
struct ataxx_sums {
    _Alignas(CACHE_LINE) int16_t values[2][NETWORK_HIDDEN];
    bitboard_t pieces[2];
};

/* The positions of a search whose accumulators are kept: the last one at each ply, modulo this. */
#define ATAXX_SUMS 64

/* The accumulators of a search. Each of them can serve as the beginning of another, whose position
 * differs in a few blocks. So they need no order, and a move changes none of them. */
struct ataxx_accumulators {
    struct ataxx_sums sums[ATAXX_SUMS];
};

/* Memory for the accumulators, with any alignment. */
struct ataxx_room {
    char bytes[sizeof(struct ataxx_accumulators) + CACHE_LINE];
};

/* Begins a search from a position, whose blocked squares stay. */
PER_LEVEL struct ataxx_accumulators *ataxx_begin(const struct network *network,
                                                 struct ataxx_room *room,
                                                 const struct ataxx_position *position);

/* Centipawns for the side to move, from a network. */
PER_LEVEL score_t ataxx_network_evaluate(const struct network *network,
                                         const struct ataxx_position *position);

#endif
