/* SPDX-License-Identifier: MIT */
/* A job under way: hands the positions that are not known yet to the workers, in the order of the
 * input, and keeps what they find. */
#ifndef ANALYSE_JOB_H
#define ANALYSE_JOB_H

#include "analysis_progress.h"
#include "entry.h"
#include "results.h"
#include "worker.h"

struct ev_loop;

struct job_terms {
    struct results *results;
    const struct reading *reading;
    struct worker_job work;
    int concurrency;
    bool quiet;
};

enum job_end {
    JOB_DONE,
    JOB_INTERRUPTED, /* by a signal */
    JOB_FAILED       /* the database or the engine does not work any more */
};

/* Searches until all is known. What could not be searched is told on standard error. */
enum job_end job_run(struct ev_loop *loop, const struct job_terms *terms, struct error *error);

#endif
