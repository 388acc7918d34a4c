/* SPDX-License-Identifier: MIT */
#include "budget.h"

#include <stddef.h>

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
        left = budget->memory < left ? budget->memory : left;
    }
    return left;
}

void budget_take(struct budget *budget, int64_t threads, int64_t memory)
{
    for (; budget; budget = budget->above) {
        budget->threads -= threads;
        budget->memory -= memory;
    }
}
