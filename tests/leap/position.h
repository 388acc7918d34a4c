/* SPDX-License-Identifier: MIT */
/* Leap, a game made for the tests. It has what nim does not: a pass is a legal move, the same side
 * may move twice in a row, and a move may be a path over several squares.
 *
 * The board has five files and five ranks, with at most four stones per side. A move is one of
 *   a step    a stone moves to an adjacent empty square along its file or rank: a1a2
 *   leaps     a stone leaps over an adjacent enemy stone onto the empty square behind it and
 *             captures it; it may continue, or stop after any leap: a1a3c3c5
 *   a pass    the other side moves: pass
 * A side whose step or leap ends on the centre square, c3, moves again. A side without stones
 * loses. After two consecutive passes, or when no plies are left, the side with more stones wins;
 * with equal numbers the game is a draw. */
#ifndef LEAP_POSITION_H
#define LEAP_POSITION_H

#include "compiler.h"
#include "game.h"
#include "rng.h"

#define LEAP_SIZE    5
#define LEAP_SQUARES (LEAP_SIZE * LEAP_SIZE)
#define LEAP_STONES  4 /* the most stones of a side, and so the most leaps of a move */
#define LEAP_MIDDLE  12
#define LEAP_PLIES   40 /* the length of a game from its start */

struct leap_position {
    uint32_t stones[2]; /* bit 0 is a1, bit 1 is b1, bit 5 is a2 */
    uint8_t side;       /* the side to move: 0 or 1 */
    uint8_t passed;     /* the number of consecutive passes that led here */
    /* Part of the key, so that a position that is reached at different depths has different entries
     * in the table: the result of a search to some depth is then exactly that of minimax. */
    uint8_t plies_left;
};

/* The path of a move on the board. */
struct leap_path {
    int length; /* number of squares, including the first; 0: a pass */
    int squares[1 + LEAP_STONES];
    uint32_t taken; /* the captured stones */
};

extern const struct game game_leap;

/* Two more instances of the shared search for leap beside leap_search, which has the plain node and
 * is exact: with the selective node, where only quiescence search is on; and with all steps on. */
extern const struct search_method leap_quiescent_search, leap_selective_search;

/* A move has, from the low bits up: the directions of up to four leaps (2 bits each: 0 up, 1 right,
 * 2 down, 3 left), the number of leaps (3 bits; 0 is a step in the first direction), and the square
 * of the moving stone, 0 to 24, plus 1 (5 bits). */
INLINE int leap_from(move_t move)
{
    return (move >> 11) - 1;
}

INLINE int leap_count(move_t move)
{
    return move >> 8 & 7;
}

INLINE int leap_direction(move_t move, int n)
{
    return move >> 2 * n & 3;
}

INLINE uint64_t leap_key(const struct leap_position *position)
{
    return rng_mix(rng_mix((uint64_t)position->stones[0] | (uint64_t)position->stones[1] << 32) ^
                   (uint64_t)(position->side | position->passed << 1 | position->plies_left << 2));
}

/* Finds the path of a move. Returns false if the move is not legal. It may be any 16 bits; the game
 * must not be over. */
bool leap_follow(const struct leap_position *position, move_t move, struct leap_path *path);

/* True if the game is over. *balance is then positive if side 0 has won, negative if side 1 has
 * won, and 0 for a draw. */
bool leap_is_over(const struct leap_position *position, int *balance);

INLINE bool leap_is_legal(const struct leap_position *position, move_t move)
{
    struct leap_path path;
    return leap_follow(position, move, &path);
}

INLINE enum game_result leap_result(const struct leap_position *position)
{
    int balance;
    return !leap_is_over(position, &balance) ? RESULT_NONE
           : balance > 0                     ? RESULT_P1_WINS
           : balance < 0                     ? RESULT_P2_WINS
                                             : RESULT_DRAW;
}

#define GAME        leap
#define GAME_COPIES 1
#include "contract.h"

#endif
