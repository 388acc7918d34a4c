/* SPDX-License-Identifier: MIT */
/* Saves and loads the table's game: as PGN, SGF or GGF depending on the file name, otherwise as two
 * commands. */
#ifndef PLAY_GAME_FILE_H
#define PLAY_GAME_FILE_H

#include "saved_game.h"
#include "table.h"

/* Writes the game to a file: PGN for NAME.pgn, SGF for NAME.sgf, GGF for NAME.ggf, otherwise
 * "newgame ..." and "position ...". Does not overwrite a file with several games, or with content
 * that cannot be read, because a part of it would be lost. */
bool game_file_save(const struct table *table, const char *path, struct error *error);

/* Reads the first game of a file in any of these formats into the table; `games` is the number of
 * games in the file. On failure the table is unchanged, and the error names the file. */
bool game_file_load(struct table *table, const char *path, int *games, struct error *error);

/* Reads the parameters of a `newgame` command. */
bool game_file_read_newgame(char *line, const struct game **game, struct game_settings *settings,
                            struct error *error);

#endif
