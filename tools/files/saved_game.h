/* SPDX-License-Identifier: MIT */
/* A game read from a file: which one, under which settings, and its moves. */
#ifndef FILES_SAVED_GAME_H
#define FILES_SAVED_GAME_H

#include "game_record.h"

struct saved_game {
    const struct game *game; /* NULL: none */
    struct game_settings settings;
    int line; /* of the file, of the text that is read, for errors; 0 is the first, as 1 */
    enum game_result result; /* as the file tells it; RESULT_NONE: it does not */
    struct buffer tags;      /* what the file says of the game beside it, as the format writes it */
    struct game_record record; /* of that game, under these settings; begun by saved_game_begin */
};

/* Begins at `fen` (NULL: the game's start); `game` and `settings` are given. */
bool saved_game_begin(struct saved_game *saved, const char *fen, struct error *error);
void saved_game_finish(struct saved_game *saved);

/* Sets the parameter on which the size of the board depends. */
bool saved_game_choose_size(struct saved_game *saved, int size, struct error *error);

/* Plays a move as players write it, or as the protocol does. */
bool saved_game_play(struct saved_game *saved, const char *text, struct error *error);

#endif
