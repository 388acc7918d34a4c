/* SPDX-License-Identifier: MIT */
/* What the threads of one exact search share: the query that is being solved, and its answer.
 *
 * A query is a position and a value alpha: is the position's value above alpha? The first thread
 * posts queries; all threads search for the answer of the posted one. */
#ifndef CONNECT4_SOLVER_JOB_H
#define CONNECT4_SOLVER_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "level.h"
#include "search.h"
#include "solver_share.h"

/* It lies in the first thread's memory. */
struct connect4_solver_job {
    _Atomic int64_t start_ns;    /* start_ns of the search that the rest belongs to */
    _Atomic uint64_t query;      /* the query's number, counted up; JOB_WRITING: being written */
    _Atomic uint64_t own, other; /* the query's position */
    _Atomic int ply, alpha;
    _Atomic uint64_t answer; /* query << JOB_VALUE_BITS | value + SOLVER_VALUE_LIMIT */
    struct connect4_solver_marks marks;
};

#define JOB_WRITING    UINT64_MAX
#define JOB_VALUE_BITS 8

/* Whether one thread is to go on searching. The solver polls it. */
struct connect4_solver_control {
    struct search_worker *worker;
    struct connect4_solver_job *job;
    uint64_t node_limit; /* of this thread; UINT64_MAX: none */
    uint64_t pause_at; /* nodes at which to abort a search that will be resumed; UINT64_MAX: none */
    uint64_t query;    /* the query being searched */
    bool answered;     /* another thread has answered it, or it is no longer posted */
    bool ended;        /* stopped, or out of nodes */
};

/* Posts a query: its number is control->query afterwards. */
PER_LEVEL void connect4_solver_job_post(struct connect4_solver_control *control,
                                        const struct connect4_position *position, int alpha);

/* Reads query number `query`. False: another one has been posted meanwhile. */
PER_LEVEL bool connect4_solver_job_read(const struct connect4_solver_control *control,
                                        uint64_t query, struct connect4_position *position,
                                        int *alpha);

/* Writes and reads the answer of control->query. */
PER_LEVEL void connect4_solver_job_answer(const struct connect4_solver_control *control, int value);
PER_LEVEL int connect4_solver_job_answered_value(const struct connect4_solver_control *control);

/* Publishes the number of nodes, sets `answered` and `ended`; false: the search is to be aborted.
 */
PER_LEVEL bool connect4_solver_control_poll(struct connect4_solver_control *control,
                                            uint64_t nodes);

#endif
