/* A board as its FEN shows it: what stands where, and who moves; of any game. */
#ifndef CLIENT_BOARD_H
#define CLIENT_BOARD_H

#include <stdbool.h>

#include "game.h"

/* The most files and ranks of any board. */
#define BOARD_MAX 22

#define BOARD_EMPTY '.'

struct board {
    int files, ranks;
    char squares[BOARD_MAX *
                 BOARD_MAX]; /* rank * files + file, a1 first: a FEN's letter, or empty */
    char side;               /* the FEN's second field */
};

struct board board_read(const struct game *game, const void *position);

char board_at(const struct board *board, int file, int rank);

#endif
