/* SPDX-License-Identifier: MIT */
#include "engine_plays.h"

#include <string.h>
#include <strings.h>

#include "look.h"
#include "registry.h"

/* True if the choices of a combo option, separated by line feeds, include `name`. */
static bool offers(const char *choices, const char *name)
{
    size_t length = strlen(name);
    while (choices && *choices) {
        if (strncasecmp(choices, name, length) == 0 &&
            (choices[length] == '\n' || choices[length] == '\0')) {
            return true;
        }
        choices = strchr(choices, '\n');
        choices += choices ? 1 : 0;
    }
    return false;
}

bool engine_plays(const struct client *client, const char *name, const struct game *game,
                  struct error *error)
{
    const char *dialect = client_dialect(client)->name;
    const struct engine_option *variants =
        engine_option_find(client_options(client), "UCI_Variant");
    const struct game *implied = registry_find_implied(registry_games(), dialect);
    if (look_is_implied(game, dialect) || (!variants && strcmp(dialect, "ugi") == 0)) {
        return true;
    }
    if (!variants) {
        return error_set(error, "%s has no option UCI_Variant, so it plays %s, not %s", name,
                         implied->name, game->name);
    }
    return offers(variants->choices, game->name) ||
           error_set(error, "%s does not play %s: its UCI_Variant lacks it", name, game->name);
}
