/* SPDX-License-Identifier: MIT */
/* A game runner plays one game at a time, with two engines as its players.
 *
 * An engine keeps running from game to game while the next game needs it. Each move is timed from
 * sending its `go` to receiving its answer. */
#ifndef MATCH_GAME_RUNNER_H
#define MATCH_GAME_RUNNER_H

#include "match.h"

/* Plays the games of the match, as many at a time as its options say, until it stops. */
void game_runners_play(struct match *match);

#endif
