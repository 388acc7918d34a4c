/* SPDX-License-Identifier: MIT */
/* Reads the limits that Linux control groups set for this process: cgroups(7). systemd's
 * MemoryMax=, CPUQuota= and TasksMax= and the limits of containers are control groups. */
#ifndef BASE_CGROUP_H
#define BASE_CGROUP_H

#include <stdint.h>

/* The smallest limits of the process's groups and of all groups above them; INT64_MAX: no
 * limit. */
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
