/* SPDX-License-Identifier: MIT */
/* The rules of Othello, on boards of 6, 8 and 10 squares a side.
 *
 * Sets of squares: bit s is square s, counted along the ranks from a1. On boards of 6 and 8 squares
 * a side, a rank has 8 bits, so both sizes fit into one word and share all code; files and ranks
 * that the small board lacks stay empty. On the board of 10 squares a side, a rank has 10 bits, a
 * set has two words, and the code is not optimised. */
#ifndef OTHELLO_RULES_H
#define OTHELLO_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "game.h"
#include "level.h"
#include "rng.h"

enum { OTHELLO_MAX_SIZE = 10, OTHELLO_MAX_SQUARES = OTHELLO_MAX_SIZE * OTHELLO_MAX_SIZE };

typedef uint64_t bitboard_t;

/* The edges of the board of 8 squares a side. */
#define OTHELLO_FILE_A UINT64_C(0x0101010101010101)
#define OTHELLO_FILE_H UINT64_C(0x8080808080808080)
#define OTHELLO_RANK_1 UINT64_C(0x00000000000000ff)
#define OTHELLO_RANK_8 UINT64_C(0xff00000000000000)

/* A set of squares of the largest board. */
__extension__ typedef unsigned __int128 wide_t;

struct othello_position {
    bitboard_t own[2], other[2]; /* discs of the side to move and of its opponent, low word first;
                                    on 6 and 8 squares the other word is 0 */
    uint8_t size;
    uint8_t side; /* side to move: 0 is Black, who moves first */
};

INLINE bool othello_is_wide(const struct othello_position *position)
{
    return position->size > 8;
}

/* The number of bits of a rank. */
INLINE int othello_stride(int size)
{
    return size > 8 ? size : 8;
}

INLINE int othello_square(int size, int file, int rank)
{
    return rank * othello_stride(size) + file;
}

/* A move is its square plus one, so that 0 is no move, or MOVE_PASS. */
INLINE move_t othello_move(int square)
{
    return (move_t)(square + 1);
}

INLINE wide_t othello_wide(const bitboard_t words[2])
{
    return (wide_t)words[1] << 64 | words[0];
}

INLINE void othello_set_wide(bitboard_t words[2], wide_t set)
{
    words[0] = (bitboard_t)set;
    words[1] = (bitboard_t)(set >> 64);
}

INLINE bool othello_has(const bitboard_t words[2], int square)
{
    return words[square >> 6] >> (square & 63) & 1;
}

INLINE int othello_count(const bitboard_t words[2])
{
    return bit_count(words[0]) + bit_count(words[1]);
}

INLINE int othello_empties(const struct othello_position *position)
{
    return position->size * position->size - othello_count(position->own) -
           othello_count(position->other);
}

/* The number of discs of the side to move minus that of its opponent. */
INLINE int othello_balance(const struct othello_position *position)
{
    return othello_count(position->own) - othello_count(position->other);
}

/* The squares of the boards of 6 and 8 squares a side. */
INLINE bitboard_t othello_board(int size)
{
    return size == 6 ? UINT64_C(0x00003f3f3f3f3f3f) : ~UINT64_C(0);
}

/* The corners of these boards. */
INLINE bitboard_t othello_corners(int size)
{
    return size == 6 ? UINT64_C(0x0000210000000021) : UINT64_C(0x8100000000000081);
}

INLINE uint64_t othello_key(const struct othello_position *position)
{
    uint64_t key = rng_mix(position->own[0] ^ (uint64_t)position->size << 56) ^
                   rng_mix(position->other[0] + UINT64_C(0x9e3779b97f4a7c15));
    if (othello_is_wide(position)) {
        key ^= rng_mix(position->own[1] | position->other[1] << 36 | UINT64_C(3) << 62);
    }
    return key ^ (position->side ? UINT64_C(0x6a09e667f3bcc909) : 0);
}

/* Sets up the initial position; size 6, 8 or 10. */
PER_LEVEL void othello_clear(struct othello_position *position, int size);

/* The squares on which the side to move may place a disc. If there are none, it must pass or the
 * game is over. */
PER_LEVEL void othello_destinations(const struct othello_position *position, bitboard_t moves[2]);

/* Whether neither side can place a disc. */
PER_LEVEL bool othello_is_over(const struct othello_position *position);

/* The discs that a disc on the square turns over. If there are none, the move is not legal. */
PER_LEVEL void othello_turned(const struct othello_position *position, int square,
                              bitboard_t turned[2]);

/* The discs of `own`, on the squares of `board`, that are proven never to be turned. */
PER_LEVEL bitboard_t othello_stable(bitboard_t own, bitboard_t other, bitboard_t board);

enum othello_setting {
    OTHELLO_SIZE,
    OTHELLO_OWN_BOOK,
    OTHELLO_BOOK_FILE,
    OTHELLO_SKILL,
    OTHELLO_SETTINGS
};

/* The number of squares a side, by the choice of OTHELLO_SIZE. */
INLINE int othello_size(const struct game_settings *settings)
{
    static const int sizes[] = {8, 6, OTHELLO_MAX_SIZE};
    return sizes[settings->values[OTHELLO_SIZE]];
}

/* The leaves of the tree of legal moves: game.h. A game that ends before `depth` counts as one
 * leaf, as in the published counts. */
PER_LEVEL uint64_t othello_perft(const struct othello_position *position, int depth,
                                 struct search *search);

#define GAME        othello
#define GAME_COPIES 1
#include "contract.h"

#endif
