/* SPDX-License-Identifier: MIT */
/* What there is of the machine for this process. */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

/* Processors that this process may run on: those of its affinity mask, or what its control groups
 * allow, whichever is less; at least 1. */
int machine_processors(void);

/* Memory that this process may use, in bytes: of the machine, of its control groups, RLIMIT_AS or
 * RLIMIT_DATA, whichever is least. INT64_MAX where the system does not tell. */
int64_t machine_memory(void);

/* Threads that this process may have: by its control groups and RLIMIT_NPROC. INT64_MAX: no limit.
 */
int64_t machine_threads(void);

/* Memory of this process that lies in the machine now, in bytes; `anonymous` is what belongs to no
 * file: heap, stacks, tables. False where the system does not tell. */
struct process_memory {
    int64_t resident, anonymous;
};
bool machine_process_memory(struct process_memory *memory);

#endif
