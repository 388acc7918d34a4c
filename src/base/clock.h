/* SPDX-License-Identifier: MIT */
/* Time: one monotonic clock, in nanoseconds. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

#define NS_PER_MS     INT64_C(1000000)
#define NS_PER_SECOND INT64_C(1000000000)

/* Nanoseconds since an unspecified start; never goes back, not moved by changes of the date. */
int64_t clock_ns(void);

/* Nanoseconds of processor time that this process has used, all its threads together, and that this
 * thread has. */
int64_t clock_process_ns(void);
int64_t clock_thread_ns(void);

#endif
