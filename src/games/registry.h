/* The list of games, the only place that knows them all. */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "game.h"

/* One line a game, named as its folder is; game.c there defines `game_NAME`. The first one is what
 * an engine plays before any `newgame`. Tests compile this list with games of their own in it. */
#ifndef REGISTRY
#define REGISTRY(GAME) GAME(chess) GAME(tictactoe) GAME(connect4) GAME(gomoku)
#endif

#define REGISTRY_DECLARE(name) extern const struct game game_##name;
REGISTRY(REGISTRY_DECLARE)
#undef REGISTRY_DECLARE

/* All games, NULL after the last. */
const struct game *const *registry_games(void);

/* A game of a list by its name or an alias, in any case; NULL if there is none. */
const struct game *registry_find(const struct game *const *games, const char *name);

/* The game that an engine plays when it is told none, by the name of its dialect; NULL if that says
 * nothing. */
const struct game *registry_find_implied(const struct game *const *games, const char *dialect);

#endif
