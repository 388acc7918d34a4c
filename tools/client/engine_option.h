/* SPDX-License-Identifier: MIT */
/* The options that an engine offers, and checks of their values. */
#ifndef CLIENT_ENGINE_OPTION_H
#define CLIENT_ENGINE_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"
#include "dialect.h"
#include "error.h"
#include "event.h"
#include "game.h"

struct engine_option {
    char *name, *initial, *choices; /* as in struct event_option; NULL if missing */
    enum option_kind kind;
    int64_t min, max;
};

/* The most options of an engine and the most bytes of their texts. They limit the memory for an
 * engine that sends options without end. */
#define ENGINE_OPTIONS_MOST 1024
#define ENGINE_OPTION_BYTES (1 << 20)

/* The options of one engine; zeroed memory is an empty list. */
struct engine_option_list {
    struct engine_option *options;
    int count;
    size_t bytes; /* of their texts */
};

/* Adds a copy of an option. An option beyond the limits is dropped. */
void engine_option_add(struct engine_option_list *list, const struct event_option *from);
void engine_option_clear(struct engine_option_list *list);

/* Returns the option with this name, ignoring case, or NULL. */
const struct engine_option *engine_option_find(const struct engine_option_list *list,
                                               const char *name);

/* True if an option has this choice, ignoring case. Its choices are separated by line feeds. */
bool engine_option_offers(const struct engine_option *option, const char *choice);

/* True if an option with this name exists and accepts the value (NULL: a button). Otherwise the
 * error says what it accepts. */
bool engine_option_check(const struct engine_option_list *list, const char *name, const char *value,
                         struct error *error);

/* Appends the commands that set the game and its board through options, for engines that play
 * several games. */
void engine_option_put_game(const struct engine_option_list *list, const struct dialect *dialect,
                            struct dialect_state *state, const struct game *game,
                            const struct game_settings *settings, struct buffer *out);

#endif
