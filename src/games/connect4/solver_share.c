#include "solver_share.h"

#include "solver.h"
#include "solver_choice.h"

void solver_look_back(struct solver *solver)
{
    struct solver_share *share = &solver->share;
    for (int i = 0; i < share->steps; i++) {
        const struct solver_step *step = &share->path[i];
        struct solver_bounds bounds = solver_nothing_known;
        solver_table_probe(&solver->table, step->mixed, &bounds);
        if (bounds.lower > step->alpha || bounds.upper <= step->alpha) {
            share->back_to = i;
            share->back_with = bounds.lower > step->alpha ? bounds.lower : bounds.upper;
            solver->aborted = true;
            return;
        }
    }
}

static _Atomic uint64_t *mark_of(struct solver *solver, const struct solver_node *node)
{
    return &solver->share.marks->codes[node->key.mixed % SHARE_MARKS];
}

static bool is_marked(struct solver *solver, const struct solver_node *child)
{
    return child->looked_up &&
           atomic_load_explicit(mark_of(solver, child), memory_order_relaxed) == child->key.mixed;
}

/* Searches a child while others know of it; what they found out about it before may be enough. */
static int search_marked(struct solver *solver, struct solver_node *child, int ply, int alpha)
{
    if (!child->looked_up) {
        return solver_search_child(solver, child, ply, alpha);
    }
    solver_key_read(child->key, &solver->table, &child->bounds);
    int least = solver_node_least(child, ply), most = solver_node_most(child, ply);
    if (least > alpha || most <= alpha) {
        return least > alpha ? least : most;
    }
    _Atomic uint64_t *mark = mark_of(solver, child);
    atomic_store_explicit(mark, child->key.mixed, memory_order_relaxed);
    int value = solver_search_child(solver, child, ply, alpha);
    atomic_store_explicit(mark, 0, memory_order_relaxed);
    return value;
}

/* The children in turn, then once more those that were put off. */
static int search_in_turn(struct solver *solver, struct choice *choice, int alpha, int ply,
                          int best, int *column)
{
    unsigned put_off = 0;
    for (int turn = 0; turn < 2 * choice->count; turn++) {
        bool again = turn >= choice->count;
        int index = choice->order[again ? turn - choice->count : turn];
        struct solver_node *child = &choice->nodes[index];
        if (again && !(put_off >> index & 1)) {
            continue;
        }
        if (!again && turn > 0 && is_marked(solver, child)) {
            put_off |= 1u << index;
            continue;
        }
        int value = search_marked(solver, child, ply, alpha);
        if (solver->aborted) {
            return 0;
        }
        best = value > best ? value : best;
        if (value > alpha) {
            *column = choice->columns[index];
            break;
        }
    }
    return best;
}

int solver_search_shared(struct solver *solver, struct choice *choice, struct solver_step step,
                         int ply, int best, int *column)
{
    struct solver_share *share = &solver->share;
    int here = share->steps++;
    share->path[here] = step;
    best = search_in_turn(solver, choice, step.alpha, ply, best, column);
    share->steps = here;
    if (solver->aborted && share->back_to == here) {
        solver->aborted = false;
        best = share->back_with;
    }
    return best;
}
