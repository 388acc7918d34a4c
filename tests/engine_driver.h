/* SPDX-License-Identifier: MIT */
/* Drives an engine as a session does: the test starts work and receives events until the work
 * ends. */
#ifndef ENGINE_DRIVER_H
#define ENGINE_DRIVER_H

#include "engine.h"

/* The engine, and the reason of the last error. */
extern struct engine *engine;
extern struct error error;

/* The callback `wake` of the engine's configuration. */
void wake(void *context);

/* Creates an engine that plays the first game of the list, which ends with NULL; destroys it. */
void open_engine_with(const struct game *const *games);
void close_engine(void);

/* Waits for the next event. */
struct engine_event next_event(void);

/* Receives events until the work ends. Returns the last report of the best line. */
struct search_report finish(void);

/* Starts a search and returns its deadline. */
int64_t go(struct engine_limits limits);

/* Searches to a depth and waits for the end. */
struct search_report search_to(int depth);

#endif
