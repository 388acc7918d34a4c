/* SPDX-License-Identifier: MIT */
/* The options of myosu-conform. */
#ifndef CONFORM_OPTIONS_H
#define CONFORM_OPTIONS_H

#include <stdbool.h>

#include "option_table.h"
#include "report.h"
#include "row_list.h"
#include "session.h"

struct options {
    struct target target;
    const char *dialect, *game, *transcripts;
    double margin_ms, timeout_s; /* timeout_s 0: none */
    struct row_set only, skip;   /* an empty `only`: all */
    struct row_set expected;
    int fail_on; /* see options_fail_on */
    int format;  /* see options_format */
    int jobs;    /* 0: the default */
    bool quiet, brief, quick, list;
    struct option_words words;
};

/* The initial values. */
extern const struct options options_initial;

/* Reads the command line. An error is printed. */
enum option_outcome options_read(struct options *options, int count, char **words);

/* Prints --help. */
void options_help(struct options *options);

/* The level of --fail-on, and the format of --format. */
enum demand_level options_fail_on(const struct options *options);
const struct report_format *options_format(const struct options *options);

/* Prints an error, "WHAT: VALUE" or "WHAT", and returns false. */
bool options_complain(const char *what, const char *value);

#endif
