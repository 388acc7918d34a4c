/* SPDX-License-Identifier: MIT */
/* A small network that evaluates a position by the patterns of all 2 by 2 squares.
 *
 * There is a perspective for each side. In a perspective, each of the 36 blocks of 2 by 2 squares
 * has one of 81 patterns. Its four squares, in the order of their bits, are digits in base 3: 0 for
 * empty or blocked, 1 for the side's own piece, 2 for the other's. Each pattern of each block has
 * its own row of weights, and each blocked square has one too. The sum of the rows and of a bias,
 * clipped to 0 .. 1, gives the perspective's features. The mover's features and the other side's go
 * through NETWORK_HIDDEN hidden units to one number.
 *
 * All arithmetic uses integers, so the score is the same on every machine. The network is a file of
 * little-endian numbers with the layout of struct ataxx_network, embedded into the program. The
 * tool `ataxx-network` trains it on games of self-play. */
#ifndef ATAXX_NETWORK_H
#define ATAXX_NETWORK_H

#include "level.h"
#include "rules.h"
#include "score.h"

#define ATAXX_BLOCKS   ((ATAXX_SIZE - 1) * (ATAXX_SIZE - 1))
#define ATAXX_PATTERNS 81

#define NETWORK_FEATURES     32
#define NETWORK_HIDDEN       16
#define NETWORK_ONE_FEATURE  128
#define NETWORK_ONE_HIDDEN   256
#define NETWORK_ONE_OUTPUT   64
#define NETWORK_FEATURE_MAX  NETWORK_ONE_FEATURE
#define NETWORK_ROW_LIMIT    380 /* the largest weight of a row */
#define NETWORK_HIDDEN_LIMIT (INT64_C(8) * NETWORK_ONE_HIDDEN)
#define NETWORK_OUTPUT_LIMIT (16 * NETWORK_ONE_OUTPUT)
#define NETWORK_UNIT         200 /* multiplies the odds of winning by e */

#include "layers.h"

struct ataxx_network {
    int16_t rows[ATAXX_BLOCKS][ATAXX_PATTERNS][NETWORK_FEATURES];
    int16_t blocked[ATAXX_SQUARES][NETWORK_FEATURES]; /* rank by rank from the bottom left */
    int16_t row_bias[NETWORK_FEATURES];
    int16_t hidden[NETWORK_HIDDEN][2]
                  [NETWORK_FEATURES];    /* the mover's perspective, then the other's */
    int32_t hidden_bias[NETWORK_HIDDEN]; /* in units of feature * hidden */
    int16_t output[NETWORK_HIDDEN];
    int32_t output_bias; /* in units of hidden * output */
};

/* The embedded network. */
extern const struct ataxx_network ataxx_network;

/* The numbers of the patterns on the board, in the perspective of the mover and of the other side.
 * Blocks are numbered rank by rank from the bottom left. */
struct ataxx_patterns {
    uint8_t number[2][ATAXX_BLOCKS];
};

/* The four squares of a block of a set, as digits in base 3: 0 or 1. */
INLINE uint8_t ataxx_block_digits(bitboard_t set, int corner)
{
    static const uint8_t digits[16] = {0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39, 40};
    const bitboard_t block = set >> corner;
    return digits[(block & 3) | (block >> (ATAXX_STRIDE - 2) & 12)];
}

INLINE void ataxx_find_patterns(const struct ataxx_position *position,
                                struct ataxx_patterns *patterns)
{
    const bitboard_t own = position->pieces[position->side];
    const bitboard_t other = position->pieces[position->side ^ 1];
    for (int rank = 0, block = 0; rank < ATAXX_SIZE - 1; rank++) {
        for (int file = 0; file < ATAXX_SIZE - 1; file++, block++) {
            const int corner = ataxx_place(file, rank);
            const int mine = ataxx_block_digits(own, corner),
                      theirs = ataxx_block_digits(other, corner);
            patterns->number[0][block] = (uint8_t)(mine + 2 * theirs);
            patterns->number[1][block] = (uint8_t)(theirs + 2 * mine);
        }
    }
}

/* Centipawns for the side to move, from a network. */
PER_LEVEL score_t ataxx_network_evaluate(const struct ataxx_network *network,
                                         const struct ataxx_position *position);

#endif
