#include "registry.h"

#include <strings.h>

#include "look.h"

#define REGISTRY_ENTRY(name) &game_##name,

static const struct game *const all_games[] = {REGISTRY(REGISTRY_ENTRY) NULL};

const struct game *const *registry_games(void)
{
    return all_games;
}

static bool is_named(const struct game *game, const char *name)
{
    if (strcasecmp(game->name, name) == 0) {
        return true;
    }
    for (int i = 0; game->aliases[i]; i++) {
        if (strcasecmp(game->aliases[i], name) == 0) {
            return true;
        }
    }
    return false;
}

const struct game *registry_find(const struct game *const *games, const char *name)
{
    for (; *games; games++) {
        if (is_named(*games, name)) {
            return *games;
        }
    }
    return NULL;
}

const struct game *registry_find_implied(const struct game *const *games, const char *dialect)
{
    for (; *games; games++) {
        if (look_is_implied(*games, dialect)) {
            return *games;
        }
    }
    return NULL;
}
