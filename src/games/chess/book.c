/* SPDX-License-Identifier: MIT */
#include "book.h"

#include "compiler.h"
#include "polyglot_numbers_name.h"
#include "rules.h"

/* The numbers that define the key of a position, as Michel Van den Bergh's description lists them.
 */
EMBED_FILE(chess_book_numbers, POLYGLOT_NUMBERS_FILE);
extern const uint64_t chess_book_numbers[CHESS_BOOK_NUMBERS];

/* Where the numbers of each kind begin. */
enum { NUMBERS_CASTLING = 768, NUMBERS_EN_PASSANT = 772, NUMBERS_WHITE_MOVES = 780 };

/* An entry's move, from the lowest bit: to (6 bits), from (6), promotion (3): 0 none, then 1 knight
 * to 4 queen. Castling is written as the king capturing his own rook. */
enum { ENTRY_PROMOTION_SHIFT = 12 };

/* White and Black castle short and long with the rooks in the corners; the format has no other
 * castling rights. */
static uint64_t castling_key(bitboard_t rooks)
{
    static const int corners[] = {7, 0, 63, 56};
    uint64_t key = 0;
    for (int i = 0; i < LENGTH(corners); i++) {
        key ^= rooks & bit(corners[i]) ? chess_book_numbers[NUMBERS_CASTLING + i] : 0;
    }
    return key;
}

uint64_t chess_book_key(const struct chess_position *position)
{
    const struct chess_board *board = &position->state.board;
    uint64_t key = castling_key(board->castling);
    for (enum side side = WHITE; side < SIDES; side++) {
        for (enum kind kind = PAWN; kind < KINDS; kind++) {
            for (bitboard_t left = pieces_of(board, side, kind); left;) {
                key ^= chess_book_numbers[(2 * (int)kind + (side == WHITE)) * SQUARES +
                                          bit_pop(&left)];
            }
        }
    }
    key ^= board->ep ? chess_book_numbers[NUMBERS_EN_PASSANT + file_of(board->ep)] : 0;
    return key ^ (board->side == WHITE ? chess_book_numbers[NUMBERS_WHITE_MOVES] : 0);
}

/* Whether an entry encodes this move. Castling may also be encoded as a move of the king by two
 * squares, as in some books. */
static bool chess_book_is_written(const struct chess_position *position UNUSED, move_t move,
                                  int written)
{
    const int from = move_from(move), to = move_to(move);
    if (move_type(move) == MOVE_CASTLING && written == (from << 6 | castled_king(from, to))) {
        return true;
    }
    int promotion = move_type(move) == MOVE_PROMOTION ? (int)move_promoted(move) - KNIGHT + 1 : 0;
    return written == (promotion << ENTRY_PROMOTION_SHIFT | from << 6 | to);
}

#define GAME chess
#include "book_template.h"
