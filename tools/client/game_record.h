/* SPDX-License-Identifier: MIT */
/* The record of one game, kept by our own rules: its start, its moves, and the position now. */
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
    char *fen;              /* the first position; NULL: the game's start */
    struct buffer moves;    /* all moves so far, separated by single blanks */
    struct buffer players;  /* who made each of them: a byte a move, 1 or 2 */
    move_t last_move;       /* MOVE_NONE: none yet */
    int plies;
};

/* At the game's start; or as game_record_begin leaves it. `settings` must outlive the record. */
void game_record_init(struct game_record *record, const struct game *game,
                      const struct game_settings *settings);
bool game_record_open(struct game_record *record, const struct game *game,
                      const struct game_settings *settings, const char *fen, const char *moves,
                      struct error *error);
void game_record_finish(struct game_record *record);

/* Begins a new game at `fen` (NULL: the game's start) and plays `moves` (NULL: none). On refusal
 * the record is at the game's start. */
bool game_record_begin(struct game_record *record, const char *fen, const char *moves,
                       struct error *error);

/* Plays a move given as text if it is legal. */
bool game_record_play(struct game_record *record, const char *text, struct error *error);

/* The text of the move that an engine answers with in a position, `move` (NULL: it says that it has
 * none). Many engines write a pass and the lack of a move alike, `0000`: where nothing but a pass
 * is legal, that is meant. NULL: it has no move. */
const char *game_answer(const struct game *game, const void *position, const char *move);
const char *game_record_answer(const struct game_record *record, const char *move);

/* Passes if that is the only legal move, as files leave it out; false otherwise. */
bool game_record_pass(struct game_record *record);

/* Plays a legal move. */
void game_record_play_move(struct game_record *record, move_t move);

/* Takes the last `plies` moves back, or all if there are fewer. */
void game_record_undo(struct game_record *record, int plies);

/* The last move's text, in room for GAME_MOVE_TEXT bytes; "" if there is none. */
void game_record_last_move(const struct game_record *record, char *text);

enum game_result game_record_result(const struct game_record *record);

/* Who is to move, and who made the move at `ply` (0 .. plies - 1): 1 or 2. A side may move several
 * times in a row. */
int game_record_player(const struct game_record *record);
int game_record_mover(const struct game_record *record, int ply);

/* The position as a command; valid until the next change. */
struct command_position game_record_command(const struct game_record *record);

#endif
