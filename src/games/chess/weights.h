/* The numbers of the evaluation, all of them in one table.
 *
 * A weight is two scores in one word, centipawns in the middle game (low half) and in the endgame
 * (high half), so that one addition adds both. The table (weights.c) is written by the tuner. */
#ifndef CHESS_WEIGHTS_H
#define CHESS_WEIGHTS_H

#include <stdint.h>

#include "bitboard.h"

/* Where each group of weights begins. */
enum {
    WEIGHT_PIECE_SQUARE = 0, /* [KINDS][SQUARES], material included, squares as their side counts */
    WEIGHTS = WEIGHT_PIECE_SQUARE + KINDS * SQUARES
};

extern const int32_t chess_weights[WEIGHTS];

#define WEIGHT(middle, end) ((int32_t)((uint32_t)(end) << 16) + (middle))

INLINE int weight_middle(int32_t weight)
{
    return (int16_t)(uint16_t)weight;
}

INLINE int weight_end(int32_t weight)
{
    return (int16_t)(uint16_t)((uint32_t)(weight + 0x8000) >> 16);
}

/* A piece on its square, White's view. */
INLINE int32_t weight_of_piece(enum side side, enum kind kind, int square)
{
    int32_t weight =
        chess_weights[WEIGHT_PIECE_SQUARE + (int)kind * SQUARES + square_for(side, square)];
    return side == WHITE ? weight : -weight;
}

#endif
