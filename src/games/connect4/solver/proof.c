/* SPDX-License-Identifier: MIT */
#include "proof.h"

void connect4_solver_threads_begin(struct connect4_solver *solver)
{
    struct connect4_solver_control *control = &solver->control;
    struct connect4_position empty = {0};
    control->query = atomic_load_explicit(&control->job->query, memory_order_relaxed);
    /* No value is above the limit, so this query needs no search. */
    connect4_solver_job_post(control, &empty, SOLVER_VALUE_LIMIT);
    atomic_store_explicit(&control->job->start_ns, control->worker->search->start_ns,
                          memory_order_release);
}

/* The first thread posts a query and searches it together with the others: see
 * connect4_solver_search. If solver->aborted, there is no answer: the search was stopped or
 * paused. */
static int threads_solve(struct connect4_solver *solver, const struct connect4_solver_node *node,
                         int alpha)
{
    struct connect4_solver_control *control = &solver->control;
    if (control->worker->search->worker_count > 1) {
        struct connect4_position position = {
            .own = node->own, .other = node->other, .ply = node->ply};
        connect4_solver_job_post(control, &position, alpha);
    }
    connect4_solver_rearm(solver);
    int value = connect4_solver_search(solver, node, alpha);
    if (solver->aborted && control->answered && !control->ended) {
        solver->aborted = false;
        value = connect4_solver_job_answered_value(control);
    }
    return value;
}

/* Searches a query and writes its answer. */
static void search_query(struct connect4_solver *solver, uint64_t query)
{
    struct connect4_position position;
    struct connect4_solver_node node;
    int alpha, value;
    bool whole = connect4_solver_job_read(&solver->control, query, &position, &alpha);
    solver->control.query = query;
    if (!whole || connect4_solver_static_value(&position, &node, &value)) {
        return;
    }
    connect4_solver_node_probe(&solver->table, &node);
    if (node.bounds.lower > alpha || node.bounds.upper <= alpha) {
        return; /* the first thread also sees it */
    }
    connect4_solver_rearm(solver);
    value = connect4_solver_search(solver, &node, alpha);
    if (!solver->aborted) {
        connect4_solver_job_answer(&solver->control, value);
    }
}

void connect4_solver_worker_loop(struct connect4_solver *solver)
{
    struct search_worker *worker = solver->control.worker;
    struct search *search = worker->search;
    const struct connect4_solver_job *job = solver->control.job;
    uint64_t done = JOB_WRITING;
    while (!search_stopped(search) && solver->nodes < solver->control.node_limit) {
        uint64_t query = atomic_load(&job->query);
        int64_t start_ns = atomic_load_explicit(&job->start_ns, memory_order_acquire);
        if (start_ns != search->start_ns || query == done || query == JOB_WRITING) {
            spin_pause();
            continue;
        }
        done = query;
        connect4_solver_table_follow(&solver->table);
        search_query(solver, query);
    }
    atomic_store_explicit(&worker->nodes, solver->nodes, memory_order_relaxed);
}

/* Whether the position's value is at most `value`. */
static bool is_at_most(struct connect4_solver *solver, const struct connect4_position *position,
                       int value)
{
    struct connect4_solver_node node;
    int known;
    if (connect4_solver_static_value(position, &node, &known)) {
        return known <= value;
    }
    connect4_solver_node_probe(&solver->table, &node);
    if (node.bounds.upper <= value || node.bounds.lower > value) {
        return node.bounds.upper <= value;
    }
    return threads_solve(solver, &node, value) <= value && !solver->aborted;
}

move_t connect4_proof_move(struct connect4_solver *solver, const struct connect4_position *position,
                           const struct move_list *moves, int value)
{
    struct connect4_solver_node node;
    int known, table_column = SOLVER_NO_COLUMN;
    if (!connect4_solver_static_value(position, &node, &known)) {
        connect4_solver_node_probe(&solver->table, &node);
        table_column = node.bounds.column;
    }
    for (int i = -1; i < CONNECT4_COLUMNS; i++) {
        int column = i < 0 ? table_column : connect4_middle_first(i);
        move_t move = connect4_column_move(column);
        if (column != SOLVER_NO_COLUMN && move_list_find(moves, move) >= 0) {
            struct connect4_position child = *position;
            connect4_play(&child, move);
            if (is_at_most(solver, &child, -value)) {
                return move;
            }
            if (solver->aborted) {
                return MOVE_NONE;
            }
        }
    }
    return MOVE_NONE;
}

void connect4_proof_begin(struct connect4_solver *solver, struct connect4_solver_node *node,
                          int *lower, int *upper)
{
    connect4_solver_node_probe(&solver->table, node);
    *lower = node->bounds.lower > *lower ? node->bounds.lower : *lower;
    *upper = node->bounds.upper < *upper ? node->bounds.upper : *upper;
}

int connect4_proof_narrow(struct connect4_solver *solver, struct connect4_solver_node *node,
                          int least, int *lower, int *upper)
{
    least = least > *upper ? *upper : least <= *lower ? *lower + 1 : least;
    node->bounds.lower = *lower;
    node->bounds.upper = *upper;
    int value = threads_solve(solver, node, least - 1);
    if (!solver->aborted) {
        bool above = value >= least;
        *(above ? lower : upper) = value;
        least = above ? value + 1 : value - 1;
    }
    connect4_proof_begin(solver, node, lower, upper);
    return least;
}

int connect4_proof_value(struct connect4_solver *solver, const struct connect4_position *position)
{
    struct connect4_solver_node node;
    int value;
    if (connect4_solver_static_value(position, &node, &value)) {
        return value;
    }
    int lower = -SOLVER_VALUE_LIMIT, upper = SOLVER_VALUE_LIMIT, least = 0;
    connect4_proof_begin(solver, &node, &lower, &upper);
    while (lower < upper && !solver->control.ended) {
        least = connect4_proof_narrow(solver, &node, least, &lower, &upper);
    }
    return lower;
}
