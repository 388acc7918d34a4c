/* SPDX-License-Identifier: MIT */
/* An engine driven by a test as a session drives it: work is begun, its events are taken until it
 * ends.
 */
#ifndef ENGINE_DRIVER_H
#define ENGINE_DRIVER_H

#include "engine.h"

/* The engine of the test, and the reason of its last refusal. */
extern struct engine *engine;
extern struct error error;

/* The `wake` of its configuration. */
void wake(void *context);

/* An engine that plays the first game of the list, NULL after the last; and its end. */
void open_engine_with(const struct game *const *games);
void close_engine(void);

/* Waits for the next event. */
struct engine_event next_event(void);

/* Takes events to the end of the work; the last report of the best line. */
struct search_report finish(void);

/* Begins a search; its deadline. */
int64_t go(struct engine_limits limits);

/* A search to a depth, from its beginning to its end. */
struct search_report search_to(int depth);

#endif
