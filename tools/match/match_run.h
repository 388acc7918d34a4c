/* SPDX-License-Identifier: MIT */
/* Plays a match: starts the game runners, which take games from the match and report them to it. */
#ifndef MATCH_MATCH_RUN_H
#define MATCH_MATCH_RUN_H

#include "match.h"

/* Plays until all games are played, the sequential test has its verdict, or a signal stops it. */
void match_run(struct match *match);

#endif
