/* SPDX-License-Identifier: MIT */
/* An option that an engine offers, and whether it takes a value. */
#ifndef CLIENT_ENGINE_OPTION_H
#define CLIENT_ENGINE_OPTION_H

#include <stdbool.h>

#include "error.h"
#include "event.h"

struct engine_option {
    char *name, *initial, *choices; /* as in struct event_option; NULL where it has none */
    enum option_kind kind;
    int64_t min, max;
};

/* The options of one engine; zeroed memory is an empty list. */
struct engine_option_list {
    struct engine_option *options;
    int count;
};

/* Adds a copy of what the engine said; dropped when memory is out. */
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
