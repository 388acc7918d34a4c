/* SPDX-License-Identifier: MIT */
#include "rules.h"

int chess_repetitions(const struct chess_position *position, int recent)
{
    const struct chess_state *state = &position->state;
    int count = 0;
    for (int back = 4; back <= state->repeatable; back += 2) {
        if (position->keys[(state->ply - back) % CHESS_RING] == state->key) {
            count += back < recent ? 2 : 1;
            if (count >= 2) {
                return 2;
            }
        }
    }
    return count;
}

bool chess_is_insufficient_material(const struct chess_position *position)
{
    const struct chess_board *board = &position->state.board;
    bitboard_t minors = board->kinds[KNIGHT] | board->kinds[BISHOP];
    if (board->kinds[PAWN] | board->kinds[ROOK] | board->kinds[QUEEN]) {
        return false;
    }
    if (!has_several(minors)) {
        return true;
    }
    bool one_colour = !(minors & LIGHT_SQUARES) || !(minors & ~LIGHT_SQUARES);
    return !board->kinds[KNIGHT] && one_colour;
}

void chess_start(const struct game_settings *settings, struct chess_position *position)
{
    struct error error;
    chess_parse_fen(settings, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", position,
                    &error);
}

enum game_result chess_result(const struct chess_position *position)
{
    struct move_list list;
    list.count = 0;
    chess_legal_moves(position, &list);
    if (list.count == 0) {
        return !chess_in_check(position)         ? RESULT_DRAW
               : side_to_move(position) == WHITE ? RESULT_P2_WINS
                                                 : RESULT_P1_WINS;
    }
    bool drawn = position->state.clock >= FIFTY_MOVES || chess_repetitions(position, 0) >= 2 ||
                 chess_is_insufficient_material(position);
    return drawn ? RESULT_DRAW : RESULT_NONE;
}
