/* SPDX-License-Identifier: MIT */
/* Amounts of memory and threads that parts of the process may use: of a session, of its peer, and
 * of the whole server, each budget below the next.
 *
 * Memory is charged before it is allocated and given back after it is freed, on any thread. Threads
 * are charged by one thread only, the owner's. A null budget has no bounds. */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct budget {
    int64_t threads;        /* left */
    _Atomic int64_t memory; /* bytes left; below 0 after budget_force_memory */
    struct budget *above;   /* its amounts are a part of this one's; NULL: none */
    int64_t reserve;        /* bytes that no transposition table may use: small needs come first */
};

/* What is left on every level from `budget` up; INT64_MAX when it is NULL. */
int64_t budget_threads_left(const struct budget *budget);
int64_t budget_memory_left(const struct budget *budget);

/* The same for a transposition table, in bytes: without the reserves. */
int64_t budget_table_left(const struct budget *budget);

/* Takes threads on every level, or gives them back when the number is negative. */
void budget_take_threads(struct budget *budget, int64_t threads);

/* Takes bytes on every level; false, and nothing is taken, if a level does not have them. */
bool budget_take_memory(struct budget *budget, int64_t bytes);

/* Takes bytes whether they are left or not, for memory that is in use already; a negative number
 * gives back. */
void budget_force_memory(struct budget *budget, int64_t bytes);

/* The memory of one thing whose size changes, and the budget that it is charged to. A charge has
 * one user at a time. */
struct charge {
    struct budget *budget;
    int64_t bytes;
};

/* Changes the charge to so many bytes. To grow may fail, and then nothing changes. */
bool charge_resize(struct charge *charge, int64_t bytes);

/* The same by so many bytes more, or fewer if the number is negative. */
bool charge_add(struct charge *charge, int64_t bytes);

/* Changes the charge whether the memory is left or not: it is in use already. */
void charge_force(struct charge *charge, int64_t bytes);

#endif
