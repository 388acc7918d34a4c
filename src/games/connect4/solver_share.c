/* SPDX-License-Identifier: MIT */
#include "solver_share.h"

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
                                const struct connect4_solver_node *node)
{
    atomic_store_explicit(mark_of(share, node), node->key.mixed, memory_order_relaxed);
}

void connect4_solver_share_unmark(const struct connect4_solver_share *share,
                                  const struct connect4_solver_node *node)
{
    atomic_store_explicit(mark_of(share, node), 0, memory_order_relaxed);
}
