/* SPDX-License-Identifier: MIT */
/* An option that an engine offers, and whether it takes a value. */
#ifndef CLIENT_ENGINE_OPTION_H
#define CLIENT_ENGINE_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "event.h"

struct engine_option {
    char *name, *initial, *choices; /* as in struct event_option; NULL where it has none */
    enum option_kind kind;
    int64_t min, max;
};

/* The most options that an engine can have, and the most bytes of text in them: an engine that
 * sends options without end takes no more memory than that. */
#define ENGINE_OPTIONS_MOST 1024
#define ENGINE_OPTION_BYTES (1 << 20)

/* The options of one engine; zeroed memory is an empty list. */
struct engine_option_list {
    struct engine_option *options;
    int count;
    size_t bytes; /* of their texts */
};

/* Adds a copy of what the engine said. An option above the limits, or for which there is no memory,
 * is dropped. */
void engine_option_add(struct engine_option_list *list, const struct event_option *from);
void engine_option_clear(struct engine_option_list *list);

/* The option of that name, in any case; NULL if there is none. */
const struct engine_option *engine_option_find(const struct engine_option_list *list,
                                               const char *name);

/* Whether an option of that name is offered and takes the value (NULL: a button's press); refuses
 * with what would be right. */
bool engine_option_check(const struct engine_option_list *list, const char *name, const char *value,
                         struct error *error);

#endif
