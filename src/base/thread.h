/* SPDX-License-Identifier: MIT */
/* Starts threads, whose signals and stacks do not depend on the settings that the process
 * inherited, and tells the Linux scheduler how important a thread is. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stddef.h>

/* Starts a thread with `stack_bytes` of stack, independent of RLIMIT_STACK (`ulimit -s`). All
 * signals are blocked in it: the main thread handles them. Returns 0, or an error of
 * pthread_create(3). */
int thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *context), void *context);

/* The following functions concern the calling thread. If one fails, nothing changes. */

/* For a thread that answers others: after waking it preempts threads that compute. It asks for time
 * slices of 1 ms (sched_setattr(2), Linux 6.12), so it runs earlier but does not get more time.
 * Threads that it creates do not inherit the setting. */
void thread_be_prompt(void);

/* For a thread that nobody waits for: after waking it does not preempt other threads (SCHED_BATCH,
 * sched(7)). */
void thread_be_patient(void);

/* As thread_be_patient, and with a lower priority than the rest of the machine: for computations on
 * behalf of others. */
void thread_be_background(void);

#endif
