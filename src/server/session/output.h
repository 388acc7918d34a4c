/* SPDX-License-Identifier: MIT */
/* The output of a conversation: events, formatted as lines of the client's dialect in a buffer; and
 * the conversion of the engine's reports to events. */
#ifndef SERVER_OUTPUT_H
#define SERVER_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect.h"
#include "engine.h"
#include "watchers.h"

struct output {
    struct buffer *lines; /* lines to be sent */
    const struct dialect *dialect;
    struct dialect_state state;  /* the state that the dialect keeps between lines */
    struct dialect_state before; /* that state before the line being run */
    const char *line;            /* the client's line being run; NULL: none */
    bool refused;                /* an error was output */
    struct watchers watchers;    /* they also receive the events */
};

void output_say(struct output *output, const struct event *event);

/* Outputs an event that consists of a text, or of its kind alone. */
void output_text(struct output *output, enum event_kind kind, const char *text);
void output_kind(struct output *output, enum event_kind kind);

/* Refuses the line being run, and restores the dialect's state from before that line. */
void output_refuse(struct output *output, enum event_kind kind, const char *text);

/* The most moves of a line that are kept. */
#define OUTPUT_SAID_MOVES 64

/* The reports of one search, whose rate is limited: a burst of 128, then 32 a second. */
struct output_search {
    double credit;                   /* reports that may be output now */
    int64_t time_ns;                 /* when the credit was last updated, clock_ns() */
    int line;                        /* MultiPV number of the last line that was output */
    int64_t said_ns;                 /* when the last line was output, or when the search began */
    bool passes;                     /* the lines of this iteration are output */
    bool holds;                      /* `held` has not been output yet */
    uint64_t nodes, iteration_nodes; /* of all iterations; of the last one */
    struct search_report held;
    /* The line that was output last. The final answer mostly repeats it, when time matters. */
    int moves_said;
    move_t said[OUTPUT_SAID_MOVES];
    struct buffer said_text;
};

/* Begins the output of a search, which may own memory until output_search_finish. */
void output_search_begin(struct output_search *report);
void output_search_finish(struct output_search *report);

/* Outputs a report of the search, or holds it back. */
void output_search(struct output_search *report, const struct engine_event *event,
                   const struct engine *engine, struct output *output);

/* Outputs the last report if it was held back. */
void output_held_back(struct output_search *report, const struct engine *engine,
                      struct output *output);

void output_bestmove(const struct engine *engine, struct output *output);

/* Outputs an event that is no report and no end: a count, a position of a bench, an opening, a
 * line of text, a failure or a notice. */
void output_event(const struct engine_event *event, const struct engine *engine,
                  struct output *output);

/* Outputs the description of an option, in the answer to the greeting. */
void output_option(struct output *output, const struct setting *option);

#endif
