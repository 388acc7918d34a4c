/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cgroup.h"

static struct cgroup_limits group_limits(void)
{
    return cgroup_read("/proc/self/cgroup", "/proc/self/mountinfo");
}

/* Converts a resource limit to a number; INT64_MAX: no limit. */
static int64_t value_of(const struct rlimit *limit)
{
    return limit->rlim_cur < INT64_MAX ? (int64_t)limit->rlim_cur : INT64_MAX;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int machine_processors(void)
{
    cpu_set_t mine;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof mine, &mine) == 0) {
        online = CPU_COUNT(&mine);
    } /* else: more processors than a mask has bits */
    const int64_t allowed = least(online, group_limits().processors);
    return allowed > 0 ? (int)allowed : 1;
}

int64_t machine_memory(void)
{
    struct rlimit addresses = {.rlim_cur = RLIM_INFINITY}, data = addresses;
    getrlimit(RLIMIT_AS, &addresses);
    getrlimit(RLIMIT_DATA, &data);
    const int64_t pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    const int64_t all = pages > 0 && page_bytes > 0 ? pages * page_bytes : INT64_MAX;
    return least(least(all, group_limits().memory), least(value_of(&addresses), value_of(&data)));
}

int64_t machine_threads(void)
{
    struct rlimit processes = {.rlim_cur = RLIM_INFINITY};
    if (geteuid() != 0) { /* setrlimit(2): the limit does not apply to root */
        getrlimit(RLIMIT_NPROC, &processes);
    }
    return least(value_of(&processes), group_limits().tasks);
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
