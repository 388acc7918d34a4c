/* SPDX-License-Identifier: MIT */
/* Reads games of self-play in gomoku-selfplay's format, one game per line. */
#ifndef TUNE_GOMOKU_GAMES_H
#define TUNE_GOMOKU_GAMES_H

#include <stdio.h>

#include "error.h"
#include "gomoku/board.h"

/* A quiet position: there is no four to answer and no VCF. Only such positions are evaluated
 * statically. */
struct gomoku_quiet {
    struct gomoku_board *board;
    long game;  /* its number in the file */
    int played; /* the square; negative: an exploration move */
    int result; /* for the side to move: 1 win, 0 draw, -1 loss */
    int score;  /* of the search, in centipawns for the side to move */
};

/* Calls `show` for every quiet position of the file. Returns the number of games, or -1 and the
 * line and reason of the error if a line cannot be read. */
long gomoku_games_read(FILE *file, void (*show)(void *opaque, const struct gomoku_quiet *quiet),
                       void *opaque, struct error *error);

#endif
