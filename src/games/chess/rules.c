/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include "fen.h"
#include "moves.h"

/* The key of the position `back` plies ago. */
INLINE uint64_t key_before(const struct chess_position *position, int back)
{
    return position->keys[(position->state.ply - back) % CHESS_RING];
}

int chess_repetitions(const struct chess_position *position, int recent)
{
    const struct chess_state *state = &position->state;
    int count = 0;
    for (int back = 4; back <= state->repeatable; back += 2) {
        if (key_before(position, back) == state->key) {
            count += back < recent ? 2 : 1;
            if (count >= 2) {
                return 2;
            }
        }
    }
    return count;
}

/* Whether the side to move has a move, not a pawn's, a capture or castling, that changes the key of
 * the pieces by `change`. */
INLINE bool has_reversible_move(const struct chess_state *state, uint64_t change)
{
    const enum side us = (enum side)state->board.side;
    const bitboard_t own = state->board.sides[us];
    const bitboard_t occupied = own | state->board.sides[other_side(us)];
    for (int second = 0; second < 2; second++) {
        const int squares = chess_reversible_moves[reversible_move_place(change, second)];
        const int a = squares % SQUARES, b = squares / SQUARES;
        const int from = own & bit(a) ? a : b, to = a + b - from;
        const enum kind kind = piece_kind(state->squares[from]);
        if (own & bit(from) && !(occupied & (bit(to) | chess_between[from][to])) &&
            (chess_key_pieces[us][kind][from] ^ chess_key_pieces[us][kind][to]) == change) {
            return true;
        }
    }
    return false;
}

bool chess_upcoming_repetition(const struct chess_position *position, int recent)
{
    const struct chess_state *state = &position->state;
    for (int back = 3; back <= state->repeatable; back += 2) {
        const uint64_t key = key_before(position, back);
        if (!has_reversible_move(state, key ^ state->key ^ chess_key_black)) {
            continue;
        }
        if (back < recent) {
            return true;
        }
        for (int first = back + 4; first <= state->repeatable; first += 2) {
            if (key_before(position, first) == key) {
                return true;
            }
        }
    }
    return false;
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

void chess_start(const struct game_settings *settings, void *position)
{
    struct error error;
    chess_parse_fen(settings, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", position,
                    &error);
}

enum game_result chess_result(const void *opaque)
{
    const struct chess_position *position = opaque;
    struct move_list list;
    list.count = 0;
    chess_legal_moves(position, &list);
    if (list.count == 0) {
        return !chess_in_check(position)       ? RESULT_DRAW
               : chess_side(position) == WHITE ? RESULT_P2_WINS
                                               : RESULT_P1_WINS;
    }
    bool drawn = position->state.clock >= FIFTY_MOVES || chess_repetitions(position, 0) >= 2 ||
                 chess_is_insufficient_material(position);
    return drawn ? RESULT_DRAW : RESULT_NONE;
}
