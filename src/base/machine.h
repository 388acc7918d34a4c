/* SPDX-License-Identifier: MIT */
/* What there is of the machine for this process. */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

/* Processors that this process may run on: those of its affinity mask, at least 1. */
int machine_processors(void);

/* Physical memory, in bytes; INT64_MAX where the system does not tell. */
int64_t machine_memory(void);

/* Memory of this process that lies in the machine now, in bytes; `anonymous` is what belongs to no
 * file: heap, stacks, tables. False where the system does not tell. */
struct process_memory {
    int64_t resident, anonymous;
};
bool machine_process_memory(struct process_memory *memory);

#endif
