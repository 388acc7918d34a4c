/* SPDX-License-Identifier: MIT */
/* Before the first search, checks that the engine starts, and which games it plays. */
#ifndef ANALYSE_PROBE_ENGINE_H
#define ANALYSE_PROBE_ENGINE_H

#include "client.h"

struct ev_loop;

/* Zeroed memory is a closed probe. */
struct probe_engine {
    struct client_spec *spec;
    struct client *client;
};

/* Starts the engine and waits for its greeting; false and the reason if there is none. Fills in the
 * dialect of the specification if it was not given. To be closed in any case. */
bool probe_engine_open(struct probe_engine *probe, struct ev_loop *loop, struct client_spec *spec,
                       struct error *error);
void probe_engine_close(struct probe_engine *probe);

/* Returns the engine's own name, otherwise its command or address. */
const char *probe_engine_name(const struct probe_engine *probe);

/* False, with the reason, if the engine does not play a game: a game_test of a probe_engine. */
bool probe_engine_plays(const void *context, const struct game *game, struct error *error);

#endif
