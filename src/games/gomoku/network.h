/* SPDX-License-Identifier: MIT */
/* A small network that corrects the classical evaluation. Its input is the patterns of all empty
 * squares; its output is the centipawns to add to the classical evaluation.
 *
 * There is a perspective for each side. In it an empty square has the code of the side's own
 * pattern and the code of the other side's (shapes.h); each code has a row of NETWORK_FEATURES
 * weights. The sum of the two rows, clipped to 0 .. 1, gives the square's features. The sum of the
 * features of all squares is the perspective's accumulator. Both accumulators go through the hidden
 * units (layers.h) to one number; there are two sets of these layers, one for positions
 * in which the opponent threatens an open four. The rows of code 0 (no five is possible) are zeros,
 * so that only squares whose codes a move has changed need an update; updates wait until a position
 * is evaluated. The place of a square and the size of the board do not matter.
 *
 * The network is a file of little-endian numbers with the layout of struct gomoku_network. The tool
 * `gomoku-network` trains it on games of self-play. */
#ifndef GOMOKU_NETWORK_H
#define GOMOKU_NETWORK_H

#include "position.h"
#include "score.h"

/* The layers that evaluate a position. */
enum gomoku_stage {
    STAGE_CALM,
    STAGE_THREATENED, /* the opponent threatens an open four or two fours */
    GOMOKU_STAGES
};

#define NETWORK_FEATURES     64
#define NETWORK_HIDDEN       32
#define NETWORK_ONE_FEATURE  64
#define NETWORK_ONE_HIDDEN   4096
#define NETWORK_ONE_OUTPUT   64
#define NETWORK_FEATURE_MAX  (NETWORK_ONE_FEATURE * GOMOKU_MAX_SIZE * GOMOKU_MAX_SIZE)
#define NETWORK_ROW_LIMIT    (4 * NETWORK_ONE_FEATURE) /* the largest weight of a row */
#define NETWORK_HIDDEN_LIMIT INT64_C(512)
#define NETWORK_OUTPUT_LIMIT (16 * NETWORK_ONE_OUTPUT)
#define NETWORK_UNIT         200 /* multiplies the odds of winning by e */

#include "layers.h"

struct gomoku_network {
    int16_t own[GOMOKU_PATTERN_CODES][NETWORK_FEATURES];   /* by gomoku_pattern_code; row 0 is 0 */
    int16_t other[GOMOKU_PATTERN_CODES][NETWORK_FEATURES]; /* the same */
    int16_t hidden[GOMOKU_STAGES][NETWORK_HIDDEN][GOMOKU_COLOURS]
                  [NETWORK_FEATURES]; /* the mover's perspective, then the other's */
    int32_t hidden_bias[GOMOKU_STAGES][GOMOKU_RULES]
                       [NETWORK_HIDDEN]; /* in units of feature * hidden */
    int16_t output[GOMOKU_STAGES][NETWORK_HIDDEN];
    int32_t output_bias[GOMOKU_STAGES][GOMOKU_RULES]; /* in units of hidden * output */
};

/* The embedded network. */
extern const struct gomoku_network gomoku_network;

/* The sums of all squares' features, in each side's perspective. */
struct gomoku_accumulator {
    _Alignas(CACHE_LINE) int16_t sums[GOMOKU_COLOURS][NETWORK_FEATURES];
};

/* The codes of a square, by colour, before some moves and after them. Code 0 for both adds
 * nothing. */
struct gomoku_recoding {
    uint16_t before[GOMOKU_COLOURS], now[GOMOKU_COLOURS];
};

/* A register of the features of a square in a perspective, starting with feature `i`. */
INLINE simd_row_t gomoku_features(const uint16_t code[GOMOKU_COLOURS], int perspective, int i)
{
    const int16_t *own = gomoku_network.own[code[perspective]];
    const int16_t *other = gomoku_network.other[code[1 - perspective]];
    return simd_row_clamp(simd_row_load(own + i) + simd_row_load(other + i), NETWORK_ONE_FEATURE);
}

/* Updates an accumulator from one position to another, in which `count` squares have different
 * codes. The sums of a perspective stay in registers during the loop. */
INLINE void gomoku_network_update(struct gomoku_accumulator *to,
                                  const struct gomoku_accumulator *from,
                                  const struct gomoku_recoding *squares, int count)
{
    for (int perspective = BLACK; perspective <= WHITE; perspective++) {
        simd_row_t sums[NETWORK_FEATURES / SIMD_ROW_LANES];
        for (int i = 0; i < NETWORK_FEATURES; i += SIMD_ROW_LANES) {
            sums[i / SIMD_ROW_LANES] = simd_row_load(from->sums[perspective] + i);
        }
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < NETWORK_FEATURES; i += SIMD_ROW_LANES) {
                sums[i / SIMD_ROW_LANES] += gomoku_features(squares[k].now, perspective, i) -
                                            gomoku_features(squares[k].before, perspective, i);
            }
        }
        for (int i = 0; i < NETWORK_FEATURES; i += SIMD_ROW_LANES) {
            simd_row_store(to->sums[perspective] + i, sums[i / SIMD_ROW_LANES]);
        }
    }
}

#endif
