/* SPDX-License-Identifier: MIT */
/* How the threads of one exact search share the work.
 *
 * A query consists of a position and a value alpha, and asks whether the position's value is above
 * alpha. The first thread posts queries; all threads search for the answer to the posted query, by
 * ABDADA (Weill, "The ABDADA distributed minimax-search algorithm", 1996) with the marks stored
 * outside the table, as in Tom Kerrigan's "Simplified ABDADA".
 *
 * All threads search the same tree from the root and share the table. In a node whose subtree is
 * large, a thread marks the child that it searches. Another thread that finds the mark defers that
 * child and searches the others first. When it comes back, the table may know the child's value;
 * otherwise both threads search it together. The first child is never deferred, because it usually
 * causes the cut-off. At every poll, a thread probes the table for the nodes on its path. If
 * another thread has found the value of one, it returns to that node. */
#ifndef CONNECT4_SOLVER_SHARE_H
#define CONNECT4_SOLVER_SHARE_H

#include <stdatomic.h>

#include "level.h"
#include "search.h"
#include "solver_node.h"

/* Nodes are shared if their horizon is at least this number of plies away. */
#define SHARE_PLIES 22

#define SHARE_MARKS 512

/* The positions that threads are searching, by their mixed codes. The marks are only hints: two
 * positions may share a place. */
struct connect4_solver_marks {
    _Alignas(CACHE_LINE) _Atomic uint64_t codes[SHARE_MARKS];
};

/* A shared node on a thread's path; the search of it asks whether its value is above alpha. */
struct connect4_solver_step {
    uint64_t mixed;
    int alpha;
};

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

/* The data of one thread. */
struct connect4_solver_share {
    struct connect4_solver_marks *marks; /* NULL if there is only one thread */
    int steps;                           /* shared nodes on the path to the current node */
    int answered_step;  /* when aborted: the step whose value is known; -1 if none */
    int answered_value; /* its value */
    struct connect4_solver_step path[CONNECT4_SQUARES];
};

/* Probes the table for the nodes of the path, the root first. True if the value of one is known;
 * answered_step and answered_value are then set. */
PER_LEVEL bool connect4_solver_share_probe_path(struct connect4_solver_share *share,
                                                const struct connect4_solver_table *table);

/* These test whether another thread searches this node, and set or remove the mark that this one
 * does. The node must have been probed. */
PER_LEVEL bool connect4_solver_share_is_marked(const struct connect4_solver_share *share,
                                               const struct connect4_solver_node *node);
PER_LEVEL void connect4_solver_share_mark(const struct connect4_solver_share *share,
                                          const struct connect4_solver_node *node, bool searched);

#endif
