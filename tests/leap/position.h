/* SPDX-License-Identifier: MIT */
/* Leap, a game made for the tests: what nim does not have. A pass is a legal move, the same side
 * may move twice in a row, and a move may be a path over several squares.
 *
 * Five files by five ranks, at most four stones a side. A move is one of
 *   a step    a stone goes to an empty neighbour along its file or rank: a1a2
 *   leaps     a stone leaps over a neighbouring enemy stone onto the empty square behind it and
 *             takes it; it may go on from there, or stop after any leap: a1a3c3c5
 *   a pass    the other side moves: pass
 * Whoever ends a step or leaps on the middle square, c3, moves again. A side without stones has
 * lost. After two passes in a row, or when no plies are left, the side with more stones wins; with
 * as many it is a draw. */
#ifndef LEAP_POSITION_H
#define LEAP_POSITION_H

#include "compiler.h"
#include "game.h"
#include "rng.h"

#define LEAP_SIZE    5
#define LEAP_SQUARES (LEAP_SIZE * LEAP_SIZE)
#define LEAP_STONES  4 /* most stones of a side, so most leaps of a path */
#define LEAP_MIDDLE  12
#define LEAP_PLIES   40 /* of a game from its start */

struct leap_position {
    uint32_t stones[2]; /* bit 0 is a1, bit 1 is b1, bit 5 is a2 */
    uint8_t side;       /* who moves: 0 or 1 */
    uint8_t passed;     /* the last move was a pass */
    /* It is part of the key, so that positions met at different depths are different ones: what a
     * search finds at a depth is then exactly minimax's. */
    uint8_t plies_left;
};

/* A move played out on the board. */
struct leap_path {
    int length; /* squares, the first one included; 0: a pass */
    int squares[1 + LEAP_STONES];
    uint32_t taken; /* the stones leapt over */
};

extern const struct game game_leap;
extern const struct look leap_look;

/* The shared search on leap: exact, and with all that the selective node does. */
extern const struct search_method leap_search;

/* The shared search on leap: with the plain node, exact; with the selective node and all steps off
 * but quiescence search; and with all steps on. */
extern const struct search_method leap_search, leap_quiescent_search, leap_selective_search;

/* The place of the stone that moves, 0 to 24, and the direction of its step or n-th leap: 0 up,
 * 1 right, 2 down, 3 left. A move's bits, from the low end: four directions (2 each), the number of
 * leaps (3; 0 is a step in the first direction), the place + 1 (5). */
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

/* Follows a move's path; false: it is not legal here. For any 16 bits, in a game that is not over.
 */
bool leap_follow(const struct leap_position *position, move_t move, struct leap_path *path);

/* Whether the game is over; *balance is then above 0 when side 0 has won, below 0 when side 1 has,
 * and 0 for a draw. */
bool leap_is_over(const struct leap_position *position, int *balance);

/* Centipawns for the side to move: each stone counts 100 and something for its square. */
score_t leap_evaluate(const struct leap_position *position);

void leap_legal_moves(const void *position, struct move_list *list);
void leap_play(void *position, move_t move);

#endif
