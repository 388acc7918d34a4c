/* SPDX-License-Identifier: MIT */
/* An engine at a table: started once, prepared for every game, used for moves and hints. Its level
 * of strength is set by the options with which engines offer one. */
#ifndef PLAY_TABLE_ENGINE_H
#define PLAY_TABLE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "client.h"

/* The highest level: the engine's full strength. */
#define LEVEL_MAX 10

/* The purpose of a search. */
enum engine_purpose {
    PURPOSE_NONE, /* the engine does not search */
    PURPOSE_MOVE,
    PURPOSE_HINT,
    PURPOSE_DROPPED /* its answer is no longer needed */
};

/* Zeroed memory is no engine. */
struct table_engine {
    struct table *table;
    const struct client_spec *spec;
    struct client *client; /* NULL: there is no engine */
    enum engine_purpose purpose;
    bool expects_game;             /* a new game has begun since it was prepared */
    int64_t sent_ns;               /* when the search was requested, on clock_ns() */
    const struct game *level_game; /* the game that the levels apply to */
    int level, level_sent;         /* 0: not chosen, or not sent */
};

/* Returns the engine's own name. */
const char *table_engine_name(const struct table_engine *engine);

/* True if it can search, or be prepared for a new game. */
bool table_engine_is_idle(const struct table_engine *engine);

/* True if it has not ended, and could be started. */
bool table_engine_lives(const struct table_engine *engine);

/* True if its dialect and options show that it plays the game; otherwise the error says why not. It
 * must have sent its greeting. */
bool table_engine_plays(const struct table_engine *engine, const struct game *game,
                        struct error *error);

/* Sets its level, 1 .. LEVEL_MAX, from its next search on; false if it offers none for this game.
 * It must have sent its greeting. Hints always use its full strength. */
bool table_engine_set_level(struct table_engine *engine, const struct game *game, int level);

/* Prepares an idle engine if a new game has begun; true if it did. */
bool table_engine_prepare(struct table_engine *engine, const struct game *game,
                          const struct game_settings *settings);

/* Starts a search of an idle engine, which has `limit_ns` for it; INT64_MAX: no limit. */
void table_engine_ask(struct table_engine *engine, enum engine_purpose purpose,
                      const struct command_position *position, const struct command_go *go,
                      int64_t limit_ns);

/* Stops a search whose answer is no longer needed. */
void table_engine_drop(struct table_engine *engine);
#endif
