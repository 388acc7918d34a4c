/* SPDX-License-Identifier: MIT */
/* Data that the terms of the classical evaluation share during the evaluation of a position. */
#ifndef CHESS_CLASSICAL_INFO_H
#define CHESS_CLASSICAL_INFO_H

#include <stdbool.h>

#include "chess/board.h"
#include "classical.h"

/* Values that are computed once and used by several terms. */
struct eval_info {
    const struct chess_board *board;
    int32_t score;                    /* White's gain */
    int32_t danger[SIDES];            /* to the king of that side */
    bitboard_t attacks[SIDES][KINDS]; /* by that side's pieces of a kind */
    bitboard_t attacked[SIDES];       /* by anything */
    bitboard_t twice[SIDES];          /* by two or more */
    bitboard_t mobile[SIDES];         /* squares that count as mobility */
    bitboard_t ring[SIDES];           /* the king's neighbourhood */
    bitboard_t passed[SIDES];
    struct chess_trace *trace;
};

/* Adds the part that depends only on pawns and kings (their squares, the pawn structure, the kings'
 * shelter) to the score and the danger, and determines the passed pawns. The pawns' attacks must be
 * known. With a trace, the cache is not read. */
PER_LEVEL void chess_evaluate_pawns(struct eval_info *info, const struct chess_position *position);

/* Adds a weight `count` times for a side. */
INLINE void add_weight(struct eval_info *info, const bool traced, const enum side us, int weight,
                       int count)
{
    int signed_count = us == WHITE ? count : -count;
    info->score += signed_count * chess_weights[weight];
    if (traced) {
        info->trace->counts[weight] = (int16_t)(info->trace->counts[weight] + signed_count);
    }
}

/* Adds a weight `count` times to the danger to the king of `them`. */
INLINE void add_king_danger(struct eval_info *info, const bool traced, const enum side them,
                            int weight, int count)
{
    info->danger[them] += count * chess_weights[weight];
    if (traced) {
        int16_t *counts = info->trace->danger[them];
        counts[weight - WEIGHT_FIRST_DANGER] =
            (int16_t)(counts[weight - WEIGHT_FIRST_DANGER] + count);
    }
}

/* Material and piece-square values of the pieces of the kinds from `first` to `last`. */
INLINE int32_t piece_squares(const struct chess_board *board, const enum side us,
                             const enum kind first, const enum kind last)
{
    int32_t sum = 0;
    for (int kind = (int)first; kind <= (int)last; kind++) {
        const int32_t *weights = &chess_weights[WEIGHT_PIECE_SQUARE + kind * SQUARES];
        for (bitboard_t left = pieces_of(board, us, (enum kind)kind); left;) {
            sum += weights[square_for(us, bit_pop(&left))];
        }
    }
    return sum;
}

/* All squares ahead of `bits`, from the side's point of view. */
INLINE bitboard_t fill_ahead(const enum side us, bitboard_t bits)
{
    bits |= shift_ahead(us, bits);
    bits |= us == WHITE ? bits << 16 : bits >> 16;
    bits |= us == WHITE ? bits << 32 : bits >> 32;
    return bits;
}

INLINE bitboard_t beside(bitboard_t bits)
{
    return shift_east(bits) | shift_west(bits);
}

#endif
