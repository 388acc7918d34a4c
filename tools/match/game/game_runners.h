/* SPDX-License-Identifier: MIT */
/* The runners of a match, which play its games at the same time. */
#ifndef MATCH_GAME_RUNNERS_H
#define MATCH_GAME_RUNNERS_H

#include "match.h"

/* Plays the games of the match, as many at a time as its options say, until it stops. */
void game_runners_play(struct match *match);

#endif
