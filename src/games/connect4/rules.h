/* SPDX-License-Identifier: MIT */
/* The rules of Connect Four, on bitboards: 7 columns of 7 bits, the lowest bit of a column its
 * bottom square.
 *
 *      6 13 20 27 34 41 48   always empty: a fence between the columns
 *      5 12 19 26 33 40 47   rank 6
 *      4 11 18 25 32 39 46
 *      3 10 17 24 31 38 45
 *      2  9 16 23 30 37 44
 *      1  8 15 22 29 36 43
 *      0  7 14 21 28 35 42   rank 1
 *
 * The fence makes a shift by 1 (up), 7 (right), 8 (up and right) or 6 (down and right) step to the
 * neighbour without running into the next column (John Tromp's layout, tromp.github.io/c4). */
#ifndef CONNECT4_RULES_H
#define CONNECT4_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "level.h"
#include "look.h"
#include "rng.h"

#define CONNECT4_COLUMNS     7
#define CONNECT4_RANKS       6
#define CONNECT4_SQUARES     (CONNECT4_COLUMNS * CONNECT4_RANKS)
#define CONNECT4_COLUMN_BITS (CONNECT4_RANKS + 1)

/* The bottom square of every column; every square; the top square of every column. */
#define CONNECT4_BOTTOM UINT64_C(0x0040810204081)
#define CONNECT4_BOARD  (CONNECT4_BOTTOM * ((UINT64_C(1) << CONNECT4_RANKS) - 1))
#define CONNECT4_TOP    (CONNECT4_BOTTOM << (CONNECT4_RANKS - 1))

/* The squares of column 1; the fence above the board, whose bits are 0 in every position. */
#define CONNECT4_FIRST_COLUMN ((UINT64_C(1) << CONNECT4_RANKS) - 1)
#define CONNECT4_FENCE        (CONNECT4_BOTTOM << CONNECT4_RANKS)

/* Ranks 1, 3, 5 and ranks 2, 4, 6. When only one column is left to fill, the first player gets its
 * odd ranks and the second player its even ranks. */
#define CONNECT4_ODD_RANKS  (CONNECT4_BOTTOM * UINT64_C(0x15))
#define CONNECT4_EVEN_RANKS (CONNECT4_BOTTOM * UINT64_C(0x2a))

enum connect4_setting {
    CONNECT4_OWN_BOOK,
    CONNECT4_NAMED_BOOK,
    CONNECT4_SKILL,
    CONNECT4_NOTATION,
    CONNECT4_SETTINGS
};

typedef uint64_t bitboard_t;

struct connect4_position {
    bitboard_t own;   /* stones of the side to move */
    bitboard_t other; /* stones of the side that has just moved */
    int ply;          /* stones on the board; if even, the first player is to move */
    bool numbers;     /* moves are written as the texts number the columns, from 0 */
};

/* All squares of a column, 0 to 6 from the left. */
INLINE bitboard_t connect4_column(int column)
{
    return CONNECT4_FIRST_COLUMN << (column * CONNECT4_COLUMN_BITS);
}

/* The bit of a square that is numbered rank by rank from the bottom left. */
INLINE int connect4_square_bit(int square)
{
    return square % CONNECT4_COLUMNS * CONNECT4_COLUMN_BITS + square / CONNECT4_COLUMNS;
}

/* The columns from the middle to the sides, in the order in which moves are tried. */
INLINE int connect4_middle_first(int index)
{
    static const int columns[CONNECT4_COLUMNS] = {3, 2, 4, 1, 5, 0, 6};
    return columns[index];
}

/* A move is its column, 1 to 7 from the left, as players write it. */
INLINE int connect4_move_column(move_t move)
{
    return move - 1;
}

INLINE move_t connect4_column_move(int column)
{
    return (move_t)(column + 1);
}

/* The squares on which a stone dropped now can land, at most one per column. */
INLINE bitboard_t connect4_landings(const struct connect4_position *position)
{
    return ((position->own | position->other) + CONNECT4_BOTTOM) & CONNECT4_BOARD;
}

/* Drops a stone of the side to move onto one landing square. */
INLINE void connect4_drop(struct connect4_position *position, bitboard_t landing)
{
    bitboard_t mover = position->own | landing;
    position->own = position->other;
    position->other = mover;
    position->ply++;
}

INLINE bool connect4_is_legal(const struct connect4_position *position, move_t move)
{
    return move >= 1 && move <= CONNECT4_COLUMNS &&
           (connect4_landings(position) & connect4_column(connect4_move_column(move)));
}

/* Plays a legal move. */
INLINE void connect4_play(struct connect4_position *position, move_t move)
{
    connect4_drop(position,
                  connect4_landings(position) & connect4_column(connect4_move_column(move)));
}

/* The previous position, without the topmost stone of a column. False if that stone cannot be the
 * last one played. */
INLINE bool connect4_take_back(const struct connect4_position *position, int column,
                               struct connect4_position *before)
{
    const bitboard_t stones = (position->own | position->other) & connect4_column(column);
    const bitboard_t top = stones & ~(stones >> 1);
    *before = (struct connect4_position){
        .own = position->other & ~top, .other = position->own, .ply = position->ply - 1};
    return top & position->other;
}

/* Whether these stones contain four in a row. */
INLINE bool connect4_has_four(bitboard_t stones)
{
    bitboard_t vertical = stones & stones >> 1;
    bitboard_t rising = stones & stones >> 8;
    bitboard_t falling = stones & stones >> 6;
    bitboard_t level = stones & stones >> 7;
    return (vertical & vertical >> 2) | (rising & rising >> 16) | (falling & falling >> 12) |
           (level & level >> 14);
}

/* Empty squares on which one more stone makes four in a row of `stones`. */
INLINE bitboard_t connect4_threats(bitboard_t stones, bitboard_t occupied)
{
    bitboard_t squares = stones << 1 & stones << 2 & stones << 3;
    static const int directions[] = {6, 7, 8};
    for (int i = 0; i < LENGTH(directions); i++) {
        int step = directions[i];
        bitboard_t two_left = stones << step & stones << 2 * step;
        bitboard_t two_right = stones >> step & stones >> 2 * step;
        squares |= two_left & (stones << 3 * step | stones >> step);
        squares |= two_right & (stones >> 3 * step | stones << step);
    }
    return squares & CONNECT4_BOARD & ~occupied;
}

/* Whether the last stone won the game. The other side cannot have four. */
INLINE bool connect4_is_won(const struct connect4_position *position)
{
    return connect4_has_four(position->other);
}

/* The stones of the player who began (0) or of the other player (1). */
INLINE bitboard_t connect4_stones(const struct connect4_position *position, int player)
{
    return (position->ply & 1) == player ? position->own : position->other;
}

/* A number of 49 bits that is unique to the position: in each column the stones of the side to
 * move, and a single 1 above the column's highest stone. */
INLINE uint64_t connect4_code(const struct connect4_position *position)
{
    return position->own + (position->own | position->other) + CONNECT4_BOTTOM;
}

/* A key for the table: the code with its bits mixed, which is equally unique. */
INLINE uint64_t connect4_key(const struct connect4_position *position)
{
    return rng_mix(connect4_code(position));
}

/* The mirror image: column 1 becomes column 7. It mirrors the bits of the fence too, so it works
 * for codes as well as for sets of squares. */
INLINE uint64_t connect4_mirror(uint64_t bits)
{
    const uint64_t column = (UINT64_C(1) << CONNECT4_COLUMN_BITS) - 1;
    return (bits & column) << 42 | (bits & column << 7) << 28 | (bits & column << 14) << 14 |
           (bits & column << 21) | (bits >> 14 & column << 14) | (bits >> 28 & column << 7) |
           (bits >> 42 & column);
}

/* The leaves of the tree of legal moves: game.h. */
PER_LEVEL uint64_t connect4_perft(const struct connect4_position *position, int depth,
                                  struct search *search);

/* Four in a row wins; a full board without four in a row is a draw. */
INLINE enum game_result connect4_result(const struct connect4_position *position)
{
    if (connect4_is_won(position)) {
        return position->ply & 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    }
    return position->ply == CONNECT4_SQUARES ? RESULT_DRAW : RESULT_NONE;
}

/* The sum of the values of all 69 lines of four without a stone of `others`: 1 for two stones, 100
 * for three, 1,000,000 for four. */
score_t connect4_textbook_sum(bitboard_t stones, bitboard_t others);

#define GAME                connect4
#define GAME_START          "7/7/7/7/7/7 x"
#define GAME_SIDE(position) ((position)->ply & 1)
#define GAME_COPIES         1
#include "contract.h"

#endif
