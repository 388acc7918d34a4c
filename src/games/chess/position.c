/* SPDX-License-Identifier: MIT */
#include "position.h"

#include "network.h"
#include "rules.h"

INLINE void add_key(struct chess_state *state, enum side side, enum kind kind, int square)
{
    uint64_t key = chess_key_pieces[side][kind][square];
    state->key ^= key;
    if (kind == PAWN) {
        state->pawn_key ^= key;
    } else {
        state->side_keys[side] ^= key;
    }
}

INLINE void add_piece(struct chess_state *state, struct network_changes *changes, enum side side,
                      enum kind kind, int square)
{
    state->board.kinds[kind] ^= bit(square);
    state->board.sides[side] ^= bit(square);
    state->squares[square] = (uint8_t)piece_make(side, kind);
    network_add(changes, (int)side * KINDS + (int)kind, square);
    add_key(state, side, kind, square);
}

INLINE void remove_piece(struct chess_state *state, struct network_changes *changes, enum side side,
                         enum kind kind, int square)
{
    state->board.kinds[kind] ^= bit(square);
    state->board.sides[side] ^= bit(square);
    state->squares[square] = NO_PIECE;
    network_remove(changes, (int)side * KINDS + (int)kind, square);
    add_key(state, side, kind, square);
}

/* The castling rights that end with a move touching these squares. */
INLINE void end_castling(struct chess_state *state, bitboard_t touched)
{
    bitboard_t lost = state->board.castling & touched;
    state->board.castling ^= lost;
    while (UNLIKELY(lost)) {
        state->key ^= chess_key_castling[bit_pop(&lost)];
    }
}

/* A pawn of `us` has jumped over the square: en passant is possible if at least one capture is
 * legal. */
static void set_en_passant(struct chess_state *state, enum side us, int passed)
{
    struct chess_board *board = &state->board;
    enum side them = other_side(us);
    bitboard_t pawns = chess_pawn_attacks[us][passed] & pieces_of(board, them, PAWN);
    board->ep = (uint8_t)passed;
    while (pawns) {
        if (en_passant_is_legal(board, them, bit_pop(&pawns))) {
            state->key ^= chess_key_ep[file_of(passed)];
            return;
        }
    }
    board->ep = 0;
}

/* Begins every ply: stores the position in the ring, ends en passant, changes the side. */
INLINE void begin_ply(struct chess_position *position)
{
    struct chess_state *state = &position->state;
    position->keys[state->ply++ % CHESS_RING] = state->key;
    if (state->board.ep) {
        state->key ^= chess_key_ep[file_of(state->board.ep)];
        state->board.ep = 0;
    }
    if (state->board.side == BLACK) {
        state->move_number++;
    }
    state->board.side ^= 1;
    state->threats = 0;
    state->key ^= chess_key_black;
    state->clock++;
    state->repeatable++;
}

static void castle(struct chess_state *state, struct network_changes *changes, enum side us,
                   int king, int rook)
{
    end_castling(state, rank_bits(us, 0));
    remove_piece(state, changes, us, KING, king);
    remove_piece(state, changes, us, ROOK, rook);
    add_piece(state, changes, us, KING, castled_king(king, rook));
    add_piece(state, changes, us, ROOK, castled_rook(king, rook));
    network_move_king(changes, (int)us, king, castled_king(king, rook));
}

void chess_make(struct chess_position *position, move_t move, struct chess_undo *undo)
{
    struct chess_state *state = &position->state;
    const enum side us = (enum side)state->board.side, them = other_side(us);
    const int from = move_from(move), to = move_to(move);
    const enum kind kind = piece_kind(state->squares[from]);
    const enum kind captured = piece_kind(state->squares[to]);
    undo->state = *state;
    begin_ply(position);
    struct network_changes spare,
        *changes = network_push(position->accumulators, &state->place, &spare);
    if (UNLIKELY(move_type(move) == MOVE_CASTLING)) {
        castle(state, changes, us, from, to);
        state->repeatable = 0;
    } else {
        if (captured != (enum kind)NO_KIND) {
            remove_piece(state, changes, them, captured, to);
            state->clock = state->repeatable = 0;
        }
        remove_piece(state, changes, us, kind, from);
        add_piece(state, changes, us,
                  move_type(move) == MOVE_PROMOTION ? move_promoted(move) : kind, to);
        bitboard_t touched = bit(from) | bit(to);
        end_castling(state, kind == KING ? touched | rank_bits(us, 0) : touched);
        if (kind == KING) {
            network_move_king(changes, (int)us, from, to);
        } else if (kind == PAWN) {
            state->clock = state->repeatable = 0;
            if (move_type(move) == MOVE_EN_PASSANT) {
                remove_piece(state, changes, them, PAWN, to ^ 8);
            } else if ((from ^ to) == 16) {
                set_en_passant(state, us, (from + to) / 2);
            }
        }
    }
    state->checkers = checkers_of(&state->board, them);
}

void chess_make_null(struct chess_position *position, struct chess_undo *undo)
{
    undo->state = position->state;
    begin_ply(position);
    position->state.repeatable = 0;
}

void chess_complete(struct chess_position *position)
{
    struct chess_state *state = &position->state;
    struct chess_board *board = &state->board;
    state->key = state->pawn_key = state->side_keys[WHITE] = state->side_keys[BLACK] = 0;
    state->threats = 0;
    for (int square = 0; square < SQUARES; square++) {
        state->squares[square] = NO_PIECE;
        for (int kind = PAWN; kind < KINDS; kind++) {
            if (board->kinds[kind] & bit(square)) {
                enum side side = board->sides[BLACK] & bit(square) ? BLACK : WHITE;
                state->squares[square] = (uint8_t)piece_make(side, (enum kind)kind);
                add_key(state, side, (enum kind)kind, square);
            }
        }
    }
    for (bitboard_t rooks = board->castling; rooks;) {
        state->key ^= chess_key_castling[bit_pop(&rooks)];
    }
    if (board->ep) {
        set_en_passant(state, other_side((enum side)board->side), board->ep);
    }
    if (board->side == BLACK) {
        state->key ^= chess_key_black;
    }
    state->checkers = checkers_of(board, (enum side)board->side);
}
