/* SPDX-License-Identifier: MIT */
/* A small network that evaluates a position by the patterns of all 2 by 2 squares.
 *
 * There is a perspective for each side. In a perspective, each of the 36 blocks of 2 by 2 squares
 * has one of 81 patterns. Its four squares, in the order of their bits, are digits in base 3: 0 for
 * empty or blocked, 1 for the side's own piece, 2 for the other's. Each pattern of each block has
 * its own row of weights, and each blocked square has one too. The sum of the rows and of a bias,
 * clipped to 0 .. 1, gives the perspective's features. The mover's features and the other side's go
 * through ATAXX_HIDDEN hidden units to one number.
 *
 * All arithmetic uses integers, so the score is the same on every machine. The network is a file of
 * little-endian numbers with the layout of struct ataxx_network, embedded into the program. The
 * tool `ataxx-network` trains it on games of self-play. */
#ifndef ATAXX_NETWORK_H
#define ATAXX_NETWORK_H

#include "level.h"
#include "position.h"
#include "score.h"

#define ATAXX_BLOCKS   ((ATAXX_SIZE - 1) * (ATAXX_SIZE - 1))
#define ATAXX_PATTERNS 81
#define ATAXX_FEATURES 32
#define ATAXX_HIDDEN   16

/* The integers that represent 1.0: in rows and features; in the hidden units and their weights; in
 * the weights of the output. */
#define ATAXX_ONE_FEATURE 128
#define ATAXX_ONE_HIDDEN  256
#define ATAXX_ONE_OUTPUT  64

/* Limits of the weights: of the rows, so that their sum fits in 16 bits; of the hidden units, so
 * that theirs fits in 32 bits; of the output. */
#define ATAXX_ROW_LIMIT    380
#define ATAXX_HIDDEN_LIMIT (INT64_C(8) * ATAXX_ONE_HIDDEN)
#define ATAXX_OUTPUT_LIMIT (16 * ATAXX_ONE_OUTPUT)

/* The output 1.0 in centipawns: it multiplies the odds of winning by e. */
#define ATAXX_NETWORK_UNIT 200

struct ataxx_network {
    int16_t rows[ATAXX_BLOCKS][ATAXX_PATTERNS][ATAXX_FEATURES];
    int16_t blocked[ATAXX_SQUARES][ATAXX_FEATURES]; /* rank by rank from the bottom left */
    int16_t row_bias[ATAXX_FEATURES];
    int16_t hidden[ATAXX_HIDDEN][2][ATAXX_FEATURES]; /* the mover's perspective, then the other's */
    int32_t hidden_bias[ATAXX_HIDDEN];               /* in units of feature * hidden */
    int16_t output[ATAXX_HIDDEN];
    int32_t output_bias; /* in units of hidden * output */
};

/* The embedded network. */
extern const struct ataxx_network ataxx_network;

/* The numbers of the patterns on the board, in the perspective of the mover and of the other side.
 * Blocks are numbered rank by rank from the bottom left. */
struct ataxx_patterns {
    uint8_t number[2][ATAXX_BLOCKS];
};

PER_LEVEL void ataxx_find_patterns(const struct ataxx_position *position,
                                   struct ataxx_patterns *patterns);

/* Centipawns for the side to move, from a network. */
PER_LEVEL score_t ataxx_network_evaluate(const struct ataxx_network *network,
                                         const struct ataxx_position *position);

#endif
