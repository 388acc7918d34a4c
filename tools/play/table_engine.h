/* SPDX-License-Identifier: MIT */
/* An engine at a table: started once, prepared for every game, asked for moves and for hints. It
 * knows nothing of the table; what happens is told to the handlers, from the loop. */
#ifndef PLAY_TABLE_ENGINE_H
#define PLAY_TABLE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "client.h"

struct table_engine;

/* Why an engine thinks. */
enum engine_purpose { PURPOSE_MOVE, PURPOSE_HINT, PURPOSE_NONE };

struct table_engine_handlers {
    /* The engine can be asked, or must be prepared for a new game. */
    void (*idle)(void *context, struct table_engine *engine);
    void (*info)(void *context, struct table_engine *engine, const struct event_info *info);
    /* The answer to a search, `spent_ns` after it was asked for. */
    void (*answered)(void *context, struct table_engine *engine, enum engine_purpose purpose,
                     const struct event_bestmove *answer, int64_t spent_ns);
    /* It ended, could not be started, or refused an option: `reason` is a sentence's end. */
    void (*gone)(void *context, struct table_engine *engine, const char *reason);
};

/* Starts an engine. The specification and the handlers must outlive it. */
struct table_engine *table_engine_open(struct ev_loop *loop, const struct client_spec *spec,
                                       const struct table_engine_handlers *handlers, void *context);

/* Ends the engine; no handler is called any more. NULL is allowed. */
void table_engine_close(struct table_engine *engine);

/* What the engine calls itself. */
const char *table_engine_name(const struct table_engine *engine);

/* What it was started as: its program, or its address. */
const char *table_engine_command(const struct table_engine *engine);

/* The first error that it reported since its search began; "" if none. */
const char *table_engine_complaint(const struct table_engine *engine);

/* Whether it has not greeted yet. */
bool table_engine_is_greeting(const struct table_engine *engine);

bool table_engine_is_idle(const struct table_engine *engine);
bool table_engine_is_gone(const struct table_engine *engine);

/* Whether it is searching for this purpose. */
bool table_engine_searches(const struct table_engine *engine, enum engine_purpose purpose);

/* A new game has begun: the engine must be prepared before it is asked. */
void table_engine_expect_game(struct table_engine *engine);

/* Makes it play at a level of strength from its next search on; false if it offers none for this
 * game. It must have greeted. Hints come at its full strength. */
bool table_engine_set_level(struct table_engine *engine, const struct game *game, int level);

/* Prepares an idle engine if a new game has begun; true if it did. */
bool table_engine_prepare(struct table_engine *engine, const struct game *game,
                          const struct game_settings *settings);

/* Starts a search of an idle engine; returns the time of that on clock_ns(). */
int64_t table_engine_ask(struct table_engine *engine, enum engine_purpose purpose,
                         const struct command_position *position, const struct command_go *go);

/* Stops a search whose answer is not wanted any more. */
void table_engine_drop(struct table_engine *engine);

/* Makes a searching engine answer now. */
void table_engine_stop(struct table_engine *engine);

#endif
