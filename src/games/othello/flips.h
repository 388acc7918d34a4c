/* SPDX-License-Identifier: MIT */
/* Computes the legal squares and the discs that a move turns over, on boards that fit into a word.
 *
 * Where there are vectors of four words, it processes four directions at a time. */
#ifndef OTHELLO_FLIPS_H
#define OTHELLO_FLIPS_H

#include "rules.h"

/* The rays from each square to the edge: four along which the bits rise (east, north, north-east,
 * north-west), then the four opposite ones. Written at build time. */
extern const bitboard_t othello_rays[64][8];

/* The number of discs that a disc on a square of a line of 8 turns over, by the set of own discs in
 * the line, if the opponent has all its other squares; the diagonals through each square, without
 * it: the rising one, then the falling one. Written at build time. */
extern const uint8_t othello_line_flips[8][256];
extern const bitboard_t othello_diagonals[64][2];

/* Files b to g: a disc on an edge file cannot be turned along a rank or a diagonal. */
#define OTHELLO_INNER_FILES UINT64_C(0x7e7e7e7e7e7e7e7e)

#if defined __AVX2__

typedef uint64_t othello_lanes __attribute__((vector_size(32)));

/* The distance in bits from a square to the next one along each direction. */
static const othello_lanes othello_steps = {1, 8, 9, 7};

INLINE bitboard_t othello_join(othello_lanes lanes)
{
    return lanes[0] | lanes[1] | lanes[2] | lanes[3];
}

/* The squares on which `own` may place a disc. The caller removes the squares that the smaller
 * board lacks. */
INLINE bitboard_t othello_mobility(bitboard_t own, bitboard_t other)
{
    const othello_lanes one = othello_steps, two = one + one, from = {own, own, own, own};
    const bitboard_t inner = other & OTHELLO_INNER_FILES;
    const othello_lanes over = {inner, other, inner, inner};
    othello_lanes up = over & from << one, down = over & from >> one;
    up |= over & up << one;
    down |= over & down >> one;
    const othello_lanes pairs = over & over << one, pairs_down = pairs >> one;
    up |= pairs & up << two;
    down |= pairs_down & down >> two;
    up |= pairs & up << two;
    down |= pairs_down & down >> two;
    return othello_join(up << one | down >> one) & ~(own | other);
}

/* The discs of `other` that a disc of `own` on the square turns over. */
INLINE bitboard_t othello_flips(bitboard_t own, bitboard_t other, int square)
{
    othello_lanes rising, falling;
    __builtin_memcpy(&rising, &othello_rays[square][0], sizeof rising);
    __builtin_memcpy(&falling, &othello_rays[square][4], sizeof falling);
    const othello_lanes ours = {own, own, own, own}, theirs = {other, other, other, other};
    /* Rising directions: the addition carries a one through the discs to be turned to the first
     * square behind them. */
    const othello_lanes up = ((theirs | ~rising) + 1) & rising & ours;
    /* Falling directions: that square is the highest of those that are not theirs. */
    const othello_lanes one = othello_steps;
    const othello_lanes ends = falling & ~theirs;
    othello_lanes below = ends >> one;
    below |= below >> one;
    below |= below >> (one + one);
    below |= below >> 4 * one;
    const othello_lanes down = ends & ~below & ours;
    return othello_join(((up + (othello_lanes)(up != 0)) & rising) | (falling & (0 - 2 * down)));
}

#else

/* One direction and the opposite one: squares reached from `own` over `over`. */
INLINE bitboard_t othello_reach(bitboard_t own, bitboard_t over, int step)
{
    bitboard_t up = over & own << step, down = over & own >> step;
    up |= over & up << step;
    down |= over & down >> step;
    const bitboard_t pairs = over & over << step, pairs_down = pairs >> step;
    up |= pairs & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    up |= pairs & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    return up << step | down >> step;
}

INLINE bitboard_t othello_mobility(bitboard_t own, bitboard_t other)
{
    const bitboard_t inner = other & OTHELLO_INNER_FILES;
    return (othello_reach(own, inner, 1) | othello_reach(own, other, 8) |
            othello_reach(own, inner, 9) | othello_reach(own, inner, 7)) &
           ~(own | other);
}

INLINE bitboard_t othello_flips(bitboard_t own, bitboard_t other, int square)
{
    const bitboard_t *rays = othello_rays[square];
    bitboard_t flips = 0;
    for (int i = 0; i < 4; i++) {
        const bitboard_t end = ((other | ~rays[i]) + 1) & rays[i] & own;
        flips |= (end - (end != 0)) & rays[i];
    }
    for (int i = 4; i < 8; i++) {
        const bitboard_t ends = rays[i] & ~other;
        const bitboard_t end = UINT64_C(1) << bit_highest(ends | 1) & ends & own;
        flips |= (0 - 2 * end) & rays[i];
    }
    return flips;
}

#endif

#endif
