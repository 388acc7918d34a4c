/* SPDX-License-Identifier: MIT */
/* The processors, memory and threads that are available to this process. */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the number of processors that this process may use: the smaller of its affinity mask and
 * the quota of its control groups, and at least 1. */
int machine_processors(void);

/* Returns the memory that this process may use, in bytes: the least of the machine's memory, the
 * limits of its control groups, RLIMIT_AS and RLIMIT_DATA. INT64_MAX if the system does not
 * tell. */
int64_t machine_memory(void);

/* Returns the number of threads that this process may have, by its control groups and RLIMIT_NPROC;
 * INT64_MAX if there is no limit. */
int64_t machine_threads(void);

/* The memory of this process that is now in RAM, in bytes. `anonymous` is the part that belongs to
 * no file: heap, stacks and tables. The function returns false if the system does not tell. */
struct process_memory {
    int64_t resident, anonymous;
};
bool machine_process_memory(struct process_memory *memory);

/* The limits that Linux control groups set for this process: cgroups(7). systemd's MemoryMax=,
 * CPUQuota= and TasksMax= and the limits of containers are control groups. These are the smallest
 * limits of the process's groups and of all groups above them; INT64_MAX: no limit. */
struct cgroup_limits {
    int64_t memory;     /* bytes */
    int64_t processors; /* CPU quota in processors, rounded up */
    int64_t tasks;      /* threads and processes */
};

/* Reads the limits of version 2 (memory.max, cpu.max, pids.max) and of version 1. `groups` and
 * `mounts` are the paths "/proc/self/cgroup" and "/proc/self/mountinfo", or of test files. A file
 * that is missing or cannot be read sets no limit. */
struct cgroup_limits cgroup_read(const char *groups, const char *mounts);

#endif
