/* SPDX-License-Identifier: MIT */
/* Reads and writes files of self-play games, with four bytes per ply.
 *
 * A game has a header of four bytes (the number of plies, low byte first; the result: 0 Black won,
 * 1 draw, 2 White won; the number of random plies at the start). For each ply follow the move and
 * White's score after its search (in centipawns; NO_SEARCH for a random ply), two bytes each, low
 * byte first. All games begin at the usual start position. */
#ifndef TUNE_CHESS_GAMES_H
#define TUNE_CHESS_GAMES_H

#include "selfplay.h"

struct chess_position;

/* Returns false if the file cannot be written. */
bool game_write(FILE *file, const struct selfplay_game *record);

/* Returns false at the end of the file, or if the file is damaged. */
bool game_read(FILE *file, struct selfplay_game *record);

/* A position of a game. */
struct chess_ply {
    const struct chess_position *position;
    const struct selfplay_game *record;
    long game; /* its number in the file */
    int ply;   /* of the game's next move */
};

/* Calls `show` for the position before each move of all games of a file. Returns the number of
 * games; -1 with errno if the file cannot be opened. */
long chess_games_read(const char *path, void (*show)(void *opaque, const struct chess_ply *ply),
                      void *opaque);

#endif
