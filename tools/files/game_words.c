/* SPDX-License-Identifier: MIT */
#include "game_words.h"

#include <string.h>

#include "buffer.h"
#include "registry.h"
#include "spelling.h"

const struct game *game_words_find(const char *name, struct error *error)
{
    const struct game *found = registry_find(registry_games(), name);
    struct spelling spelling = {.word = name};
    struct buffer names = {0}, suggested = {0};
    for (const struct game *const *game = registry_games(); *game && !found; game++) {
        buffer_printf(&names, "%s%s", buffer_length(&names) > 0 ? ", " : "", (*game)->name);
        spelling_try(&spelling, (*game)->name, 0);
    }
    if (!found) {
        spelling_suggest(&spelling, &suggested);
        buffer_puts(&suggested, spelling.nearest[0] ? " Expected" : "; expected");
        error_set(error, "there is no game '%.60s'%s one of %s", name, buffer_text(&suggested),
                  buffer_text(&names));
    }
    buffer_finish(&names);
    buffer_finish(&suggested);
    return found;
}

static bool refuse_name(const struct game *game, const char *name, struct error *error)
{
    struct spelling spelling = {.word = name};
    struct buffer names = {0}, suggested = {0};
    for (int i = 0; i < game->setting_count; i++) {
        if (game->settings[i].name) {
            spelling_try(&spelling, game->settings[i].name, 0);
            buffer_printf(&names, "%s%s", buffer_length(&names) > 0 ? ", " : "",
                          game->settings[i].name);
        }
    }
    spelling_suggest(&spelling, &suggested);
    buffer_puts(&suggested, spelling.nearest[0] ? " It" : "; it");
    error_set(error, "%s has no parameter '%.60s'%s has %s", game->name, name,
              buffer_text(&suggested), buffer_length(&names) > 0 ? buffer_text(&names) : "none");
    buffer_finish(&names);
    buffer_finish(&suggested);
    return false;
}

bool game_words_set(const struct game *game, const char *name, const char *value,
                    struct game_settings *settings, struct error *error)
{
    struct error reason;
    int index = game_find_parameter(game, name);
    if (index < 0) {
        return refuse_name(game, name, error);
    }
    return game_read_setting(&game->settings[index], value, &settings->values[index], &reason) ||
           error_set(error, "%s: %.250s", name, reason.text);
}

bool game_words_read(char *text, const struct game **game, struct game_settings *settings,
                     struct error *error)
{
    char *rest = text, *word = strsep(&rest, " ");
    *game = game_words_find(word, error);
    if (!*game) {
        return false;
    }
    game_named_settings(*game, text, settings); /* strsep has terminated the name */
    while ((word = strsep(&rest, " "))) {
        const char *name = strsep(&word, "=");
        if (!game_words_set(*game, name, word ? word : "", settings, error)) {
            return false;
        }
    }
    return true;
}
