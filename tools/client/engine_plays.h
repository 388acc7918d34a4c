/* SPDX-License-Identifier: MIT */
/* Finds out whether an engine plays a game. */
#ifndef CLIENT_ENGINE_PLAYS_H
#define CLIENT_ENGINE_PLAYS_H

#include "client.h"

/* True if the engine's dialect and options show that it plays the game. The client must have
 * greeted. Otherwise the error gives the reason and calls the engine `name`. */
bool engine_plays(const struct client *client, const char *name, const struct game *game,
                  struct error *error);

#endif
