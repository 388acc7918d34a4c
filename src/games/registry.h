/* SPDX-License-Identifier: MIT */
/* The list of games, the only place that knows them all. */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "game.h"
#include "level.h"

/* Each game has one entry: its name, which is also its folder's, and the highest level for which
 * its unit is compiled. With ONE, the folder's game.c defines only `game_NAME`. An engine plays the
 * first game until it receives a `newgame`. Tests compile this list with additional games. */
#ifndef REGISTRY
#define REGISTRY(GAME)                                                                             \
    GAME(chess, V3)                                                                                \
    GAME(tictactoe, ONE)                                                                           \
    GAME(connect4, V4) GAME(gomoku, V3) GAME(ataxx, V3) GAME(othello, V3) GAME(xiangqi, V3)
#endif

/* The games without a look, which an engine plays and no client lists. */
#define REGISTRY_UNLISTED(GAME) GAME(tree, ONE)

/* The tables of a game, by the highest level of its unit. game_NAME is the lowest level's table. */
#define REGISTRY_DECLARE_ONE(name) extern const struct game game_##name;
#define REGISTRY_DECLARE_V3(name)                                                                  \
    REGISTRY_DECLARE_ONE(name) extern const struct game game_##name##_v3;
#define REGISTRY_DECLARE_V4(name)                                                                  \
    REGISTRY_DECLARE_V3(name) extern const struct game game_##name##_v4;
#define REGISTRY_DECLARE(name, highest) REGISTRY_DECLARE_##highest(name)
REGISTRY(REGISTRY_DECLARE)
REGISTRY_UNLISTED(REGISTRY_DECLARE)

/* All games as compiled for a level, NULL after the last, those without a look at the end. A game
 * whose unit is not compiled for that level is represented by the table of the next lower level. */
const struct game *const *registry_games_at(enum level level);

/* The games that clients list, at the best level of this processor. */
const struct game *const *registry_games(void);

/* Finds a game of a list by its name or an alias, case-insensitive; NULL if there is none. */
const struct game *registry_find(const struct game *const *games, const char *name);

/* The game that an engine plays unless another one is requested, selected by the name of its
 * dialect; NULL if the name selects no game. */
const struct game *registry_find_implied(const struct game *const *games, const char *dialect);

#endif
