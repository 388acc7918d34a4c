/* SPDX-License-Identifier: MIT */
/* What engines may use: threads and memory, of one session, of its peer, and of the whole server.
 */
#ifndef ENGINE_BUDGET_H
#define ENGINE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

/* Amounts left; changed by one thread. Below 0 when engines hold the bare minimum that each one
 * gets. */
struct budget {
    int64_t threads;
    int64_t memory;       /* bytes */
    struct budget *above; /* from which all of this comes, too; NULL: none */
};

/* What is left on every level from `budget` up; INT64_MAX when it is NULL. */
int64_t budget_threads_left(const struct budget *budget);
int64_t budget_memory_left(const struct budget *budget);

/* Takes the amounts, or gives them back when they are negative, on every level. */
void budget_take(struct budget *budget, int64_t threads, int64_t memory);

#endif
