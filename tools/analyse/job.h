/* SPDX-License-Identifier: MIT */
/* A running job: hands out the positions without a result to the workers, in the order of the
 * input, and stores the results. */
#ifndef ANALYSE_JOB_H
#define ANALYSE_JOB_H

#include "options.h"
#include "results.h"

struct ev_loop;

enum job_end {
    JOB_DONE,
    JOB_INTERRUPTED, /* by a signal */
    JOB_FAILED       /* the database or the engine no longer works */
};

/* Searches until all results of an engine, counted from 0, are known. Prints the failed positions
 * on standard error. */
enum job_end job_run(struct ev_loop *loop, const struct options *options, int engine,
                     struct results *results, struct error *error);

#endif
