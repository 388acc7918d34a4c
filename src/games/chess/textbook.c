/* SPDX-License-Identifier: MIT */
/* The evaluation of the textbook on chess. */
#include "rules.h"

/* Material as the textbook counts it; a king that is checkmated counts as lost. */
score_t chess_textbook_value(const struct chess_position *position)
{
    static const score_t values[KINDS] = {
        [PAWN] = 1, [KNIGHT] = 3, [BISHOP] = 3, [ROOK] = 5, [QUEEN] = 9};
    const struct chess_board *board = &position->state.board;
    const enum game_result result = chess_result(position);
    if (result == RESULT_DRAW) {
        return SCORE_DRAW;
    }
    score_t sum = result == RESULT_NONE ? 0 : -1000000;
    for (enum kind kind = PAWN; kind < KING; kind++) {
        sum +=
            values[kind] * (bit_count(pieces_of(board, side_to_move(position), kind)) -
                            bit_count(pieces_of(board, other_side(side_to_move(position)), kind)));
    }
    return sum;
}
