/* The workers of one exact search: the first asks questions, all look for the answer, each in an
 * order of moves of its own, sharing the table; the first to find it answers for all. */
#ifndef GAMES_CONNECT4_CREW_H
#define GAMES_CONNECT4_CREW_H

#include <stdatomic.h>

#include "search.h"
#include "solver.h"

/* What the workers share; it lies in the first one's memory. */
struct crew_board {
    _Atomic int64_t search_began; /* the search that the rest is about: its start_ns */
    _Atomic uint64_t question;    /* its number, counted up; what it asks stands below */
    _Atomic uint64_t own, other;
    _Atomic int ply, alpha;
    _Atomic uint64_t answer; /* number << CREW_VALUE_BITS | value + SOLVER_VALUE_LIMIT */
    struct solver_marks marks;
};

/* The number of a question that is being written. */
#define CREW_WRITING UINT64_MAX

#define CREW_VALUE_BITS 8

/* One worker at work. */
struct crew {
    struct solver solver; /* first: it is what solver_pause is given */
    struct search_worker *worker;
    struct crew_board *board;
    uint64_t node_limit; /* this worker's; UINT64_MAX is none */
    uint64_t pause_at;   /* nodes at which to abort, to be gone on with; UINT64_MAX is never */
    uint64_t question;   /* the one being searched */
    bool answered;       /* another worker has answered it */
    bool ended;          /* stopped, or out of nodes */
};

/* Makes a worker ready, with `bytes` of memory for the table. */
void crew_join(struct crew *crew, struct search_worker *worker, struct crew_board *board,
               void *memory, size_t bytes);

/* The first worker lets the others begin. */
void crew_begin(struct crew *crew);

/* The first worker asks whether the node's value is above alpha, and searches it together with the
 * others: see solver_search. crew->solver.aborted: no answer, stopped or paused. */
int crew_ask(struct crew *crew, const struct solver_node *node, int alpha);

/* What the others do until the search is stopped: answer questions. */
void crew_help(struct crew *crew);

/* Counts a node that is not the solver's; false when the search is to be left. */
INLINE bool crew_enter_node(struct crew *crew)
{
    struct solver *solver = &crew->solver;
    if (UNLIKELY(solver->nodes >= solver->look_up_at)) {
        solver_pause(solver);
        if (solver->aborted) {
            return false;
        }
    }
    solver->nodes++;
    return true;
}

#endif
