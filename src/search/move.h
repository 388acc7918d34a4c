/* Moves as every game writes them: 16 bits whose meaning is the game's own; 0 is never a move. */
#ifndef SEARCH_MOVE_H
#define SEARCH_MOVE_H

#include <stdint.h>

typedef uint16_t move_t;

#define MOVE_NONE ((move_t)0)

/* The most legal moves that any position of any game has (gomoku 22 by 22: 484). */
#define MAX_MOVES 484

/* Noisy moves change the balance at once (captures, promotions), quiet ones are all others. A game
 * without that difference calls all its moves quiet. */
enum move_class { MOVES_NOISY, MOVES_QUIET };

struct move_list {
    int count;
    move_t moves[MAX_MOVES];
};

static inline void move_list_add(struct move_list *list, move_t move)
{
    list->moves[list->count++] = move;
}

/* The place of `move` in the list, or -1. */
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
