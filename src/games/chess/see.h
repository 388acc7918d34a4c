/* SPDX-License-Identifier: MIT */
/* Static exchange evaluation: the material result of a series of captures on one square, in which
 * each side captures with its least valuable piece and stops when that is better (Chess Programming
 * Wiki, "Static Exchange Evaluation"). It ignores pins. */
#ifndef CHESS_SEE_H
#define CHESS_SEE_H

#include "position.h"
#include "score.h"

/* Values in centipawns for the exchange; a king is never lost. */
static const score_t exchange_values[KINDS + 1] = {100, 320, 330, 500, 950, 0, 0};

/* The kind of a side's least valuable piece among `pieces`; NO_KIND if there is none. */
INLINE enum kind least_kind(const struct chess_board *board, bitboard_t pieces)
{
    int kind = PAWN;
    while (kind < KINDS && !(board->kinds[kind] & pieces)) {
        kind++;
    }
    return (enum kind)kind;
}

/* `us` has just captured on the square. It is `lead` centipawns (>= 0) above the margin, and may
 * lose a piece of `at_risk` centipawns there. Returns whether it stays at or above the margin if
 * both sides continue to capture. In the loop, `lead` is that of the capturing side: since one side
 * reaches the margin exactly when the other does not, a lead of x for one side is a lead of -x - 1
 * for the other. */
static UNUSED bool stays_above_margin(const struct chess_board *board, int square, enum side us,
                                      bitboard_t blockers, score_t lead, score_t at_risk)
{
    const bitboard_t straight = board->kinds[ROOK] | board->kinds[QUEEN];
    const bitboard_t slanted = board->kinds[BISHOP] | board->kinds[QUEEN];
    bitboard_t attackers = attackers_of(board, square, blockers) & blockers;
    for (enum side side = other_side(us);; side = other_side(side)) {
        bitboard_t own = attackers & board->sides[side];
        enum kind kind = least_kind(board, own);
        if (kind == (enum kind)NO_KIND || (kind == KING && attackers != own)) {
            return side != us;
        }
        lead = at_risk - lead - 1; /* not below 0: the lead was less than the piece at risk */
        at_risk = exchange_values[kind];
        if (lead >= at_risk) {
            return side == us;
        }
        blockers ^= bit(bit_lowest(board->kinds[kind] & own));
        attackers = (attackers | (bishop_attacks(square, blockers) & slanted) |
                     (rook_attacks(square, blockers) & straight)) &
                    blockers;
    }
}

/* Whether the exchange that the move begins gains the mover `margin` centipawns or more. */
static UNUSED bool chess_see_ge(const struct chess_position *position, move_t move, score_t margin)
{
    const struct chess_board *board = &position->state.board;
    const int from = move_from(move), to = move_to(move);
    if (move_type(move) == MOVE_CASTLING) {
        return margin <= 0;
    }
    bitboard_t blockers = (occupied(board) ^ bit(from)) | bit(to);
    score_t lead = exchange_values[piece_kind(position->state.squares[to])] - margin;
    score_t at_risk = exchange_values[piece_kind(position->state.squares[from])];
    if (move_type(move) == MOVE_PROMOTION) {
        at_risk = exchange_values[move_promoted(move)];
        lead += at_risk - exchange_values[PAWN];
    } else if (move_type(move) == MOVE_EN_PASSANT) {
        lead += exchange_values[PAWN];
        blockers ^= bit(to ^ 8);
    }
    if (lead < 0) {
        return false;
    }
    return lead >= at_risk || stays_above_margin(board, to, side_to_move(position),
                                                 blockers & ~bit(to), lead, at_risk);
}

#endif
