/* SPDX-License-Identifier: MIT */
/* An engine at a table: started once, prepared for every game, used for moves and hints. It does
 * not depend on the table; it calls its handlers, from the loop. */
#ifndef PLAY_TABLE_ENGINE_H
#define PLAY_TABLE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "client.h"

struct table_engine;

/* The purpose of a search. */
enum engine_purpose { PURPOSE_MOVE, PURPOSE_HINT, PURPOSE_NONE };

struct table_engine_handlers {
    /* The engine is idle: it can search, or must be prepared for a new game. */
    void (*idle)(void *context, struct table_engine *engine);
    void (*info)(void *context, struct table_engine *engine, const struct event_info *info);
    /* The result of a search, `spent_ns` after it was requested. */
    void (*answered)(void *context, struct table_engine *engine, enum engine_purpose purpose,
                     const struct event_bestmove *answer, int64_t spent_ns);
    /* The engine ended, could not be started, or rejected an option. `reason` completes a
     * sentence. */
    void (*gone)(void *context, struct table_engine *engine, const char *reason);
};

/* Starts an engine. The specification and the handlers must outlive it. */
struct table_engine *table_engine_open(struct ev_loop *loop, const struct client_spec *spec,
                                       const struct table_engine_handlers *handlers, void *context);

/* Ends the engine; no handler is called afterwards. NULL is allowed. */
void table_engine_close(struct table_engine *engine);

/* Returns the engine's own name. */
const char *table_engine_name(const struct table_engine *engine);

/* Returns what was started: its program, or its address. */
const char *table_engine_command(const struct table_engine *engine);

/* Returns the first error that it reported since its search began; "" if none. */
const char *table_engine_complaint(const struct table_engine *engine);

/* True if it has not sent its greeting yet. */
bool table_engine_is_greeting(const struct table_engine *engine);

bool table_engine_is_idle(const struct table_engine *engine);
bool table_engine_is_gone(const struct table_engine *engine);

/* True if it is searching for this purpose. */
bool table_engine_searches(const struct table_engine *engine, enum engine_purpose purpose);

/* A new game has begun: the engine must be prepared before its next search. */
void table_engine_expect_game(struct table_engine *engine);

/* Sets its level of strength from its next search on; false if it offers none for this game. It
 * must have sent its greeting. Hints always use its full strength. */
bool table_engine_set_level(struct table_engine *engine, const struct game *game, int level);

/* Prepares an idle engine if a new game has begun; true if it did. */
bool table_engine_prepare(struct table_engine *engine, const struct game *game,
                          const struct game_settings *settings);

/* Starts a search of an idle engine; returns the time of the request on clock_ns(). */
int64_t table_engine_ask(struct table_engine *engine, enum engine_purpose purpose,
                         const struct command_position *position, const struct command_go *go);

/* Stops a search whose answer is no longer needed. */
void table_engine_drop(struct table_engine *engine);

/* Makes a searching engine answer now. */
void table_engine_stop(struct table_engine *engine);

#endif
