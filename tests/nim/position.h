/* SPDX-License-Identifier: MIT */
/* Nim, a game made for the tests: three piles, a move takes 1 to 3 stones from one of them, whoever
 * takes the last stone wins. Theory knows every position (Sprague and Grundy): the player to move
 * loses exactly when the piles modulo 4 have no bit left under XOR. It shows all that a game needs:
 * this folder, a line in a list of games, a line in the build. */
#ifndef NIM_POSITION_H
#define NIM_POSITION_H

#include "compiler.h"
#include "game.h"
#include "rng.h"

#define NIM_PILES 3
#define NIM_MOST  9 /* stones on a pile at most */
#define NIM_TAKE  3 /* stones a move takes at most */

struct nim_position {
    uint8_t piles[NIM_PILES];
    uint8_t side; /* who moves: 0 or 1 */
    /* Moves since the FEN. It is part of the key, so that positions met at different depths are
     * different ones: what a search finds at a depth is then minimax's to the point. */
    uint8_t played;
};

extern const struct game game_nim;
extern const struct search_method nim_search;

/* A list of games as an engine takes it: nim alone. */
extern const struct game *const nim_games[];

/* Taking `stones` from `pile` is move 1 + pile * NIM_TAKE + stones - 1. */
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

INLINE uint64_t nim_key(const struct nim_position *position)
{
    return rng_mix((uint64_t)position->piles[0] | (uint64_t)position->piles[1] << 8 |
                   (uint64_t)position->piles[2] << 16 | (uint64_t)position->side << 24 |
                   (uint64_t)position->played << 32 | UINT64_C(1) << 40);
}

/* An evaluation that says nothing, so that a search's order of moves is as bad as can be. */
INLINE score_t nim_evaluate(const struct nim_position *position)
{
    return (score_t)(nim_key(position) % 201) - 100;
}

INLINE void nim_legal_moves(const void *opaque, struct move_list *list)
{
    const struct nim_position *position = opaque;
    for (int pile = 0; pile < NIM_PILES; pile++) {
        for (int stones = 1; stones <= NIM_TAKE && stones <= position->piles[pile]; stones++) {
            move_list_add(list, nim_move(pile, stones));
        }
    }
}

#endif
