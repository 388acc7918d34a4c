/* SPDX-License-Identifier: MIT */
/* Tells the Linux scheduler how important a thread is. If a call fails, nothing changes. */
#ifndef BASE_PRIORITY_H
#define BASE_PRIORITY_H

/* For a thread that answers others: after waking it preempts threads that compute. It asks for time
 * slices of 1 ms (sched_setattr(2), Linux 6.12), so it runs earlier but does not get more time.
 * Threads that it creates do not inherit the setting. */
void priority_prompt(void);

/* For a thread that nobody waits for: after waking it does not preempt other threads (SCHED_BATCH,
 * sched(7)). */
void priority_patient(void);

/* As priority_patient, and with a lower priority than the rest of the machine: for computations on
 * behalf of others. */
void priority_background(void);

#endif
