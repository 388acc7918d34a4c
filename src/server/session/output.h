/* SPDX-License-Identifier: MIT */
/* What a session says: events, through the client's dialect, into the connection. */
#ifndef SERVER_OUTPUT_H
#define SERVER_OUTPUT_H

#include <stdbool.h>

#include "connection.h"
#include "dialect.h"
#include "watchers.h"

struct output {
    struct connection *connection;
    const struct dialect *dialect;
    struct dialect_state state;  /* what the conversation remembers from line to line */
    struct dialect_state before; /* the same, before the line that is being run */
    bool refused;                /* an error was said */
    struct watchers watchers;    /* others hear it, too */
};

void output_say(struct output *output, const struct event *event);

/* Events that are a text, or nothing but their kind. */
void output_text(struct output *output, enum event_kind kind, const char *text);
void output_kind(struct output *output, enum event_kind kind);

/* Says that the line being run is refused, and puts the conversation back to before that line. */
void output_refuse(struct output *output, enum event_kind kind, const char *text);

#endif
