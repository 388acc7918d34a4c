/* SPDX-License-Identifier: MIT */
/* Nim, a game made for the tests: there are three piles, a move takes 1 to 3 stones from one of
 * them, and whoever takes the last stone wins. The theory is complete (Sprague and Grundy): the
 * player to move loses exactly if the exclusive or of the piles modulo 4 is 0. Nim shows all that a
 * game needs: this folder, a line in a list of games, and a line in the build. */
#ifndef NIM_POSITION_H
#define NIM_POSITION_H

#include "compiler.h"
#include "game.h"
#include "rng.h"

#define NIM_PILES 3
#define NIM_MOST  9 /* the most stones of a pile */
#define NIM_TAKE  3 /* the most stones that a move takes */

struct nim_position {
    uint8_t piles[NIM_PILES];
    uint8_t side; /* the side to move: 0 or 1 */
    /* Moves since the FEN. Part of the key, so that a position that is reached at different depths
     * has different entries in the table: the result of a search to some depth is then exactly that
     * of minimax. */
    uint8_t played;
};

extern const struct game game_nim;

/* A list of games for an engine: only nim. */
extern const struct game *const nim_games[];

/* Move 1 + pile * NIM_TAKE + stones - 1 takes `stones` from `pile`. */
INLINE int nim_pile(move_t move)
{
    return (move - 1) / NIM_TAKE;
}

INLINE int nim_stones(move_t move)
{
    return (move - 1) % NIM_TAKE + 1;
}

INLINE move_t nim_move(int pile, int stones)
{
    return (move_t)(1 + pile * NIM_TAKE + stones - 1);
}

INLINE bool nim_is_over(const struct nim_position *position)
{
    return (position->piles[0] | position->piles[1] | position->piles[2]) == 0;
}

INLINE void nim_legal_moves(const struct nim_position *position, struct move_list *list)
{
    for (int pile = 0; pile < NIM_PILES; pile++) {
        for (int stones = 1; stones <= NIM_TAKE && stones <= position->piles[pile]; stones++) {
            move_list_add(list, nim_move(pile, stones));
        }
    }
}

INLINE void nim_play(struct nim_position *position, move_t move)
{
    position->piles[nim_pile(move)] = (uint8_t)(position->piles[nim_pile(move)] - nim_stones(move));
    position->side ^= 1;
    position->played++;
}

INLINE enum game_result nim_result(const struct nim_position *position)
{
    return !nim_is_over(position) ? RESULT_NONE : position->side ? RESULT_P1_WINS : RESULT_P2_WINS;
}

#define GAME        nim
#define GAME_SIMPLE 1
#include "contract.h"

#endif
