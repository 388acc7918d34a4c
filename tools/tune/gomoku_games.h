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
    int score;  /* the search's for the mover, centipawns */
};

/* Shows every quiet position of the file; returns the number of games, or -1 and the line with the
 * reason where a line cannot be read. */
long gomoku_games_read(FILE *file, void (*show)(void *opaque, const struct gomoku_quiet *quiet),
                       void *opaque, struct error *error);

#endif
