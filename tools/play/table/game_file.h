/* SPDX-License-Identifier: MIT */
/* Loads games into the table: from PGN, SGF, GGF, WTHOR, or pairs of commands; from a file .fen or
 * .epd the positions of the game on the board. */
#ifndef PLAY_GAME_FILE_H
#define PLAY_GAME_FILE_H

#include "splitter.h"
#include "table.h"

struct game_loaded {
    int number, games; /* the game that was loaded, from 1, and those in the file */
    struct error cut;  /* why it was read only up to here; "": it was read to its end */
};

/* Something to do with a table; false and the reason if it fails. */
typedef bool table_action(struct table *table, struct error *error);

/* Reads game number `number` (from 1) of a file into the table, after `keep` (may be NULL) has been
 * called for the table's present game. On failure the table is unchanged, and the error names the
 * file, and the game, the line and the move where they are known. */
bool game_file_load(struct table *table, const char *path, int number, table_action *keep,
                    struct game_loaded *loaded, struct error *error);

/* The steps of game_file_load: reads a whole file of text, or of WTHOR; reads one game of it, and
 * counts them. With the format SOURCE_LINES, each line is a position of the table's game;
 * others but SOURCE_WTHOR are found by the text. */
bool game_file_read(const char *path, struct buffer *text, struct error *error);
bool game_file_read_games(const struct buffer *text, enum source_format format, int number,
                          const struct table *table, struct saved_game *saved, int *games,
                          struct error *error);

/* Reads the parameters of a `newgame` command. */
bool game_file_read_newgame(char *line, const struct game **game, struct game_settings *settings,
                            struct error *error);

#endif
