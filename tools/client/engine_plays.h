/* SPDX-License-Identifier: MIT */
/* Whether an engine plays a game. */
#ifndef CLIENT_ENGINE_PLAYS_H
#define CLIENT_ENGINE_PLAYS_H

#include "client.h"

/* Whether an engine that has greeted plays the game, by its dialect and its options; refuses with
 * the reason, in which it is called `name`. */
bool engine_plays(const struct client *client, const char *name, const struct game *game,
                  struct error *error);

#endif
