/* SPDX-License-Identifier: MIT */
/* The option --trace: a person walks through the tree of a small search, a node at a time. */
#ifndef PLAY_STEPS_H
#define PLAY_STEPS_H

#include <stdbool.h>

#include "client.h"
#include "error.h"
#include "game.h"

/* The tree to show: that of a search to `depth` plies of a position, NULL: the initial one. */
struct steps_request {
    const struct game *game;
    const struct game_settings *settings;
    const char *fen;
    int depth;
};

/* Has the engine trace the search, and shows each node with its board: on a terminal the next one
 * after a key (q ends), otherwise after a line of input, until the input ends. Returns false and
 * the reason if there is no tree. */
bool steps_run(struct ev_loop *loop, struct client_spec *spec, const struct steps_request *request,
               struct error *error);

#endif
