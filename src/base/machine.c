/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
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

bool machine_process_memory(struct process_memory *memory)
{
    char text[120];
    long long resident, shared;
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0) {
        close(file);
    }
    text[length > 0 ? length : 0] = '\0';
    if (sscanf(text, "%*d %lld %lld", &resident, &shared) != 2) {
        return false;
    }
    const int64_t page_bytes = sysconf(_SC_PAGESIZE);
    *memory = (struct process_memory){resident * page_bytes, (resident - shared) * page_bytes};
    return true;
}
