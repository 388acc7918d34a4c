/* SPDX-License-Identifier: MIT */
/* Writes a game and its settings as a `newgame` command. */
#ifndef CLIENT_NEWGAME_H
#define CLIENT_NEWGAME_H

#include "command.h"
#include "game.h"

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
