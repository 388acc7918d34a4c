/* SPDX-License-Identifier: MIT */
/* Games of self-play on disk: four bytes a ply.
 *
 * A game is a header of four bytes (plies, low byte first; result: 0 Black won, 1 drawn, 2 White
 * won; random plies at its start) and for each ply the move and White's score after searching it
 * (centipawns, NO_SEARCH for a random ply), two bytes each, low byte first. All games begin from
 * the usual start position. */
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

/* False: the file could not be written. */
bool game_write(FILE *file, const struct selfplay_game *record);

/* False at the end of the file, or where it is damaged. */
bool game_read(FILE *file, struct selfplay_game *record);

#endif
