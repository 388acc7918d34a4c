/* SPDX-License-Identifier: MIT */
/* What there is of the machine for this process. */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <stdint.h>

/* Processors that this process may run on: those of its affinity mask, at least 1. */
int machine_processors(void);

/* Physical memory, in bytes; INT64_MAX where the system does not tell. */
int64_t machine_memory(void);

#endif
