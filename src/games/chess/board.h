/* SPDX-License-Identifier: MIT */
/* The part of the position on which the moves depend: the pieces, castling rights, en passant.
 *
 * It is small (80 bytes), because perft copies it at every node. If the functions below are called
 * with a constant side, everything that depends on the side is a compile-time constant. */
#ifndef CHESS_BOARD_H
#define CHESS_BOARD_H

#include "bitboard.h"
#include "move.h"

struct chess_board {
    bitboard_t kinds[KINDS]; /* of both sides */
    bitboard_t sides[SIDES];
    bitboard_t castling; /* the rooks that may still castle */
    uint8_t ep;   /* the square that a pawn has just jumped over, if en passant is legal; else 0 */
    uint8_t side; /* to move */
};

/* Which legal moves to generate. */
enum wanted {
    WANTED_ALL,
    WANTED_NOISY, /* captures, promotions, en passant */
    WANTED_QUIET  /* the others */
};

/* A move's bits, from the lowest: to (6), from (6), promotion kind - KNIGHT (2), move type (2).
 * Castling is written as the king capturing his own rook. */
enum move_type { MOVE_NORMAL, MOVE_PROMOTION, MOVE_EN_PASSANT, MOVE_CASTLING };

INLINE move_t move_make(int from, int to)
{
    return (move_t)(from << 6 | to);
}

INLINE move_t move_special(int from, int to, enum move_type type)
{
    return (move_t)((unsigned)type << 14 | (unsigned)from << 6 | (unsigned)to);
}

INLINE move_t move_promotion(int from, int to, enum kind kind)
{
    return (move_t)(MOVE_PROMOTION << 14 | (int)(kind - KNIGHT) << 12 | from << 6 | to);
}

INLINE int move_to(move_t move)
{
    return move & 63;
}

INLINE int move_from(move_t move)
{
    return move >> 6 & 63;
}

INLINE enum move_type move_type(move_t move)
{
    return (enum move_type)(move >> 14);
}

/* The kind of piece that a promotion creates. */
INLINE enum kind move_promoted(move_t move)
{
    return (enum kind)((move >> 12 & 3) + KNIGHT);
}

INLINE bitboard_t occupied(const struct chess_board *board)
{
    return board->sides[WHITE] | board->sides[BLACK];
}

INLINE bitboard_t pieces_of(const struct chess_board *board, enum side side, enum kind kind)
{
    return board->kinds[kind] & board->sides[side];
}

INLINE int king_square(const struct chess_board *board, enum side side)
{
    return bit_lowest(pieces_of(board, side, KING));
}

/* A side's rooks and queens. */
INLINE bitboard_t rook_like(const struct chess_board *board, enum side side)
{
    return (board->kinds[ROOK] | board->kinds[QUEEN]) & board->sides[side];
}

/* A side's bishops and queens. */
INLINE bitboard_t bishop_like(const struct chess_board *board, enum side side)
{
    return (board->kinds[BISHOP] | board->kinds[QUEEN]) & board->sides[side];
}

/* All pieces of both sides that attack the square; `blockers` block lines. */
INLINE bitboard_t attackers_of(const struct chess_board *board, int square, bitboard_t blockers)
{
    const bitboard_t *kinds = board->kinds;
    return (chess_pawn_attacks[BLACK][square] & kinds[PAWN] & board->sides[WHITE]) |
           (chess_pawn_attacks[WHITE][square] & kinds[PAWN] & board->sides[BLACK]) |
           (chess_knight_attacks[square] & kinds[KNIGHT]) |
           (chess_king_attacks[square] & kinds[KING]) |
           (rook_attacks(square, blockers) & (kinds[ROOK] | kinds[QUEEN])) |
           (bishop_attacks(square, blockers) & (kinds[BISHOP] | kinds[QUEEN]));
}

/* The enemy pieces that give check to `side`. */
INLINE bitboard_t checkers_of(const struct chess_board *board, enum side side)
{
    return attackers_of(board, king_square(board, side), occupied(board)) &
           board->sides[other_side(side)];
}

/* Every square that `side` attacks; `blockers` block lines. */
INLINE bitboard_t all_attacks(const struct chess_board *board, enum side side, bitboard_t blockers)
{
    bitboard_t attacks = pawns_attack(side, pieces_of(board, side, PAWN)) |
                         chess_king_attacks[king_square(board, side)];
    for (bitboard_t left = pieces_of(board, side, KNIGHT); left;) {
        attacks |= chess_knight_attacks[bit_pop(&left)];
    }
    for (bitboard_t left = bishop_like(board, side); left;) {
        attacks |= bishop_attacks(bit_pop(&left), blockers);
    }
    for (bitboard_t left = rook_like(board, side); left;) {
        attacks |= rook_attacks(bit_pop(&left), blockers);
    }
    return attacks;
}

/* Every square that the enemy of `us` attacks, with lines that continue past our king: the squares
 * where he may not go. */
INLINE bitboard_t attacks_past_king(const struct chess_board *board, enum side us)
{
    return all_attacks(board, other_side(us), occupied(board) ^ bit(king_square(board, us)));
}

/* En passant removes two pawns from one rank at once, which pins do not cover, so this examines the
 * board after the move. */
INLINE bool en_passant_is_legal(const struct chess_board *board, const enum side us, int from)
{
    const enum side them = other_side(us);
    const int king = king_square(board, us);
    const bitboard_t taken = bit(board->ep ^ 8);
    const bitboard_t blockers = (occupied(board) ^ bit(from) ^ taken) | bit(board->ep);
    return !(attackers_of(board, king, blockers) & board->sides[them] & ~taken);
}

/* The square to which castling with the rook on `rook` moves the king, and the one for the rook. */
INLINE int castled_king(int king, int rook)
{
    return (king & 56) | (rook > king ? 6 : 2);
}

INLINE int castled_rook(int king, int rook)
{
    return (king & 56) | (rook > king ? 5 : 3);
}

#endif
