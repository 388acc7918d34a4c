/* SPDX-License-Identifier: MIT */
/* A small network that corrects the classical evaluation. Its input is the patterns of all empty
 * squares; its output is the centipawns to add to the classical evaluation.
 *
 * There is a perspective for each side. In it an empty square has the code of the side's own
 * pattern and the code of the other side's (shapes.h); each code has a row of GOMOKU_FEATURES
 * weights. The sum of the two rows, clipped to 0 .. 1, gives the square's features. The sum of the
 * features of all squares is the perspective's accumulator. Both accumulators go through
 * GOMOKU_HIDDEN hidden units to one number; there are two sets of these layers, one for positions
 * in which the opponent threatens an open four. The rows of code 0 (no five is possible) are zeros,
 * so that only squares whose codes a move has changed need an update; updates wait until a position
 * is evaluated. The place of a square and the size of the board do not matter.
 *
 * All arithmetic uses integers, so the score is the same on every machine. The network is a file of
 * little-endian numbers with the layout of struct gomoku_network, embedded into the program. The
 * tool `gomoku-network` trains it on games of self-play. */
#ifndef GOMOKU_NETWORK_H
#define GOMOKU_NETWORK_H

#include "level.h"
#include "position.h"
#include "score.h"

#define GOMOKU_FEATURES 64
#define GOMOKU_HIDDEN   32

/* The layers that evaluate a position. */
enum gomoku_stage {
    STAGE_CALM,
    STAGE_THREATENED, /* the opponent threatens an open four or two fours */
    GOMOKU_STAGES
};

/* The integers that represent 1.0: in features; in the hidden units and their weights; in the
 * weights of the output. */
#define GOMOKU_ONE_FEATURE 64
#define GOMOKU_ONE_HIDDEN  4096
#define GOMOKU_ONE_OUTPUT  64

/* Limits of the weights: in the rows; of the hidden units, so that the sum over the largest board
 * fits in 32 bits; of the output. */
#define GOMOKU_ROW_LIMIT    (4 * GOMOKU_ONE_FEATURE)
#define GOMOKU_HIDDEN_LIMIT INT64_C(512)
#define GOMOKU_OUTPUT_LIMIT (16 * GOMOKU_ONE_OUTPUT)

/* The output 1.0 in centipawns: it multiplies the odds of winning by e. */
#define GOMOKU_NETWORK_UNIT 200

struct gomoku_network {
    int16_t own[GOMOKU_PATTERN_CODES][GOMOKU_FEATURES];   /* by gomoku_pattern_code; row 0 is 0 */
    int16_t other[GOMOKU_PATTERN_CODES][GOMOKU_FEATURES]; /* the same */
    int16_t hidden[GOMOKU_STAGES][GOMOKU_HIDDEN][GOMOKU_COLOURS]
                  [GOMOKU_FEATURES]; /* the mover's perspective, then the other's */
    int32_t hidden_bias[GOMOKU_STAGES][GOMOKU_RULES]
                       [GOMOKU_HIDDEN]; /* in units of feature * hidden */
    int16_t output[GOMOKU_STAGES][GOMOKU_HIDDEN];
    int32_t output_bias[GOMOKU_STAGES][GOMOKU_RULES]; /* in units of hidden * output */
};

/* The embedded network. */
extern const struct gomoku_network gomoku_network;

/* The sums of all squares' features, in each side's perspective. */
struct gomoku_accumulator {
    _Alignas(CACHE_LINE) int16_t sums[GOMOKU_COLOURS][GOMOKU_FEATURES];
};

/* The codes of a square, by colour, before some moves and after them. Code 0 for both adds
 * nothing. */
struct gomoku_recoding {
    uint16_t before[GOMOKU_COLOURS], now[GOMOKU_COLOURS];
};

/* Updates an accumulator from one position to another, in which `count` squares have different
 * codes. */
PER_LEVEL void gomoku_network_update(struct gomoku_accumulator *to,
                                     const struct gomoku_accumulator *from,
                                     const struct gomoku_recoding *squares, int count);

/* Centipawns to add for the side to move. */
PER_LEVEL score_t gomoku_network_evaluate(const struct gomoku_accumulator *accumulator,
                                          enum gomoku_stage stage, enum gomoku_rule rule,
                                          enum gomoku_colour mover);

#endif
