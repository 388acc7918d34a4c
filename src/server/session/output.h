/* SPDX-License-Identifier: MIT */
/* What a conversation outputs: events, as lines of the client's dialect, into a buffer. */
#ifndef SERVER_OUTPUT_H
#define SERVER_OUTPUT_H

#include <stdbool.h>

#include "dialect.h"
#include "watchers.h"

struct output {
    struct buffer *lines; /* that are to be sent */
    const struct dialect *dialect;
    struct dialect_state state;  /* that the dialect remembers from line to line */
    struct dialect_state before; /* the same, before the line that is being run */
    bool refused;                /* an error was output */
    struct watchers watchers;    /* they are told of it, too */
};

void output_say(struct output *output, const struct event *event);

/* Events that are a text, or only their kind. */
void output_text(struct output *output, enum event_kind kind, const char *text);
void output_kind(struct output *output, enum event_kind kind);

/* Refuses the line that is being run, and puts the dialect's state back to before that line. */
void output_refuse(struct output *output, enum event_kind kind, const char *text);

#endif
