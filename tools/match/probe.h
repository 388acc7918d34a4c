/* SPDX-License-Identifier: MIT */
/* Checks before the first game that every engine starts, finds its dialect, and checks that it can
 * play the game. */
#ifndef MATCH_PROBE_H
#define MATCH_PROBE_H

#include <stdbool.h>

#include "error.h"
#include "options.h"

struct ev_loop;

/* Starts every engine once, all at the same time, and fills in the dialects that were not
 * given. Refuses the first engine that cannot play, with the reason. */
bool probe_engines(struct ev_loop *loop, struct match_options *options, struct error *error);

#endif
