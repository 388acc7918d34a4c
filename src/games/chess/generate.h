/* The legal moves of one side, found without making any.
 *
 * A template for one file: before it includes this, that file defines `struct sink` and the
 * functions that take what is found, all INLINE, each with `side` and `purpose` constant once
 * inlined:
 *
 *   void take_targets(struct sink *, const struct board *, side, purpose, kind, from, targets)
 *       a piece of `kind` (not a pawn) on `from` may go to each of `targets`
 *   void take_pawns(struct sink *, const struct board *, side, purpose, step, targets)
 *       a pawn may reach each of `targets`, from `target - step`, promoting on the last rank
 *   void take_special(struct sink *, const struct board *, side, purpose, type, from, to)
 *       en passant, or castling with the rook on `to`
 *
 * Called with constants, `generate` is compiled for one side and one kind of moves, without a trace
 * of the others. */

#include "board.h"

/* What restrains a side: who gives check, where check can be met, which lines hold pinned pieces.
 */
struct restraint {
    bitboard_t checkers;
    bitboard_t evasions;       /* where a piece other than the king may go */
    bitboard_t rank_file_pins; /* from the king's neighbour to the pinning piece, inclusive */
    bitboard_t diagonal_pins;
};

/* Adds what enemy line pieces on lines through the king do: check, or pin. */
INLINE bitboard_t restrain(struct restraint *restraint, const struct board *board, int king,
                           bitboard_t snipers, bitboard_t own)
{
    bitboard_t pins = 0;
    while (snipers) {
        int sniper = bit_pop(&snipers);
        bitboard_t line = chess_between[king][sniper];
        bitboard_t blockers = line & occupied(board);
        if (!blockers) {
            restraint->checkers |= bit(sniper);
            restraint->evasions = line | bit(sniper);
        } else if (!has_several(blockers) && (blockers & own)) {
            pins |= line | bit(sniper);
        }
    }
    return pins;
}

INLINE struct restraint find_restraint(const struct board *board, const enum side us, int king)
{
    const enum side them = other_side(us);
    const bitboard_t own = board->sides[us];
    struct restraint restraint = {.evasions = ALL_SQUARES};
    restraint.checkers = (chess_knight_attacks[king] & pieces_of(board, them, KNIGHT)) |
                         (chess_pawn_attacks[us][king] & pieces_of(board, them, PAWN));
    if (UNLIKELY(restraint.checkers)) {
        restraint.evasions = restraint.checkers;
    }
    restraint.rank_file_pins =
        restrain(&restraint, board, king, chess_rook_rays[king] & rook_like(board, them), own);
    restraint.diagonal_pins =
        restrain(&restraint, board, king, chess_bishop_rays[king] & bishop_like(board, them), own);
    return restraint;
}

/* A pawn's moves other than en passant. A pinned pawn stays on its line: along a file it may still
 * advance, on a diagonal it may still capture towards the pinning piece. */
INLINE void generate_pawns(struct sink *sink, const struct board *board, const enum side us,
                           const enum wanted wanted, const int purpose,
                           const struct restraint *restraint)
{
    const enum side them = other_side(us);
    const int ahead = us == WHITE ? 8 : -8;
    const bitboard_t empty = ~occupied(board);
    const bitboard_t pawns = pieces_of(board, us, PAWN);
    const bitboard_t advancing = pawns & ~restraint->diagonal_pins;
    const bitboard_t capturing = pawns & ~restraint->rank_file_pins;
    const bitboard_t pinned = capturing & restraint->diagonal_pins;
    const bitboard_t targets = board->sides[them] & restraint->evasions;
    const bitboard_t last_rank = rank_bits(us, 7);

    bitboard_t single =
        (shift_ahead(us, advancing & ~restraint->rank_file_pins) |
         (shift_ahead(us, advancing & restraint->rank_file_pins) & restraint->rank_file_pins)) &
        empty;
    bitboard_t twice = shift_ahead(us, single & rank_bits(us, 2)) & empty & restraint->evasions;
    single &= restraint->evasions;
    if (wanted != WANTED_NOISY) {
        take_pawns(sink, board, us, purpose, ahead,
                   wanted == WANTED_QUIET ? single & ~last_rank : single);
        take_pawns(sink, board, us, purpose, 2 * ahead, twice);
    } else {
        take_pawns(sink, board, us, purpose, ahead, single & last_rank);
    }
    if (wanted != WANTED_QUIET) {
        bitboard_t free = shift_ahead(us, capturing & ~restraint->diagonal_pins);
        bitboard_t bound = shift_ahead(us, pinned);
        bitboard_t east = shift_east(free) | (shift_east(bound) & restraint->diagonal_pins);
        bitboard_t west = shift_west(free) | (shift_west(bound) & restraint->diagonal_pins);
        take_pawns(sink, board, us, purpose, ahead + 1, east & targets);
        take_pawns(sink, board, us, purpose, ahead - 1, west & targets);
    }
}

INLINE void generate_en_passant(struct sink *sink, const struct board *board, const enum side us,
                                const int purpose)
{
    bitboard_t pawns = chess_pawn_attacks[other_side(us)][board->ep] & pieces_of(board, us, PAWN);
    while (pawns) {
        int from = bit_pop(&pawns);
        if (en_passant_is_legal(board, us, from)) {
            take_special(sink, board, us, purpose, MOVE_EN_PASSANT, from, board->ep);
        }
    }
}

/* The rooks that may castle as far as the way is concerned: nothing else stands on that of king and
 * rook, and the rook does not uncover the king (possible in Chess960 alone). */
INLINE bitboard_t castling_candidates(const struct board *board, const enum side us, int king,
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

INLINE void generate_king(struct sink *sink, const struct board *board, const enum side us,
                          const enum wanted wanted, const int purpose,
                          const struct restraint *restraint, bitboard_t allowed, int king)
{
    const bitboard_t targets = chess_king_attacks[king] & allowed;
    bitboard_t rooks = wanted == WANTED_NOISY || restraint->checkers
                           ? 0
                           : castling_candidates(board, us, king, restraint->rank_file_pins);
    bitboard_t passed = 0;
    for (bitboard_t left = rooks; left;) {
        int king_to = castled_king(king, bit_pop(&left));
        passed |= chess_between[king][king_to] | bit(king_to);
    }
    if (!(targets | passed)) {
        return;
    }
    bitboard_t attacked = all_attacks(board, other_side(us), occupied(board) ^ bit(king));
    take_targets(sink, board, us, purpose, KING, king, targets & ~attacked);
    while (rooks) {
        int rook = bit_pop(&rooks), king_to = castled_king(king, rook);
        if (!((chess_between[king][king_to] | bit(king_to)) & attacked)) {
            take_special(sink, board, us, purpose, MOVE_CASTLING, king, rook);
        }
    }
}

/* The moves of all pieces between pawn and king. A pinned knight never moves; a pinned line piece
 * moves along the line of its pin. */
INLINE void generate_pieces(struct sink *sink, const struct board *board, const enum side us,
                            const int purpose, const struct restraint *restraint,
                            bitboard_t allowed)
{
    const bitboard_t all = occupied(board);
    const bitboard_t lines = restraint->rank_file_pins, diagonals = restraint->diagonal_pins;
    const bitboard_t queens = pieces_of(board, us, QUEEN);
    bitboard_t left = pieces_of(board, us, KNIGHT) & ~(lines | diagonals);
    while (left) {
        int from = bit_pop(&left);
        take_targets(sink, board, us, purpose, KNIGHT, from, chess_knight_attacks[from] & allowed);
    }
    left = pieces_of(board, us, BISHOP) & ~lines;
    while (left) {
        int from = bit_pop(&left);
        bitboard_t line = bit(from) & diagonals ? diagonals : ALL_SQUARES;
        take_targets(sink, board, us, purpose, BISHOP, from,
                     bishop_attacks(from, all) & allowed & line);
    }
    left = pieces_of(board, us, ROOK) & ~diagonals;
    while (left) {
        int from = bit_pop(&left);
        bitboard_t line = bit(from) & lines ? lines : ALL_SQUARES;
        take_targets(sink, board, us, purpose, ROOK, from,
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
        take_targets(sink, board, us, purpose, QUEEN, from, (straight | slanted) & allowed);
    }
}

/* Hands all legal moves of `us`, the side to move, to the sink. */
INLINE void generate(struct sink *sink, const struct board *board, const enum side us,
                     const enum wanted wanted, const int purpose)
{
    const int king = king_square(board, us);
    const struct restraint restraint = find_restraint(board, us, king);
    bitboard_t allowed = wanted == WANTED_NOISY   ? board->sides[other_side(us)]
                         : wanted == WANTED_QUIET ? ~occupied(board)
                                                  : ~board->sides[us];
    generate_king(sink, board, us, wanted, purpose, &restraint, allowed, king);
    if (UNLIKELY(has_several(restraint.checkers))) {
        return;
    }
    generate_pawns(sink, board, us, wanted, purpose, &restraint);
    if (wanted != WANTED_QUIET && UNLIKELY(board->ep)) {
        generate_en_passant(sink, board, us, purpose);
    }
    generate_pieces(sink, board, us, purpose, &restraint, allowed & restraint.evasions);
}
