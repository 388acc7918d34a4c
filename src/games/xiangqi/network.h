/* SPDX-License-Identifier: MIT */
/* A small network that evaluates a position: its input is the pieces on their squares, its output
 * centipawns.
 *
 * Two accumulators, one for each side's perspective of the board, hold the sums of the first layer.
 * A perspective turns the board so that its side plays upwards with its king on files d or e. A
 * move changes two or three of the inputs, so, when a position is evaluated, its sums are computed
 * from those of the previous one (Nasu, "Efficiently updatable neural-network-based evaluation
 * functions for computer shogi", 2018). When a king crosses to or from file f, a refresh is
 * necessary. The second layer has XIANGQI_NETWORK_OUTPUT_BUCKETS sets of weights, chosen by the
 * number of pieces. All arithmetic uses integers, so the score is the same on every machine.
 *
 * The network is a file of little-endian numbers with the layout of struct xiangqi_network,
 * embedded into the program. The tool `xiangqi-network` trains it on games of self-play. */
#ifndef XIANGQI_NETWORK_H
#define XIANGQI_NETWORK_H

#include "level.h"
#include "position.h"
#include "score.h"

#define XIANGQI_NETWORK_INPUTS         (PIECES * SQUARES)
#define XIANGQI_NETWORK_HIDDEN         128
#define XIANGQI_NETWORK_OUTPUT_BUCKETS 8

/* The maximum number of pieces on a board; FENs with more are refused. */
#define XIANGQI_NETWORK_PIECES 32

/* The integers that represent 1.0: in the first layer, and in the second layer's weights. */
#define XIANGQI_NETWORK_ONE_FIRST  255
#define XIANGQI_NETWORK_ONE_SECOND 64

/* The first layer's weights stay within this limit, so that a sum of all pieces fits in 16 bits.
 * The second layer's weights stay within theirs, so that the product of a weight and an activation
 * fits in 16 bits. */
#define XIANGQI_NETWORK_FIRST_LIMIT  980
#define XIANGQI_NETWORK_SECOND_LIMIT 127

/* The output 1.0 in centipawns: it multiplies the odds of winning by e. */
#define XIANGQI_NETWORK_UNIT 200

struct xiangqi_network {
    int16_t first[XIANGQI_NETWORK_INPUTS][XIANGQI_NETWORK_HIDDEN];
    int16_t first_bias[XIANGQI_NETWORK_HIDDEN];
    int16_t second[XIANGQI_NETWORK_OUTPUT_BUCKETS][2]
                  [XIANGQI_NETWORK_HIDDEN]; /* the mover's perspective, then the other's */
    int32_t second_bias[XIANGQI_NETWORK_OUTPUT_BUCKETS]; /* in units of ONE_FIRST * ONE_SECOND */
};

/* The embedded network. */
extern const struct xiangqi_network xiangqi_network;

/* The sums of the first layer for one position of a line of search, by perspective, and the move
 * that led to it. */
struct xiangqi_accumulator {
    _Alignas(CACHE_LINE) int16_t values[2][XIANGQI_NETWORK_HIDDEN];
    bool made[2];  /* the values have been computed for the position */
    bool dirty[2]; /* the values cannot be computed from those of the previous position */
    move_t move;
    uint8_t piece, captured;
};

/* Places of an accumulator stack: one for every position of a line of search. The searching thread
 * owns the stack. */
#define XIANGQI_NETWORK_STACK (MAX_PLY + 2)

/* Whether a perspective whose own king stands there sees the board mirrored. */
INLINE bool xiangqi_network_is_mirrored(int king)
{
    return file_of(king) > FILES / 2;
}

/* The input of a piece, in the perspective of a side. */
INLINE int xiangqi_network_input(int perspective, bool mirrored, int piece, int square)
{
    const int own = (piece > KINDS) == perspective ? 0 : KINDS;
    const int file = mirrored ? FILES - 1 - file_of(square) : file_of(square);
    const int rank = perspective ? RANKS - 1 - rank_of(square) : rank_of(square);
    return (own + (int)piece_kind(piece)) * SQUARES + rank * FILES + file;
}

/* The second layer's set of weights for a number of pieces on the board, kings included. */
INLINE int xiangqi_network_output_bucket(int pieces)
{
    return (pieces - 1) * XIANGQI_NETWORK_OUTPUT_BUCKETS / XIANGQI_NETWORK_PIECES;
}

/* Begins a search at this position, with a stack of XIANGQI_NETWORK_STACK places. */
INLINE void xiangqi_network_begin_stack(struct xiangqi_position *position,
                                        struct xiangqi_accumulator *stack)
{
    position->accumulator = stack;
    for (int perspective = 0; perspective < 2; perspective++) {
        stack->made[perspective] = false;
        stack->dirty[perspective] = true;
    }
}

/* Records a piece's move in the next place of the stack. */
INLINE void xiangqi_network_push(struct xiangqi_position *position, move_t move, int piece,
                                 int captured)
{
    struct xiangqi_accumulator *next = ++position->accumulator;
    const bool crosses =
        piece_kind(piece) == KING &&
        xiangqi_network_is_mirrored(move_from(move)) != xiangqi_network_is_mirrored(move_to(move));
    next->made[0] = next->made[1] = false;
    next->dirty[0] = crosses && piece <= KINDS;
    next->dirty[1] = crosses && piece > KINDS;
    next->move = move;
    next->piece = (uint8_t)piece;
    next->captured = (uint8_t)captured;
}

/* Centipawns for the side to move, from the position's accumulator, which is computed if necessary;
 * for a position without an accumulator, from the board alone. */
PER_LEVEL score_t xiangqi_network_evaluate(const struct xiangqi_network *network,
                                           const struct xiangqi_position *position);

#endif
