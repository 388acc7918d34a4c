/* SPDX-License-Identifier: MIT */
/* Time from one monotonic clock, in nanoseconds. machine.c reads it. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

#define NS_PER_MS     INT64_C(1000000)
#define NS_PER_SECOND INT64_C(1000000000)

/* Returns nanoseconds since an unspecified start. The value never decreases and does not depend on
 * the date. */
int64_t clock_ns(void);

/* Return the processor time, in nanoseconds, that all threads of this process have used, and that
 * the calling thread has used. */
int64_t clock_process_ns(void);
int64_t clock_thread_ns(void);

#endif
