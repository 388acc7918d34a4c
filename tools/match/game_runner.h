/* SPDX-License-Identifier: MIT */
/* A game runner plays one game at a time, with two engines as its players.
 *
 * An engine keeps running from game to game while the next game needs it. Each move is timed from
 * sending its `go` to receiving its answer. */
#ifndef MATCH_GAME_RUNNER_H
#define MATCH_GAME_RUNNER_H

#include "match.h"

struct game_runner;

struct game_runner *game_runner_create(struct match *match, int index);

/* Plays games of the match until none is left. */
void game_runner_run(struct game_runner *runner);

/* Ends the engines and frees the runner. A game in progress is dropped. */
void game_runner_destroy(struct game_runner *runner);

#endif
