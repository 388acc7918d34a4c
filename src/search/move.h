/* SPDX-License-Identifier: MIT */
/* The encoding of moves in every game: 16 bits, whose meaning each game defines.
 *
 * 0 is never a move, and 0xffff is a pass in every game that has one; the game's text functions
 * write it (`pass`, `0000`). A move may consist of more than two squares. A longer one (such as a
 * path of leaps or captures) is coded in one of two ways:
 *   - by the square that it starts from and the turns that it takes, where those fit, as the game
 *     of the tests in tests/leap does: 5 bits for the square, 3 for the length, 2 for each turn;
 *   - by a number: the n-th of the position's legal moves in the order in which it lists them.
 *     Such a code means something only together with its position; that is enough, because the
 *     transposition table keeps a move with its position's key, and because a killer or a history
 *     that means another move elsewhere only changes the order in which moves are tried.
 * Either way all of a move's text (`a1a3c3c5`) comes from the position and the code together, so
 * that no more bits are needed. */
#ifndef SEARCH_MOVE_H
#define SEARCH_MOVE_H

#include <stdint.h>

typedef uint16_t move_t;

#define MOVE_NONE ((move_t)0)
#define MOVE_PASS ((move_t)0xffff)

/* The most legal moves that any position of any game has (gomoku 22 by 22: 484). */
#define MAX_MOVES 484

/* Noisy moves change the balance at once (captures, promotions); all others are quiet. In a game
 * without that difference all moves are quiet. */
enum move_class { MOVES_NOISY, MOVES_QUIET };

struct move_list {
    int count;
    move_t moves[MAX_MOVES];
};

static inline void move_list_add(struct move_list *list, move_t move)
{
    list->moves[list->count++] = move;
}

/* The index of `move` in the list, or -1. */
static inline int move_list_find(const struct move_list *list, move_t move)
{
    for (int i = 0; i < list->count; i++) {
        if (list->moves[i] == move) {
            return i;
        }
    }
    return -1;
}

#endif
