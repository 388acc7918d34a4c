/* SPDX-License-Identifier: MIT */
#include "budget.h"

#include <stdatomic.h>

int64_t budget_threads_left(const struct budget *budget)
{
    int64_t left = INT64_MAX;
    for (; budget; budget = budget->above) {
        left = budget->threads < left ? budget->threads : left;
    }
    return left;
}

int64_t budget_memory_left(const struct budget *budget)
{
    int64_t left = INT64_MAX;
    for (; budget; budget = budget->above) {
        const int64_t memory = atomic_load(&budget->memory);
        left = memory < left ? memory : left;
    }
    return left;
}

int64_t budget_table_left(const struct budget *budget)
{
    int64_t left = INT64_MAX;
    for (; budget; budget = budget->above) {
        const int64_t memory = atomic_load(&budget->memory) - budget->reserve;
        left = memory < left ? memory : left;
    }
    return left;
}

void budget_take_threads(struct budget *budget, int64_t threads)
{
    for (; budget; budget = budget->above) {
        budget->threads -= threads;
    }
}

bool budget_take_memory(struct budget *budget, int64_t bytes)
{
    for (struct budget *at = budget; at; at = at->above) {
        if (atomic_fetch_sub(&at->memory, bytes) < bytes) {
            /* This budget has too few bytes left: return the bytes to it and to the budgets below
             * it. */
            for (struct budget *taken = budget; taken != at->above; taken = taken->above) {
                atomic_fetch_add(&taken->memory, bytes);
            }
            return false;
        }
    }
    return true;
}

void budget_force_memory(struct budget *budget, int64_t bytes)
{
    for (; budget; budget = budget->above) {
        atomic_fetch_sub(&budget->memory, bytes);
    }
}

bool charge_resize(struct charge *charge, int64_t bytes)
{
    const int64_t more = bytes - charge->bytes;
    if (more > 0 && !budget_take_memory(charge->budget, more)) {
        return false;
    }
    if (more < 0) {
        budget_force_memory(charge->budget, more);
    }
    charge->bytes = bytes;
    return true;
}

bool charge_add(struct charge *charge, int64_t bytes)
{
    return charge_resize(charge, charge->bytes + bytes);
}

void charge_force(struct charge *charge, int64_t bytes)
{
    budget_force_memory(charge->budget, bytes - charge->bytes);
    charge->bytes = bytes;
}
