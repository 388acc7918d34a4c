/* SPDX-License-Identifier: MIT */
/* Prints the results of the rows, in one of several formats, and counts them. */
#ifndef CONFORM_REPORT_H
#define CONFORM_REPORT_H

#include <stdbool.h>

#include "buffer.h"
#include "row_list.h"
#include "runner.h"

/* The meaning of a result for the exit status. */
enum outcome {
    OUTCOME_PASS,
    OUTCOME_FAIL,
    OUTCOME_WARN,     /* it fails, but its level does not count */
    OUTCOME_EXPECTED, /* it fails, as expected */
    OUTCOME_SURPRISE, /* it passes, though it was expected to fail */
    OUTCOME_NOT_APPLICABLE,
    OUTCOMES
};

/* One row as the formats write it. `name` is its number and what is expected. */
struct report_row {
    int index; /* from 1 */
    const char *name;
    const struct task *task;
    const struct result *result;
    enum outcome outcome;
    const char *conversation; /* in lines; "": none */
};

struct report;

/* A format. Functions may be NULL, except `row`. Each appends to `out`, which is printed
 * afterwards. */
struct report_format {
    void (*begin)(const struct report *report, struct buffer *out);
    /* For a beginning that has the counts: the rows are printed after the last one. */
    void (*begin_counted)(const struct report *report, struct buffer *out);
    void (*row)(const struct report *report, const struct report_row *row, struct buffer *out);
    void (*end)(const struct report *report, struct buffer *out);
};

struct report {
    const struct report_format *format;
    const char *dialect;
    const char *engine;             /* the program with its arguments, or the address */
    int count;                      /* of the rows */
    enum demand_level fail_on;      /* failures below this level are warnings */
    const struct row_set *expected; /* rows that may fail */
    bool quiet, brief;              /* only failures; no conversations */
    int next;                       /* the index of the next row */
    int tally[OUTCOMES];            /* by outcome */
    double seconds;                 /* of all rows */
    struct buffer body;             /* for formats that begin with the counts */
};

extern const struct report_format report_table, report_junit, report_tap, report_json;

/* "pass", "FAIL", "warn", "xfail", "xpass" or "n/a"; "MAY", "SHOULD" or "MUST". */
const char *outcome_name(enum outcome outcome);
const char *demand_level_name(enum demand_level level);

void report_begin(struct report *report);

/* Prints a row; a runner_report_t whose context is the report. */
void report_add(void *report, const struct task *task, const struct result *result);

/* Prints what follows the rows and frees the memory. Returns true if no row has failed. */
bool report_end(struct report *report);

/* Appends the lines of a text as an array of strings of JSON. */
void report_put_json_lines(const char *lines, struct buffer *out);

#endif
