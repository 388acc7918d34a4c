/* SPDX-License-Identifier: MIT */
/* Levels of strength, 1 to LEVEL_MAX, converted to the options by which engines offer them. */
#ifndef PLAY_PLAYING_LEVEL_H
#define PLAY_PLAYING_LEVEL_H

#include "engine_option.h"
#include "game.h"

/* The engine's full strength. */
#define LEVEL_MAX 10

/* The most options that one level sets. */
#define LEVEL_SETTINGS 2

struct level_setting {
    const char *name;
    char value[24];
};

/* Finds the options that make an engine play `game` at a level, 1 .. LEVEL_MAX. Returns their
 * number; 0 if the engine offers none for this game. */
int level_settings(const struct engine_option_list *options, const struct game *game, int level,
                   struct level_setting settings[LEVEL_SETTINGS]);

/* Reads a level, 1 .. LEVEL_MAX; false and the reason if it is not one. */
bool level_read(const char *text, int *level, struct error *error);

#endif
