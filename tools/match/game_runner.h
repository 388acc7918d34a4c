/* SPDX-License-Identifier: MIT */
/* A game runner plays one game at a time, with two engines as its players.
 *
 * Engines stay from game to game while the next one needs them. Each move is timed from the moment
 * its `go` was sent to the arrival of its answer. */
#ifndef MATCH_GAME_RUNNER_H
#define MATCH_GAME_RUNNER_H

#include "match.h"

struct game_runner;

struct game_runner *game_runner_create(struct match *match, int index);

/* Takes games from the match and plays them until there are no more. */
void game_runner_run(struct game_runner *runner);

/* Ends the engines and frees the runner; a game under way is dropped. */
void game_runner_destroy(struct game_runner *runner);

#endif
