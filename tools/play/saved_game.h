/* SPDX-License-Identifier: MIT */
/* A game read from a file: which one, under which settings, and its moves. */
#ifndef PLAY_SAVED_GAME_H
#define PLAY_SAVED_GAME_H

#include "game_record.h"

struct saved_game {
    const struct game *game; /* NULL: none */
    struct game_settings settings;
    enum game_result result;   /* as the file tells it; RESULT_NONE: it does not */
    struct game_record record; /* of that game, under these settings; begun by saved_game_begin */
};

/* Begins at `fen` (NULL: the game's start); `game` and `settings` are given. */
bool saved_game_begin(struct saved_game *saved, const char *fen, struct error *error);
void saved_game_finish(struct saved_game *saved);

/* Plays a move as players write it, or as the protocol does. */
bool saved_game_play(struct saved_game *saved, const char *text, struct error *error);

#endif
