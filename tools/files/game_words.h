/* SPDX-License-Identifier: MIT */
/* Games and their parameters by the names that people type; what is refused is told with the names
 * that there are. */
#ifndef FILES_GAME_WORDS_H
#define FILES_GAME_WORDS_H

#include "error.h"
#include "game.h"

/* A game by its name; NULL and the reason if there is none. */
const struct game *game_words_find(const char *name, struct error *error);

/* Sets a parameter of the game from text. */
bool game_words_set(const struct game *game, const char *name, const char *value,
                    struct game_settings *settings, struct error *error);

/* Reads "NAME PARAMETER=VALUE...", folded text that is changed. */
bool game_words_read(char *text, const struct game **game, struct game_settings *settings,
                     struct error *error);

#endif
