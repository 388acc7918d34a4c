/* SPDX-License-Identifier: MIT */
/* Tests a game from outside, through the functions of its table: `myosu check-game`. */
#ifndef GAMES_CHECK_GAME_H
#define GAMES_CHECK_GAME_H

#include "game.h"

/* Plays random games from the initial position and from the game's samples and benches, and checks
 * in each position what contract.h promises. The same seed plays the same games. Appends a line for
 * each property: its name, how often it was checked, and `ok` or the first violation with the
 * position, the moves that led to it, and its diagram. Returns true if every property holds. */
bool check_game(const struct game *game, int games, uint64_t seed, struct buffer *report);

#endif
