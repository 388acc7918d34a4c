/* SPDX-License-Identifier: MIT */
/* A game and its settings as the command `newgame`. */
#ifndef CLIENT_NEWGAME_H
#define CLIENT_NEWGAME_H

#include "command.h"
#include "game.h"

/* Room for the texts of numbers. */
struct newgame_room {
    char numbers[MAX_SETTINGS][16];
};

/* The value of a setting as text, in the room if it is a number. */
const char *newgame_value(const struct game *game, const struct game_settings *settings, int index,
                          struct newgame_room *room);

/* `newgame` with every parameter of the game; lives as long as the room and the settings. */
struct command newgame_command(const struct game *game, const struct game_settings *settings,
                               struct newgame_room *room);

#endif
