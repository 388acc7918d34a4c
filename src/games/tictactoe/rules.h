/* SPDX-License-Identifier: MIT */
/* Tic-tac-toe: the position and its rules.
 *
 * Each player has a set of squares: bit s is square s, rank by rank (a1 is 0, c1 is 2, a3 is 6). */
#ifndef TICTACTOE_RULES_H
#define TICTACTOE_RULES_H

#include "compiler.h"
#include "game.h"

#define TICTACTOE_SQUARES 9
#define TICTACTOE_FULL    0x1ff

enum tictactoe_setting { TICTACTOE_SKILL, TICTACTOE_NOTATION, TICTACTOE_SETTINGS };

struct tictactoe_position {
    uint16_t stones[2]; /* stones of player 1, of player 2 */
    uint16_t code;      /* the board as a number in base 3, digit s for square s */
    uint8_t side;       /* side to move: 0 or 1 */
    bool numbers;       /* moves are written as the texts number them */
};

static const uint16_t tictactoe_lines[8] = {
    0007, 0070, 0700, /* ranks */
    0111, 0222, 0444, /* files */
    0421, 0124,       /* diagonals */
};

/* Powers of 3: a stone of player 1 adds the power of its square to the code; a stone of player 2
 * adds twice as much. */
static const uint16_t tictactoe_powers[TICTACTOE_SQUARES] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

/* A move is its square plus one, so that 0 is none. */
INLINE move_t tictactoe_move(int square)
{
    return (move_t)(square + 1);
}

INLINE int tictactoe_square(move_t move)
{
    return move - 1;
}

INLINE int tictactoe_empty(const struct tictactoe_position *position)
{
    return ~(position->stones[0] | position->stones[1]) & TICTACTOE_FULL;
}

/* Three in a row: along a rank, a file, and either diagonal. */
INLINE bool tictactoe_has_line(int stones)
{
    return ((stones & stones >> 1 & stones >> 2 & 0111) | (stones & stones >> 3 & stones >> 6) |
            (stones & stones >> 4 & stones >> 8) | (stones & stones >> 2 & stones >> 4 & 04)) != 0;
}

/* The code in the upper bits. No two positions share a key, because the stones determine the side
 * to move. All keys are close together, so they use few pages of the table. */
INLINE uint64_t tictactoe_key(const struct tictactoe_position *position)
{
    return (uint64_t)(position->code + 1) << 44;
}

INLINE void tictactoe_legal_moves(const struct tictactoe_position *position, struct move_list *list)
{
    if (tictactoe_has_line(position->stones[position->side ^ 1])) {
        return;
    }
    for (uint64_t empty = (uint64_t)tictactoe_empty(position); empty;) {
        move_list_add(list, tictactoe_move(bit_pop(&empty)));
    }
}

INLINE bool tictactoe_is_legal(const struct tictactoe_position *position, move_t move)
{
    return move >= 1 && move <= TICTACTOE_SQUARES &&
           (tictactoe_empty(position) >> tictactoe_square(move) & 1);
}

/* Puts a stone of the side to move on an empty square. */
INLINE void tictactoe_play(struct tictactoe_position *position, move_t move)
{
    const int square = tictactoe_square(move), side = position->side;
    position->stones[side] ^= (uint16_t)(1 << square);
    position->code = (uint16_t)(position->code + (tictactoe_powers[square] << side));
    position->side ^= 1;
}

/* A player wins by the move that completes three in a row. */
INLINE enum game_result tictactoe_result(const struct tictactoe_position *position)
{
    if (tictactoe_has_line(position->stones[position->side ^ 1])) {
        return position->side == 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    }
    return tictactoe_empty(position) ? RESULT_NONE : RESULT_DRAW;
}

#define GAME        tictactoe
#define GAME_START  "3/3/3 x"
#define GAME_COPIES 1
#include "contract.h"

#endif
