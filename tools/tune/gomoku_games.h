/* SPDX-License-Identifier: MIT */
/* Reads games of self-play: a line a game, as gomoku-selfplay writes them. */
#ifndef TUNE_GOMOKU_GAMES_H
#define TUNE_GOMOKU_GAMES_H

#include <stdio.h>

#include "error.h"
#include "gomoku/board.h"

/* A position without a four to answer and without a VCF: one of those that the search evaluates. */
struct gomoku_quiet {
    struct gomoku_board *board;
    long game;  /* its number in the file */
    int played; /* the square; negative: an exploration move */
    int result; /* for the mover: 1 won, 0 drawn, -1 lost */
    int score;  /* the search's for the mover, centipawns */
};

/* Shows every quiet position of the file; returns the number of games, or -1 and the line with the
 * reason where a line cannot be read. */
long gomoku_games_read(FILE *file, void (*show)(void *opaque, const struct gomoku_quiet *quiet),
                       void *opaque, struct error *error);

#endif
