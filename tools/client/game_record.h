/* SPDX-License-Identifier: MIT */
/* The record of one game: its start, its moves and its current position, and the commands that send
 * it to an engine. Our own rules check each move. */
#ifndef CLIENT_GAME_RECORD_H
#define CLIENT_GAME_RECORD_H

#include <stdbool.h>

#include "buffer.h"
#include "command.h"
#include "error.h"
#include "game.h"

struct game_record {
    const struct game *game;
    const struct game_settings *settings;
    void *start, *position; /* game->position_size bytes each */
    void *before;           /* the position before the last move, if there is one */
    char *fen;              /* the initial position; NULL: the game's start */
    struct buffer moves;    /* all moves, separated by single blanks */
    struct buffer players;  /* the player of each move, one byte each: 1 or 2 */
    move_t last_move;       /* MOVE_NONE: none yet */
    int plies;
};

/* Initializes a record at the game's start. game_record_open initializes it and then begins as
 * game_record_begin does. `settings` must outlive the record. */
void game_record_init(struct game_record *record, const struct game *game,
                      const struct game_settings *settings);
bool game_record_open(struct game_record *record, const struct game *game,
                      const struct game_settings *settings, const char *fen, const char *moves,
                      struct error *error);
void game_record_finish(struct game_record *record);

/* Begins a new game at `fen` (NULL: the game's start) and plays `moves` (NULL: none). If either is
 * rejected, the record is at the game's start. */
bool game_record_begin(struct game_record *record, const char *fen, const char *moves,
                       struct error *error);

/* Plays a move given as text, if it is legal. */
bool game_record_play(struct game_record *record, const char *text, struct error *error);

/* Interprets an engine's answer in a position; `move` is NULL if the engine reports that it has
 * none. Many engines write `0000` for both a pass and no move: if a pass is the only legal move,
 * the answer is a pass. Returns the text of the move, or NULL for none. */
const char *game_answer(const struct game *game, const void *position, const char *move);
const char *game_record_answer(const struct game_record *record, const char *move);

/* Plays a pass if it is the only legal move, since files omit such passes. Otherwise returns
 * false. */
bool game_record_pass(struct game_record *record);

/* Plays a legal move. */
void game_record_play_move(struct game_record *record, move_t move);

/* Takes back the last `plies` moves, or all if there are fewer. */
void game_record_undo(struct game_record *record, int plies);

/* Writes the text of the last move, or "" if there is none. `text` has room for GAME_MOVE_TEXT
 * bytes. */
void game_record_last_move(const struct game_record *record, char *text);

enum game_result game_record_result(const struct game_record *record);

/* Return the player to move, and the player of the move at `ply` (0 .. plies - 1): 1 or 2. One side
 * may make several moves in a row. */
int game_record_player(const struct game_record *record);
int game_record_mover(const struct game_record *record, int ply);

/* Returns the position as a command, valid until the next change. */
struct command_position game_record_command(const struct game_record *record);

/* Room for the texts of numeric settings. */
struct newgame_room {
    char numbers[MAX_SETTINGS][16];
};

/* Returns the value of a setting as text, written into `room` if it is a number. */
const char *newgame_value(const struct game *game, const struct game_settings *settings, int index,
                          struct newgame_room *room);

/* Returns a `newgame` command with every parameter of the game. It is valid as long as the room and
 * the settings. */
struct command newgame_command(const struct game *game, const struct game_settings *settings,
                               struct newgame_room *room);

#endif
