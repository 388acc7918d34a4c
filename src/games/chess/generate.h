/* SPDX-License-Identifier: MIT */
/* Generates the legal moves of one side without making any.
 *
 * A template for one file: before it includes this header, that file defines `struct visitor` and
 * the functions below, which receive the moves. All are INLINE and return nothing, and their
 * parameters `side` and `mode` (which the file defines) are constants once they are inlined.
 *
 * `visit_targets(struct visitor *, const struct chess_board *, side, mode, kind, from, targets)`:
 *     A piece of `kind` (not a pawn) on `from` may go to each of `targets`.
 * `visit_pawns(struct visitor *, const struct chess_board *, side, mode, step, targets)`:
 *     A pawn may reach each of `targets`, from `target - step`; on the last rank it promotes.
 * `visit_special(struct visitor *, const struct chess_board *, side, mode, type, from, to)`:
 *     En passant, or castling with the rook on `to`.
 *
 * A call of `generate` with constants is compiled for one side and one class of moves, without the
 * code for the others. */

#include "board.h"

/* The limits on a side's moves: the checkers, the squares where a check can be met, and the lines
 * on which pieces are pinned. */
struct pins_and_checkers {
    bitboard_t checkers;
    bitboard_t evasions;       /* where a piece other than the king may go */
    bitboard_t rank_file_pins; /* from the king's neighbour to the pinning piece, inclusive */
    bitboard_t diagonal_pins;
};

/* Finds the checks of enemy line pieces (`snipers`) on lines through the king; returns the lines on
 * which they pin a piece. */
INLINE bitboard_t find_pins(struct pins_and_checkers *constraints, const struct chess_board *board,
                            int king, bitboard_t snipers, bitboard_t own)
{
    bitboard_t pins = 0;
    while (snipers) {
        int sniper = bit_pop(&snipers);
        bitboard_t line = chess_between[king][sniper];
        bitboard_t blockers = line & occupied(board);
        if (!blockers) {
            constraints->checkers |= bit(sniper);
            constraints->evasions = line | bit(sniper);
        } else if (!has_several(blockers) && (blockers & own)) {
            pins |= line | bit(sniper);
        }
    }
    return pins;
}

INLINE struct pins_and_checkers find_pins_and_checkers(const struct chess_board *board,
                                                       const enum side us, int king)
{
    const enum side them = other_side(us);
    const bitboard_t own = board->sides[us];
    struct pins_and_checkers constraints = {.evasions = ALL_SQUARES};
    constraints.checkers = (chess_knight_attacks[king] & pieces_of(board, them, KNIGHT)) |
                           (chess_pawn_attacks[us][king] & pieces_of(board, them, PAWN));
    if (UNLIKELY(constraints.checkers)) {
        constraints.evasions = constraints.checkers;
    }
    constraints.rank_file_pins =
        find_pins(&constraints, board, king, chess_rook_rays[king] & rook_like(board, them), own);
    constraints.diagonal_pins = find_pins(&constraints, board, king,
                                          chess_bishop_rays[king] & bishop_like(board, them), own);
    return constraints;
}

/* A pawn's moves other than en passant. A pinned pawn stays on its line: on a file it may advance,
 * on a diagonal it may capture towards the pinning piece. */
INLINE void generate_pawns(struct visitor *visitor, const struct chess_board *board,
                           const enum side us, const enum wanted wanted, const int mode,
                           const struct pins_and_checkers *constraints)
{
    const enum side them = other_side(us);
    const int ahead = us == WHITE ? 8 : -8;
    const bitboard_t empty = ~occupied(board);
    const bitboard_t pawns = pieces_of(board, us, PAWN);
    const bitboard_t advancing = pawns & ~constraints->diagonal_pins;
    const bitboard_t capturing = pawns & ~constraints->rank_file_pins;
    const bitboard_t pinned = capturing & constraints->diagonal_pins;
    const bitboard_t targets = board->sides[them] & constraints->evasions;
    const bitboard_t last_rank = rank_bits(us, 7);

    bitboard_t single =
        (shift_ahead(us, advancing & ~constraints->rank_file_pins) |
         (shift_ahead(us, advancing & constraints->rank_file_pins) & constraints->rank_file_pins)) &
        empty;
    bitboard_t twice = shift_ahead(us, single & rank_bits(us, 2)) & empty & constraints->evasions;
    single &= constraints->evasions;
    if (wanted != WANTED_NOISY) {
        visit_pawns(visitor, board, us, mode, ahead,
                    wanted == WANTED_QUIET ? single & ~last_rank : single);
        visit_pawns(visitor, board, us, mode, 2 * ahead, twice);
    } else {
        visit_pawns(visitor, board, us, mode, ahead, single & last_rank);
    }
    if (wanted != WANTED_QUIET) {
        bitboard_t free = shift_ahead(us, capturing & ~constraints->diagonal_pins);
        bitboard_t bound = shift_ahead(us, pinned);
        bitboard_t east = shift_east(free) | (shift_east(bound) & constraints->diagonal_pins);
        bitboard_t west = shift_west(free) | (shift_west(bound) & constraints->diagonal_pins);
        visit_pawns(visitor, board, us, mode, ahead + 1, east & targets);
        visit_pawns(visitor, board, us, mode, ahead - 1, west & targets);
    }
}

INLINE void generate_en_passant(struct visitor *visitor, const struct chess_board *board,
                                const enum side us, const int mode)
{
    bitboard_t pawns = chess_pawn_attacks[other_side(us)][board->ep] & pieces_of(board, us, PAWN);
    while (pawns) {
        int from = bit_pop(&pawns);
        if (en_passant_is_legal(board, us, from)) {
            visit_special(visitor, board, us, mode, MOVE_EN_PASSANT, from, board->ep);
        }
    }
}

/* The rooks that may castle, considering only the squares between: no other piece stands on the
 * paths of king and rook, and the rook's move does not expose the king (possible only in
 * Chess960). */
INLINE bitboard_t castling_candidates(const struct chess_board *board, const enum side us, int king,
                                      bitboard_t pins)
{
    bitboard_t candidates = board->castling & board->sides[us] & ~pins;
    for (bitboard_t rooks = candidates; rooks;) {
        int rook = bit_pop(&rooks);
        int king_to = castled_king(king, rook);
        int rook_to = castled_rook(king, rook);
        bitboard_t path = chess_between[king][king_to] | bit(king_to) |
                          chess_between[rook][rook_to] | bit(rook_to);
        if (path & occupied(board) & ~bit(king) & ~bit(rook)) {
            candidates ^= bit(rook);
        }
    }
    return candidates;
}

INLINE void generate_king(struct visitor *visitor, const struct chess_board *board,
                          const enum side us, const enum wanted wanted, const int mode,
                          const struct pins_and_checkers *constraints, bitboard_t allowed, int king,
                          bitboard_t attacked)
{
    const bitboard_t targets = chess_king_attacks[king] & allowed;
    bitboard_t rooks = wanted == WANTED_NOISY || constraints->checkers
                           ? 0
                           : castling_candidates(board, us, king, constraints->rank_file_pins);
    bitboard_t passed = 0;
    for (bitboard_t left = rooks; left;) {
        int king_to = castled_king(king, bit_pop(&left));
        passed |= chess_between[king][king_to] | bit(king_to);
    }
    if (!(targets | passed)) {
        return;
    }
    if (!attacked) {
        attacked = attacks_past_king(board, us);
    }
    visit_targets(visitor, board, us, mode, KING, king, targets & ~attacked);
    while (rooks) {
        int rook = bit_pop(&rooks), king_to = castled_king(king, rook);
        if (!((chess_between[king][king_to] | bit(king_to)) & attacked)) {
            visit_special(visitor, board, us, mode, MOVE_CASTLING, king, rook);
        }
    }
}

/* The moves of knights, bishops, rooks and queens. A pinned knight never moves; a pinned line piece
 * moves along the line of its pin. */
INLINE void generate_pieces(struct visitor *visitor, const struct chess_board *board,
                            const enum side us, const int mode,
                            const struct pins_and_checkers *constraints, bitboard_t allowed)
{
    const bitboard_t all = occupied(board);
    const bitboard_t lines = constraints->rank_file_pins, diagonals = constraints->diagonal_pins;
    const bitboard_t queens = pieces_of(board, us, QUEEN);
    bitboard_t left = pieces_of(board, us, KNIGHT) & ~(lines | diagonals);
    while (left) {
        int from = bit_pop(&left);
        visit_targets(visitor, board, us, mode, KNIGHT, from, chess_knight_attacks[from] & allowed);
    }
    left = pieces_of(board, us, BISHOP) & ~lines;
    while (left) {
        int from = bit_pop(&left);
        bitboard_t line = bit(from) & diagonals ? diagonals : ALL_SQUARES;
        visit_targets(visitor, board, us, mode, BISHOP, from,
                      bishop_attacks(from, all) & allowed & line);
    }
    left = pieces_of(board, us, ROOK) & ~diagonals;
    while (left) {
        int from = bit_pop(&left);
        bitboard_t line = bit(from) & lines ? lines : ALL_SQUARES;
        visit_targets(visitor, board, us, mode, ROOK, from,
                      rook_attacks(from, all) & allowed & line);
    }
    left = queens;
    while (left) {
        int from = bit_pop(&left);
        bitboard_t straight = rook_attacks(from, all), slanted = bishop_attacks(from, all);
        if (UNLIKELY(bit(from) & (lines | diagonals))) {
            straight = bit(from) & lines ? straight & lines : 0;
            slanted = bit(from) & diagonals ? slanted & diagonals : 0;
        }
        visit_targets(visitor, board, us, mode, QUEEN, from, (straight | slanted) & allowed);
    }
}

/* Calls the functions above with all legal moves of `us`, the side to move. `attacked` is
 * attacks_past_king(board, us), or 0 if it is not known. */
INLINE void generate(struct visitor *visitor, const struct chess_board *board, const enum side us,
                     const enum wanted wanted, const int mode, bitboard_t attacked)
{
    const int king = king_square(board, us);
    const struct pins_and_checkers constraints = find_pins_and_checkers(board, us, king);
    bitboard_t allowed = wanted == WANTED_NOISY   ? board->sides[other_side(us)]
                         : wanted == WANTED_QUIET ? ~occupied(board)
                                                  : ~board->sides[us];
    generate_king(visitor, board, us, wanted, mode, &constraints, allowed, king, attacked);
    if (UNLIKELY(has_several(constraints.checkers))) {
        return;
    }
    generate_pawns(visitor, board, us, wanted, mode, &constraints);
    if (wanted != WANTED_QUIET && UNLIKELY(board->ep)) {
        generate_en_passant(visitor, board, us, mode);
    }
    generate_pieces(visitor, board, us, mode, &constraints, allowed & constraints.evasions);
}
