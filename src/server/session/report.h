/* SPDX-License-Identifier: MIT */
/* What the engine sees, made into events. */
#ifndef SERVER_REPORT_H
#define SERVER_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine.h"
#include "output.h"

/* A longer line is not kept. */
#define REPORT_SAID_MOVES 64

/* Reports of one search are throttled: a burst of 128 at once, then 32 a second (report.c). */
struct report {
    double credit;   /* reports that may pass now */
    int64_t time_ns; /* when the credit was counted last, clock_ns() */
    int line;        /* MultiPV number of the line said last */
    int64_t said_ns; /* when a line was said last, or the search began */
    bool passes;     /* the lines of this iteration are said */
    bool holds;      /* `held` was not said yet */
    struct search_report held;
    /* The line of play said last: the answer mostly says it again, when time counts. */
    int moves_said;
    move_t said[REPORT_SAID_MOVES];
    struct buffer said_text;
};

/* A search begins; its report may own memory until report_finish. */
void report_begin(struct report *report);
void report_finish(struct report *report);

/* Says what the search sees, or holds it back. */
void report_search(struct report *report, const struct engine_event *event,
                   const struct engine *engine, struct output *output);

/* Says the report that was held back last, if any. */
void report_held_back(struct report *report, const struct engine *engine, struct output *output);

void report_bestmove(const struct engine *engine, struct output *output);
void report_perft(const struct engine_perft *perft, bool total, const struct engine *engine,
                  struct output *output);
void report_bench_position(const struct engine_bench *bench, struct output *output);
void report_bench_total(const struct engine_bench *bench, struct output *output);
void report_opening(const struct engine_opening *opening, const struct engine *engine,
                    struct output *output);

#endif
