/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <sched.h>
#include <unistd.h>

int machine_processors(void)
{
    cpu_set_t mine;
    if (sched_getaffinity(0, sizeof mine, &mine) == 0) {
        return CPU_COUNT(&mine);
    }
    /* There are more than the mask has room for. */
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

int64_t machine_memory(void)
{
    int64_t pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_bytes > 0 ? pages * page_bytes : INT64_MAX;
}
