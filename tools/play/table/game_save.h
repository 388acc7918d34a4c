/* SPDX-License-Identifier: MIT */
/* Saves the table's game: as PGN in NAME.pgn, SGF in NAME.sgf, GGF in NAME.ggf, otherwise as the
 * commands "newgame ..." and "position ...". An error names the file, which is then unchanged. */
#ifndef PLAY_GAME_SAVE_H
#define PLAY_GAME_SAVE_H

#include "table.h"

enum game_save_mode {
    GAME_SAVE_NEW,    /* the file must not exist, or be empty */
    GAME_SAVE_APPEND, /* behind the games in the file, which must have the same format */
    GAME_SAVE_REPLACE /* instead of the file, which must be empty or one readable game */
};

bool game_save(const struct table *table, const char *path, enum game_save_mode mode,
               struct error *error);

/* True if the table's game could be appended to the file. */
bool game_save_check(const struct table *table, const char *path, struct error *error);

/* Writes the game to the file in which the table keeps its games, if it has one and the game has
 * changed: behind the others, or over what the file has of it, unless another program has written
 * to the file. After a failure it is tried once more. To be called before another game
 * begins, and at the end. */
bool game_save_kept(struct table *table, struct error *error);

/* The same for a game in progress, so that a kill loses nothing. A file that is not regular, such
 * as a pipe, gets whole games only. To be called after every change. */
bool game_save_progress(struct table *table, struct error *error);

#endif
