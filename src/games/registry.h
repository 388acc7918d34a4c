/* The list of games, the only place that knows them all. */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "game.h"

/* All games, NULL after the last; the first is what an engine plays before any `newgame`. */
const struct game *const *registry_games(void);

/* A game by its name or an alias, in any case; NULL if there is none. */
const struct game *registry_find(const char *name);

#endif
