/* SPDX-License-Identifier: MIT */
/* The list of games, the only place that knows them all. */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "game.h"
#include "level.h"

/* One entry a game: its name, which is its folder's, and the highest level that its unit is
 * compiled for; ONE: game.c there defines `game_NAME` and nothing else. The first game is what an
 * engine plays before any `newgame`. Tests compile this list with games of their own in it. */
#ifndef REGISTRY
#define REGISTRY(GAME)                                                                             \
    GAME(chess, V3)                                                                                \
    GAME(tictactoe, ONE)                                                                           \
    GAME(connect4, V4) GAME(gomoku, V3) GAME(ataxx, V3) GAME(othello, V3) GAME(xiangqi, V3)
#endif

/* The tables of a game by the highest level of its unit: game_NAME is the lowest one's. */
#define REGISTRY_DECLARE_ONE(name) extern const struct game game_##name;
#define REGISTRY_DECLARE_V3(name)                                                                  \
    REGISTRY_DECLARE_ONE(name) extern const struct game game_##name##_v3;
#define REGISTRY_DECLARE_V4(name)                                                                  \
    REGISTRY_DECLARE_V3(name) extern const struct game game_##name##_v4;
#define REGISTRY_DECLARE(name, highest) REGISTRY_DECLARE_##highest(name)
REGISTRY(REGISTRY_DECLARE)

/* All games as they are compiled for a level, NULL after the last; those whose unit is not compiled
 * for it are the next lower level's. */
const struct game *const *registry_games_at(enum level level);

/* All games at the best level of this processor. */
const struct game *const *registry_games(void);

/* A game of a list by its name or an alias, in any case; NULL if there is none. */
const struct game *registry_find(const struct game *const *games, const char *name);

/* The game that an engine plays when it is told none, by the name of its dialect; NULL if that says
 * nothing. */
const struct game *registry_find_implied(const struct game *const *games, const char *dialect);

#endif
