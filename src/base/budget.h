/* SPDX-License-Identifier: MIT */
/* Limits of memory and threads: a budget for each session, one for its peer and one for the whole
 * server. Each takes from the one above it, too.
 *
 * Memory is charged before it is allocated and credited after it is freed, on any thread. Threads
 * are charged by one thread only, the owner's. A null budget has no limits. */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct budget {
    int64_t threads;        /* not yet in use */
    _Atomic int64_t memory; /* bytes not yet in use; below 0 after budget_force_memory */
    struct budget *above;   /* the budget that this one takes from, too; NULL: none */
    int64_t reserve;        /* bytes that transposition tables leave free for smaller allocations */
};

/* Returns the smallest amount that is left in `budget` and the budgets above it; INT64_MAX if it is
 * NULL. */
int64_t budget_threads_left(const struct budget *budget);
int64_t budget_memory_left(const struct budget *budget);

/* The same in bytes that a transposition table may use: without the reserves. */
int64_t budget_table_left(const struct budget *budget);

/* Takes threads from `budget` and all budgets above it. A negative number gives threads back. */
void budget_take_threads(struct budget *budget, int64_t threads);

/* Takes bytes from `budget` and all budgets above it. If one of them has too few bytes left, takes
 * nothing and returns false. */
bool budget_take_memory(struct budget *budget, int64_t bytes);

/* Takes bytes even if a budget falls below 0, for memory that is already in use. A negative number
 * gives bytes back. */
void budget_force_memory(struct budget *budget, int64_t bytes);

/* The memory of one object whose size changes, and the budget that it is charged to. Only one
 * thread may use a charge at a time. */
struct charge {
    struct budget *budget;
    int64_t bytes;
};

/* Sets the charge to `bytes`. If it grows beyond the budget, changes nothing and returns false. */
bool charge_resize(struct charge *charge, int64_t bytes);

/* Adds `bytes`, which may be negative, to the charge. Fails as charge_resize does. */
bool charge_add(struct charge *charge, int64_t bytes);

/* Sets the charge to `bytes` even if the budget falls below 0, for memory that is in use
 * already. */
void charge_force(struct charge *charge, int64_t bytes);

#endif
