/* SPDX-License-Identifier: MIT */
/* How the system shares processors among the threads here. Where it cannot be told, nothing
 * changes. */
#ifndef BASE_PRIORITY_H
#define BASE_PRIORITY_H

/* The calling thread answers others: when it wakes, it runs before threads that compute. Its share
 * is not larger, only sooner: it asks for time slices of 0.1 ms (sched_setattr(2), Linux 6.12).
 * Threads that it makes are as ever. */
void priority_prompt(void);

/* The calling thread computes for others, and gives way to the rest of the machine. */
void priority_background(void);

#endif
