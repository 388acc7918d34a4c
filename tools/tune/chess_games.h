/* SPDX-License-Identifier: MIT */
/* Reads and writes files of self-play games, with four bytes per ply.
 *
 * A game has a header of four bytes (the number of plies, low byte first; the result: 0 Black won,
 * 1 draw, 2 White won; the number of random plies at the start). For each ply follow the move and
 * White's score after its search (in centipawns; NO_SEARCH for a random ply), two bytes each, low
 * byte first. All games begin at the usual start position. */
#ifndef TUNE_CHESS_GAMES_H
#define TUNE_CHESS_GAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "move.h"

#define GAME_MAX_PLIES 600
#define NO_SEARCH      INT16_MIN

enum game_end { END_BLACK_WON, END_DRAWN, END_WHITE_WON };

struct selfplay_game {
    int plies, random_plies;
    enum game_end end;
    move_t moves[GAME_MAX_PLIES];
    int16_t scores[GAME_MAX_PLIES];
};

/* Returns false if the file cannot be written. */
bool game_write(FILE *file, const struct selfplay_game *record);

/* Returns false at the end of the file, or if the file is damaged. */
bool game_read(FILE *file, struct selfplay_game *record);

#endif
