/* SPDX-License-Identifier: MIT */
/* Counts the leaves of the tree of legal moves, without playing the moves of the last ply ("bulk
 * counting"). */
#include "rules.h"

/* The two modes: COUNT counts the moves, PLAY plays each on a copy of the board and counts the
 * leaves below it. */
enum { COUNT, PLAY };

struct visitor {
    uint64_t nodes;
    int depth; /* plies below each move */
    struct search *search;
};

static uint64_t perft_white(const struct chess_board *board, int depth, struct search *search);
static uint64_t perft_black(const struct chess_board *board, int depth, struct search *search);

/* Counts the leaves below a board in which `us` has just moved. */
INLINE void descend(struct visitor *visitor, const struct chess_board *child, const enum side us)
{
    visitor->nodes += us == WHITE ? perft_black(child, visitor->depth, visitor->search)
                                  : perft_white(child, visitor->depth, visitor->search);
}

INLINE void take_off(struct chess_board *board, const enum side them, bitboard_t square)
{
    for (int kind = PAWN; kind < KING; kind++) {
        board->kinds[kind] &= ~square;
    }
    board->sides[them] ^= square;
    board->castling &= ~square;
}

INLINE void put(struct chess_board *board, const enum side us, const enum kind kind,
                bitboard_t square)
{
    board->kinds[kind] ^= square;
    board->sides[us] ^= square;
}

INLINE void visit_targets(struct visitor *visitor, const struct chess_board *board,
                          const enum side us, const int mode, const enum kind kind, int from,
                          bitboard_t targets)
{
    if (mode == COUNT) {
        visitor->nodes += (uint64_t)bit_count(targets);
        return;
    }
    const enum side them = other_side(us);
    struct chess_board moved = *board;
    moved.ep = 0;
    put(&moved, us, kind, bit(from));
    if (kind == KING) {
        moved.castling &= ~moved.sides[us];
    } else if (kind == ROOK) {
        moved.castling &= ~bit(from);
    }
    for (bitboard_t captures = targets & board->sides[them]; captures;) {
        bitboard_t to = bit(bit_pop(&captures));
        struct chess_board child = moved;
        take_off(&child, them, to);
        put(&child, us, kind, to);
        descend(visitor, &child, us);
    }
    for (bitboard_t quiets = targets & ~board->sides[them]; quiets;) {
        bitboard_t to = bit(bit_pop(&quiets));
        put(&moved, us, kind, to);
        descend(visitor, &moved, us);
        put(&moved, us, kind, to);
    }
}

/* Plays each promotion from `from` to `to` on a copy of the board. */
INLINE void perft_promotions(struct visitor *visitor, const struct chess_board *board,
                             const enum side us, bitboard_t from, bitboard_t to)
{
    const enum side them = other_side(us);
    struct chess_board child = *board;
    child.ep = 0;
    put(&child, us, PAWN, from);
    if (board->sides[them] & to) {
        take_off(&child, them, to);
    }
    for (int kind = KNIGHT; kind <= QUEEN; kind++) {
        put(&child, us, (enum kind)kind, to);
        descend(visitor, &child, us);
        put(&child, us, (enum kind)kind, to);
    }
}

INLINE void visit_pawns(struct visitor *visitor, const struct chess_board *board,
                        const enum side us, const int mode, const int step, bitboard_t targets)
{
    const enum side them = other_side(us);
    const bool captures = step % 8 != 0;
    const bool jumps = step % 16 == 0;
    bitboard_t promotions = jumps ? 0 : targets & rank_bits(us, 7);
    if (mode == COUNT) {
        visitor->nodes += (uint64_t)bit_count(targets);
        if (UNLIKELY(promotions)) {
            visitor->nodes += 3 * (uint64_t)bit_count(promotions);
        }
        return;
    }
    targets ^= promotions;
    while (targets) {
        int to = bit_pop(&targets);
        struct chess_board child = *board;
        child.ep = 0;
        if (captures) {
            take_off(&child, them, bit(to));
        }
        put(&child, us, PAWN, bit(to) | bit(to - step));
        if (jumps) {
            int passed = to - step / 2;
            if (chess_pawn_attacks[us][passed] & pieces_of(board, them, PAWN)) {
                child.ep = (uint8_t)passed;
            }
        }
        descend(visitor, &child, us);
    }
    while (UNLIKELY(promotions)) {
        int to = bit_pop(&promotions);
        perft_promotions(visitor, board, us, bit(to - step), bit(to));
    }
}

INLINE void visit_special(struct visitor *visitor, const struct chess_board *board,
                          const enum side us, const int mode, const enum move_type type, int from,
                          int to)
{
    if (mode == COUNT) {
        visitor->nodes++;
        return;
    }
    struct chess_board child = *board;
    child.ep = 0;
    if (type == MOVE_EN_PASSANT) {
        put(&child, us, PAWN, bit(from) | bit(to));
        put(&child, other_side(us), PAWN, bit(to ^ 8));
    } else {
        put(&child, us, KING, bit(from));
        put(&child, us, ROOK, bit(to));
        put(&child, us, KING, bit(castled_king(from, to)));
        put(&child, us, ROOK, bit(castled_rook(from, to)));
        child.castling &= ~rank_bits(us, 0);
    }
    descend(visitor, &child, us);
}

#include "generate.h"

/* From this depth on, in plies, the count checks whether it was stopped. A shallower tree has at
 * most 218 * 218 positions whose moves are counted, which takes 2 ms. */
#define STOPPABLE_DEPTH 3

INLINE uint64_t perft(const struct chess_board *board, const enum side us, int depth,
                      struct search *search)
{
    struct visitor visitor = {0, depth - 1, search};
    if (depth == 1) {
        generate(&visitor, board, us, WANTED_ALL, COUNT, 0);
    } else if (depth < STOPPABLE_DEPTH || !search || !search_stopped(search)) {
        generate(&visitor, board, us, WANTED_ALL, PLAY, 0);
    }
    return visitor.nodes;
}

static uint64_t perft_white(const struct chess_board *board, int depth, struct search *search)
{
    return perft(board, WHITE, depth, search);
}

static uint64_t perft_black(const struct chess_board *board, int depth, struct search *search)
{
    return perft(board, BLACK, depth, search);
}

uint64_t LEVEL_NAME(chess_count_leaves)(const struct chess_board *board, int depth,
                                        struct search *search)
{
    return board->side == WHITE ? perft_white(board, depth, search)
                                : perft_black(board, depth, search);
}
