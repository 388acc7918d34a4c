/* SPDX-License-Identifier: MIT */
#include "newgame.h"

#include <stdio.h>

const char *newgame_value(const struct game *game, const struct game_settings *settings, int index,
                          struct newgame_room *room)
{
    const struct setting *setting = &game->settings[index];
    int value = settings->values[index];
    switch (setting->kind) {
    case SETTING_CHECK:
        return value ? "true" : "false";
    case SETTING_CHOICE:
        return setting->choices[value];
    case SETTING_TEXT:
        return settings->texts[index];
    case SETTING_SPIN:
        break;
    }
    snprintf(room->numbers[index], sizeof room->numbers[index], "%d", value);
    return room->numbers[index];
}

struct command newgame_command(const struct game *game, const struct game_settings *settings,
                               struct newgame_room *room)
{
    struct command command = {.kind = COMMAND_NEWGAME, .newgame = {.game = game->name}};
    struct command_newgame *newgame = &command.newgame;
    for (int i = 0; i < game->setting_count && newgame->count < COMMAND_MAX_PARAMETERS; i++) {
        const struct setting *setting = &game->settings[i];
        if (setting->name && setting->kind != SETTING_TEXT) {
            newgame->parameters[newgame->count].name = setting->name;
            newgame->parameters[newgame->count].value = newgame_value(game, settings, i, room);
            newgame->count++;
        }
    }
    return command;
}
