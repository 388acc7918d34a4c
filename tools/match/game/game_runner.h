/* SPDX-License-Identifier: MIT */
/* A game runner plays one game at a time, with two engines as its players.
 *
 * An engine keeps running from game to game while the next game needs it. Each move is timed from
 * sending its `go`, or `ponderhit`, to receiving its answer. */
#ifndef MATCH_GAME_RUNNER_H
#define MATCH_GAME_RUNNER_H

#include "client.h"
#include "match.h"

struct game_runner;

/* Creates a runner that starts the engines as `specs` say, one for each engine. `all` are the
 * runners of the match, NULL after the last; one that has ended a game lets idle ones look for
 * another. Both must outlive it. */
struct game_runner *game_runner_create(struct match *match, int index,
                                       const struct client_spec *specs, struct game_runner **all);

/* Plays games of the match until none is left. */
void game_runner_run(struct game_runner *runner);

/* Ends the engines. A game in progress is dropped. */
void game_runner_destroy(struct game_runner *runner);

#endif
