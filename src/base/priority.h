/* SPDX-License-Identifier: MIT */
/* How the system shares processors among the threads here. Where it cannot be told, nothing
 * changes. */
#ifndef BASE_PRIORITY_H
#define BASE_PRIORITY_H

/* The calling thread answers others: when it wakes, it runs before threads that compute. Its share
 * is not larger, only sooner: it asks for time slices of 1 ms (sched_setattr(2), Linux 6.12).
 * Threads that it makes are as ever. */
void priority_prompt(void);

/* Nobody waits for the calling thread: when it wakes, it takes the processor from nobody
 * (SCHED_BATCH, sched(7)). */
void priority_patient(void);

/* The same, and it computes for others: it gives way to the rest of the machine. */
void priority_background(void);

#endif
