/* SPDX-License-Identifier: MIT */
/* The evaluation of the textbook on Connect Four. */
#include "rules.h"

/* The value of a line of four on which only one side has stones, by their number. */
static const score_t line_values[] = {0, 0, 1, 100, 1000000};

score_t connect4_textbook_sum(bitboard_t stones, bitboard_t others)
{
    static const int steps[] = {1, CONNECT4_COLUMN_BITS - 1, CONNECT4_COLUMN_BITS,
                                CONNECT4_COLUMN_BITS + 1};
    score_t sum = 0;
    for (int i = 0; i < LENGTH(steps); i++) {
        for (int square = 0; square < CONNECT4_COLUMNS * CONNECT4_COLUMN_BITS; square++) {
            const bitboard_t line = (UINT64_C(1) | UINT64_C(1) << steps[i] |
                                     UINT64_C(1) << 2 * steps[i] | UINT64_C(1) << 3 * steps[i])
                                    << square;
            if (square + 3 * steps[i] < 64 && !(line & ~CONNECT4_BOARD) && !(line & others)) {
                sum += line_values[bit_count(line & stones)];
            }
        }
    }
    return sum;
}

score_t connect4_textbook_value(const struct connect4_position *position)
{
    return connect4_textbook_sum(position->own, position->other) -
           connect4_textbook_sum(position->other, position->own);
}
