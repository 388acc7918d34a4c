/* SPDX-License-Identifier: MIT */
#include "registry.h"

#include <strings.h>

#include "look.h"

/* The table of a game for a level, selected by the highest level of its unit. */
#define V2_OF_ONE(name) &game_##name,
#define V2_OF_V3(name)  &game_##name,
#define V2_OF_V4(name)  &game_##name,
#define V3_OF_ONE(name) &game_##name,
#define V3_OF_V3(name)  &game_##name##_v3,
#define V3_OF_V4(name)  &game_##name##_v3,
#define V4_OF_ONE(name) &game_##name,
#define V4_OF_V3(name)  &game_##name##_v3,
#define V4_OF_V4(name)  &game_##name##_v4,

#define AT_V2(name, highest) V2_OF_##highest(name)
#define AT_V3(name, highest) V3_OF_##highest(name)
#define AT_V4(name, highest) V4_OF_##highest(name)

/* The lists of a level: the games that clients list, and all games. */
#define LISTS(AT)                                                                                  \
    {                                                                                              \
        {REGISTRY(AT) NULL},                                                                       \
        {                                                                                          \
            REGISTRY(AT) REGISTRY_UNLISTED(AT) NULL                                                \
        }                                                                                          \
    }

enum list { LISTED, ALL };
#define MAX_GAMES 16

static const struct game *const games_v2[][MAX_GAMES] = LISTS(AT_V2);
#ifndef MYOSU_ONE_LEVEL
static const struct game *const games_v3[][MAX_GAMES] = LISTS(AT_V3);
static const struct game *const games_v4[][MAX_GAMES] = LISTS(AT_V4);
#endif

static const struct game *const *games_of(enum list list, enum level level)
{
#ifndef MYOSU_ONE_LEVEL
    return level == LEVEL_V4 ? games_v4[list] : level == LEVEL_V3 ? games_v3[list] : games_v2[list];
#else
    (void)level;
    return games_v2[list];
#endif
}

const struct game *const *registry_games_at(enum level level)
{
    return games_of(ALL, level);
}

const struct game *const *registry_games(void)
{
    return games_of(LISTED, level_best());
}

static bool is_named(const struct game *game, const char *name)
{
    if (strcasecmp(game->name, name) == 0) {
        return true;
    }
    for (int i = 0; game->aliases && game->aliases[i]; i++) {
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
