/* SPDX-License-Identifier: MIT */
/* Before the first game, checks that every engine starts and can play the game, and detects its
 * dialect. */
#ifndef MATCH_PROBE_H
#define MATCH_PROBE_H

#include <stdbool.h>

#include "error.h"
#include "match_options.h"

struct ev_loop;

/* Starts every engine once, all at the same time, and fills in the dialects that were not given.
 * Rejects the first engine that cannot play, with the reason. An engine that does not say which
 * games it plays is trusted to play this one if its first move is legal. */
bool probe_engines(struct ev_loop *loop, struct match_options *options, struct error *error);

#endif
