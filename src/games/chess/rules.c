/* SPDX-License-Identifier: MIT */
#include "rules.h"

struct visitor {
    struct move_list *list;
};

INLINE void visit_targets(struct visitor *visitor, const struct chess_board *board UNUSED,
                          const enum side us UNUSED, const int mode UNUSED,
                          const enum kind kind UNUSED, int from, bitboard_t targets)
{
    while (targets) {
        move_list_add(visitor->list, move_make(from, bit_pop(&targets)));
    }
}

INLINE void visit_pawns(struct visitor *visitor, const struct chess_board *board UNUSED,
                        const enum side us, const int mode UNUSED, const int step,
                        bitboard_t targets)
{
    bitboard_t promotions = targets & rank_bits(us, 7);
    targets ^= promotions;
    while (UNLIKELY(promotions)) {
        int to = bit_pop(&promotions);
        for (int kind = QUEEN; kind >= KNIGHT; kind--) {
            move_list_add(visitor->list, move_promotion(to - step, to, (enum kind)kind));
        }
    }
    while (targets) {
        int to = bit_pop(&targets);
        move_list_add(visitor->list, move_make(to - step, to));
    }
}

INLINE void visit_special(struct visitor *visitor, const struct chess_board *board UNUSED,
                          const enum side us UNUSED, const int mode UNUSED,
                          const enum move_type type, int from, int to)
{
    move_list_add(visitor->list, move_special(from, to, type));
}

#include "generate.h"

INLINE void list_moves(const struct chess_position *position, const enum wanted wanted,
                       struct move_list *list)
{
    const struct chess_state *state = &position->state;
    struct visitor visitor = {list};
    if (state->board.side == WHITE) {
        generate(&visitor, &state->board, WHITE, wanted, 0, state->threats);
    } else {
        generate(&visitor, &state->board, BLACK, wanted, 0, state->threats);
    }
}

void chess_generate(const struct chess_position *position, enum move_class move_class,
                    struct move_list *list)
{
    if (move_class == MOVES_NOISY) {
        list_moves(position, WANTED_NOISY, list);
    } else {
        list_moves(position, WANTED_QUIET, list);
    }
}

void chess_legal_moves(const struct chess_position *position, struct move_list *list)
{
    list_moves(position, WANTED_ALL, list);
}

/* Castling, en passant and promotions are rare, so they are checked against the list of legal
 * moves. */
static bool is_listed(const struct chess_position *position, move_t move)
{
    struct move_list list = {.count = 0};
    chess_legal_moves(position, &list);
    return move_list_find(&list, move) >= 0;
}

/* The squares to which a pawn may go, without promotion and en passant, and ignoring pins and
 * checks. */
static bitboard_t pawn_targets(const struct chess_board *board, enum side us, int from)
{
    bitboard_t empty = ~occupied(board);
    bitboard_t single = shift_ahead(us, bit(from)) & empty;
    bitboard_t twice = shift_ahead(us, single & rank_bits(us, 2)) & empty;
    bitboard_t captures = chess_pawn_attacks[us][from] & board->sides[other_side(us)];
    return (single | twice | captures) & ~rank_bits(us, 7);
}

bool chess_is_legal(const struct chess_position *position, move_t move)
{
    const struct chess_board *board = &position->state.board;
    const enum side us = side_to_move(position), them = other_side(us);
    const int from = move_from(move), to = move_to(move);
    const int piece = position->state.squares[from];
    const bitboard_t all = occupied(board);
    if (!(board->sides[us] & bit(from))) {
        return false;
    }
    if (move_type(move) != MOVE_NORMAL) {
        return is_listed(position, move);
    }
    const enum kind kind = piece_kind(piece);
    const bitboard_t targets = kind == PAWN ? pawn_targets(board, us, from)
                                            : piece_attacks(kind, from, all) & ~board->sides[us];
    if (move >> 12 != 0 || !(targets & bit(to))) {
        return false;
    }
    if (kind == KING) {
        return !(attackers_of(board, to, all ^ bit(from)) & board->sides[them]);
    }
    const int king = king_square(board, us);
    const bitboard_t after = (all & ~bit(from)) | bit(to);
    const bitboard_t left = board->sides[them] & ~bit(to);
    return !(attackers_of(board, king, after) & left);
}

bool chess_gives_check(const struct chess_position *position, move_t move)
{
    const struct chess_board *board = &position->state.board;
    const enum side us = side_to_move(position), them = other_side(us);
    const int from = move_from(move), to = move_to(move), king = king_square(board, them);
    const enum kind kind = piece_kind(position->state.squares[from]);
    const bitboard_t after = (occupied(board) & ~bit(from)) | bit(to);
    bitboard_t direct = kind == PAWN   ? chess_pawn_attacks[us][to]
                        : kind == KING ? 0
                                       : piece_attacks(kind, to, after);
    if (direct & bit(king)) {
        return true;
    }
    /* Discovered check: only a piece that stood on a line with the king can have opened one. */
    if (!((chess_rook_rays[king] | chess_bishop_rays[king]) & bit(from))) {
        return false;
    }
    return (rook_attacks(king, after) & rook_like(board, us) & ~bit(from)) ||
           (bishop_attacks(king, after) & bishop_like(board, us) & ~bit(from));
}

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
