/* SPDX-License-Identifier: MIT */
/* Games and their parameters by the names that people type. An error lists the valid names. */
#ifndef FILES_GAME_WORDS_H
#define FILES_GAME_WORDS_H

#include "error.h"
#include "game.h"

/* Finds a game by its name; NULL and the reason if there is none. */
const struct game *game_words_find(const char *name, struct error *error);

/* Sets a parameter of the game from text. */
bool game_words_set(const struct game *game, const char *name, const char *value,
                    struct game_settings *settings, struct error *error);

/* Reads "NAME PARAMETER=VALUE..." from folded text, which it changes. */
bool game_words_read(char *text, const struct game **game, struct game_settings *settings,
                     struct error *error);

#endif
