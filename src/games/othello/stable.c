/* SPDX-License-Identifier: MIT */
#include "stable.h"

/* The squares whose whole line along a direction is occupied, from one edge of the board to the
 * other. */
INLINE bitboard_t full_lines(bitboard_t taken, int step, bitboard_t low_edge, bitboard_t high_edge)
{
    bitboard_t up = taken, down = taken;
    for (int i = 0; i < 7; i++) {
        up &= low_edge | up << step;
        down &= high_edge | down >> step;
    }
    return up & down;
}

bitboard_t othello_stable(bitboard_t own, bitboard_t other, bitboard_t board)
{
    const bitboard_t taken = own | other | ~board;
    const bitboard_t rank = full_lines(taken, 1, OTHELLO_FILE_A, OTHELLO_FILE_H);
    const bitboard_t file = full_lines(taken, 8, OTHELLO_RANK_1, OTHELLO_RANK_8);
    const bitboard_t rising =
        full_lines(taken, 9, OTHELLO_FILE_A | OTHELLO_RANK_1, OTHELLO_FILE_H | OTHELLO_RANK_8);
    const bitboard_t falling =
        full_lines(taken, 7, OTHELLO_FILE_H | OTHELLO_RANK_1, OTHELLO_FILE_A | OTHELLO_RANK_8);
    /* A disc is stable if, along each direction, its line is full, or the disc is next to the edge
     * or to a stable disc of the same side. */
    bitboard_t stable = 0, before;
    do {
        const bitboard_t safe = stable | ~board;
        before = stable;
        stable |= own & (rank | OTHELLO_FILE_A | OTHELLO_FILE_H | safe << 1 | safe >> 1) &
                  (file | OTHELLO_RANK_1 | OTHELLO_RANK_8 | safe << 8 | safe >> 8) &
                  (rising | OTHELLO_FILE_A | OTHELLO_FILE_H | OTHELLO_RANK_1 | OTHELLO_RANK_8 |
                   safe << 9 | safe >> 9) &
                  (falling | OTHELLO_FILE_A | OTHELLO_FILE_H | OTHELLO_RANK_1 | OTHELLO_RANK_8 |
                   safe << 7 | safe >> 7);
    } while (stable != before);
    return stable;
}
