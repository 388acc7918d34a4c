/* SPDX-License-Identifier: MIT */
#include "game_options.h"

#include <stdlib.h>
#include <string.h>

#include "game_words.h"
#include "match_options.h"
#include "memory.h"
#include "pgn.h"
#include "registry.h"

/* Finds a game by its name or by a name that PGN files use: fischerandom. */
static bool find_game(const char *name, const struct game **game, struct game_settings *settings)
{
    *game = registry_find(registry_games(), name);
    if (*game) {
        game_named_settings(*game, name, settings);
    }
    return *game || pgn_find_variant(name, game, settings);
}

/* Appends the name of a game, and the parameters that the user's name for it implies. */
static void put_game(const struct game *game, const struct game_settings *settings,
                     struct buffer *out)
{
    struct game_settings initial;
    struct newgame_room room;
    game_default_settings(game, &initial);
    buffer_puts(out, game->name);
    for (int i = 0; i < game->setting_count; i++) {
        if (game->settings[i].name && settings->values[i] != initial.values[i]) {
            buffer_printf(out, " %s=%s", game->settings[i].name,
                          newgame_value(game, settings, i, &room));
        }
    }
}

bool game_options_read(void *opaque, struct option_words *words, struct error *error)
{
    struct match_options *options = opaque;
    const char *option = words->list[words->at - 1], *name = option_words_next(words);
    if (!name) {
        return error_set(error, "%s: expected a value", option);
    }
    struct error reason;
    if (!find_game(name, &options->game, &options->settings)) {
        game_words_find(name, &reason);
        return error_set(error, "%s: %.300s", option, reason.text);
    }
    struct buffer key = {0};
    bool good = true;
    put_game(options->game, &options->settings, &key);
    for (char *value; good && (value = option_words_next(words));) {
        buffer_printf(&key, " %s", value);
        const char *parameter = strsep(&value, "=");
        good = game_words_set(options->game, parameter, value ? value : "", &options->settings,
                              &reason) ||
               error_set(error, "%s: %.300s", option, reason.text);
    }
    free(options->game_key);
    options->game_key = memory_text(buffer_text(&key));
    buffer_finish(&key);
    return good;
}
