/* SPDX-License-Identifier: MIT */
/* The eight symmetries of the boards of 6 and 8 squares a side. */
#ifndef OTHELLO_SYMMETRY_H
#define OTHELLO_SYMMETRY_H

#include "rules.h"

/* These reverse the ranks, and the files, of a board whose edge has `size` squares, 6 or 8. */
INLINE bitboard_t mirror_ranks(bitboard_t set, int size)
{
    return __builtin_bswap64(set) >> 8 * (8 - size);
}

INLINE bitboard_t mirror_files(bitboard_t set, int size)
{
    set = (set >> 1 & UINT64_C(0x5555555555555555)) | (set & UINT64_C(0x5555555555555555)) << 1;
    set = (set >> 2 & UINT64_C(0x3333333333333333)) | (set & UINT64_C(0x3333333333333333)) << 2;
    set = (set >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (set & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return set >> (8 - size);
}

/* Swaps the squares of `mask` with those `shift` bits above. */
INLINE bitboard_t swap_squares(bitboard_t set, bitboard_t mask, int shift)
{
    const bitboard_t differ = (set ^ set >> shift) & mask;
    return set ^ differ ^ differ << shift;
}

/* Exchanges files and ranks. */
INLINE bitboard_t transpose(bitboard_t set)
{
    set = swap_squares(set, UINT64_C(0x00aa00aa00aa00aa), 7);
    set = swap_squares(set, UINT64_C(0x0000cccc0000cccc), 14);
    return swap_squares(set, UINT64_C(0x00000000f0f0f0f0), 28);
}

/* Replaces the position by the one with the smallest numbers of the eight that are equal by
 * symmetry. */
INLINE void make_canonical(int size, bitboard_t *own, bitboard_t *other)
{
    bitboard_t sets[2] = {*own, *other};
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 2; k++) {
            sets[k] = i == 4  ? transpose(sets[k])
                      : i & 1 ? mirror_files(sets[k], size)
                              : mirror_ranks(sets[k], size);
        }
        if (sets[0] < *own || (sets[0] == *own && sets[1] < *other)) {
            *own = sets[0];
            *other = sets[1];
        }
    }
}

#define OTHELLO_SYMMETRIES 8

/* The board of 8 squares a side after symmetry 0 .. OTHELLO_SYMMETRIES - 1; 0 changes nothing. */
INLINE bitboard_t othello_symmetric(bitboard_t set, int symmetry)
{
    set = symmetry & 4 ? transpose(set) : set;
    set = symmetry & 2 ? mirror_files(set, 8) : set;
    return symmetry & 1 ? mirror_ranks(set, 8) : set;
}

#endif
