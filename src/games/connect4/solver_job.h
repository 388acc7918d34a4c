/* SPDX-License-Identifier: MIT */
/* The data that the threads of one exact search share: the query that is being solved, and its
 * answer.
 *
 * A query consists of a position and a value alpha, and asks whether the position's value is above
 * alpha. The first thread posts queries; all threads search for the answer to the posted query. */
#ifndef CONNECT4_SOLVER_JOB_H
#define CONNECT4_SOLVER_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "level.h"
#include "search.h"
#include "solver_share.h"

/* The job is stored in the first thread's memory. */
struct connect4_solver_job {
    _Atomic int64_t start_ns;    /* start_ns of the search to which the rest belongs */
    _Atomic uint64_t query;      /* the query's number, increasing; JOB_WRITING: being written */
    _Atomic uint64_t own, other; /* the query's position */
    _Atomic int ply, alpha;
    _Atomic uint64_t answer; /* query << JOB_VALUE_BITS | value + SOLVER_VALUE_LIMIT */
    struct connect4_solver_marks marks;
};

#define JOB_WRITING    UINT64_MAX
#define JOB_VALUE_BITS 8

/* Decides whether one thread continues to search. The solver polls it. */
struct connect4_solver_control {
    struct search_worker *worker;
    struct connect4_solver_job *job;
    uint64_t node_limit; /* for this thread; UINT64_MAX: none */
    uint64_t pause_at; /* nodes at which to abort a search that will be resumed; UINT64_MAX: none */
    uint64_t query;    /* the query being searched */
    bool answered;     /* another thread has answered the query, or it is no longer posted */
    bool ended;        /* stopped, or out of nodes */
};

/* Posts a query and stores its number in control->query. */
PER_LEVEL void connect4_solver_job_post(struct connect4_solver_control *control,
                                        const struct connect4_position *position, int alpha);

/* Reads query number `query`. False if another one has been posted meanwhile. */
PER_LEVEL bool connect4_solver_job_read(const struct connect4_solver_control *control,
                                        uint64_t query, struct connect4_position *position,
                                        int *alpha);

/* These write and read the answer of control->query. */
PER_LEVEL void connect4_solver_job_answer(const struct connect4_solver_control *control, int value);
PER_LEVEL int connect4_solver_job_answered_value(const struct connect4_solver_control *control);

/* Publishes the number of nodes and sets `answered` and `ended`. False if the search must be
 * aborted. */
PER_LEVEL bool connect4_solver_control_poll(struct connect4_solver_control *control,
                                            uint64_t nodes);

#endif
