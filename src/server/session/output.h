/* SPDX-License-Identifier: MIT */
/* The output of a conversation: events, as lines of the client's dialect, in a buffer; and the
 * events that the engine's reports become. */
#ifndef SERVER_OUTPUT_H
#define SERVER_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect.h"
#include "engine.h"
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

/* A longer line of play is not kept. */
#define OUTPUT_SAID_MOVES 64

/* The reports of one search, which are throttled: a burst of 128, then 32 a second. */
struct output_search {
    double credit;   /* reports that may pass now */
    int64_t time_ns; /* when the credit was counted last, clock_ns() */
    int line;        /* MultiPV number of the line that was output last */
    int64_t said_ns; /* when a line was output last, or the search began */
    bool passes;     /* the lines of this iteration are output */
    bool holds;      /* `held` was not output yet */
    struct search_report held;
    /* The line of play that was output last: the answer mostly repeats it, when time counts. */
    int moves_said;
    move_t said[OUTPUT_SAID_MOVES];
    struct buffer said_text;
};

/* A search begins; it may own memory until output_search_finish. */
void output_search_begin(struct output_search *report);
void output_search_finish(struct output_search *report);

/* Outputs a report of the search, or holds it back. */
void output_search(struct output_search *report, const struct engine_event *event,
                   const struct engine *engine, struct output *output);

/* Outputs the report that was held back last, if any. */
void output_held_back(struct output_search *report, const struct engine *engine,
                      struct output *output);

void output_bestmove(const struct engine *engine, struct output *output);
void output_perft(const struct engine_perft *perft, bool total, const struct engine *engine,
                  struct output *output);
void output_bench_position(const struct engine_bench *bench, struct output *output);
void output_bench_total(const struct engine_bench *bench, struct output *output);
void output_opening(const struct engine_opening *opening, const struct engine *engine,
                    struct output *output);

#endif
