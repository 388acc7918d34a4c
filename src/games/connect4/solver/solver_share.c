/* SPDX-License-Identifier: MIT */
#include "solver_share.h"

#define VALUE_MASK ((UINT64_C(1) << JOB_VALUE_BITS) - 1)

static bool is_posted(const struct connect4_solver_control *control, uint64_t query)
{
    return atomic_load(&control->job->query) == query;
}

static bool has_answer(const struct connect4_solver_control *control)
{
    uint64_t answer = atomic_load_explicit(&control->job->answer, memory_order_acquire);
    return answer >> JOB_VALUE_BITS == control->query;
}

/* The number is JOB_WRITING while the rest is being written, and all threads see all stores in the
 * same order. A thread that reads the same number before and after the rest has therefore read one
 * complete query. */
void connect4_solver_job_post(struct connect4_solver_control *control,
                              const struct connect4_position *position, int alpha)
{
    struct connect4_solver_job *job = control->job;
    control->query++;
    atomic_store(&job->query, JOB_WRITING);
    atomic_store(&job->own, position->own);
    atomic_store(&job->other, position->other);
    atomic_store(&job->ply, position->ply);
    atomic_store(&job->alpha, alpha);
    atomic_store(&job->query, control->query);
}

bool connect4_solver_job_read(const struct connect4_solver_control *control, uint64_t query,
                              struct connect4_position *position, int *alpha)
{
    const struct connect4_solver_job *job = control->job;
    *position = (struct connect4_position){
        .own = atomic_load(&job->own),
        .other = atomic_load(&job->other),
        .ply = atomic_load(&job->ply),
    };
    *alpha = atomic_load(&job->alpha);
    return is_posted(control, query);
}

void connect4_solver_job_answer(const struct connect4_solver_control *control, int value)
{
    uint64_t answer = control->query << JOB_VALUE_BITS | (uint64_t)(value + SOLVER_VALUE_LIMIT);
    atomic_store_explicit(&control->job->answer, answer, memory_order_release);
}

int connect4_solver_job_answered_value(const struct connect4_solver_control *control)
{
    uint64_t answer = atomic_load_explicit(&control->job->answer, memory_order_acquire);
    return (int)(answer & VALUE_MASK) - SOLVER_VALUE_LIMIT;
}

bool connect4_solver_control_poll(struct connect4_solver_control *control, uint64_t nodes)
{
    struct search_worker *worker = control->worker;
    bool first = worker->index == 0, alone = worker->search->worker_count == 1;
    atomic_store_explicit(&worker->nodes, nodes, memory_order_relaxed);
    control->ended = search_stopped(worker->search) || nodes >= control->node_limit;
    control->answered =
        !alone && (first ? has_answer(control) : !is_posted(control, control->query));
    return !control->ended && !control->answered && nodes < control->pause_at;
}

bool connect4_solver_share_probe_path(struct connect4_solver_share *share,
                                      const struct connect4_solver_table *table)
{
    for (int i = 0; i < share->steps; i++) {
        const struct connect4_solver_step *step = &share->path[i];
        struct connect4_solver_bounds bounds = connect4_solver_unknown;
        connect4_solver_table_probe(table, step->mixed, &bounds);
        if (bounds.lower > step->alpha || bounds.upper <= step->alpha) {
            share->answered_step = i;
            share->answered_value = bounds.lower > step->alpha ? bounds.lower : bounds.upper;
            return true;
        }
    }
    return false;
}

static _Atomic uint64_t *mark_of(const struct connect4_solver_share *share,
                                 const struct connect4_solver_node *node)
{
    return &share->marks->codes[node->key.mixed % SHARE_MARKS];
}

bool connect4_solver_share_is_marked(const struct connect4_solver_share *share,
                                     const struct connect4_solver_node *node)
{
    return atomic_load_explicit(mark_of(share, node), memory_order_relaxed) == node->key.mixed;
}

void connect4_solver_share_mark(const struct connect4_solver_share *share,
                                const struct connect4_solver_node *node, bool searched)
{
    atomic_store_explicit(mark_of(share, node), searched ? node->key.mixed : 0,
                          memory_order_relaxed);
}
