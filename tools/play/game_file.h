/* SPDX-License-Identifier: MIT */
/* The table's game as a file: its own two commands, or PGN, SGF or GGF by the file's name. */
#ifndef PLAY_GAME_FILE_H
#define PLAY_GAME_FILE_H

#include "saved_game.h"
#include "table.h"

/* Writes the game into a file: PGN for NAME.pgn, SGF for NAME.sgf, GGF for NAME.ggf, otherwise
 * "newgame ..." and "position ...". A file is not written over if a part of it would be lost: it
 * holds several games, or something that cannot be read. */
bool game_file_save(const struct table *table, const char *path, struct error *error);

/* Reads the first game of a file of any of these formats into the table; `games` is how many there
 * are. On refusal, which names the file, the table is unchanged. */
bool game_file_load(struct table *table, const char *path, int *games, struct error *error);

/* Reads the parameters of a `newgame`. */
bool game_file_read_newgame(char *line, const struct game **game, struct game_settings *settings,
                            struct error *error);

#endif
