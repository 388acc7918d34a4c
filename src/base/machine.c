/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

/* One mounted hierarchy of control groups. */
struct hierarchy {
    bool unified;      /* version 2 */
    char mount[2048];  /* where it is mounted */
    char root[1024];   /* the mounted group; "/" unless only a part is mounted */
    char options[512]; /* version 1: its controllers, separated by commas */
};

/* True if a comma-separated list contains the word. */
static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; *at;) {
        const size_t size = strcspn(at, ",");
        if (size == length && memcmp(at, word, length) == 0) {
            return true;
        }
        at += size + (at[size] == ',');
    }
    return false;
}

/* Reads a number from a file of a group, and a second number into `next` unless that is NULL.
 * Returns false for "max", which means no limit. */
static bool read_numbers(const char *folder, const char *name, int64_t *number, int64_t *next)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = length < (int)sizeof path ? fopen(path, "re") : NULL;
    if (!file) {
        return false;
    }
    const int wanted = next ? 2 : 1;
    const int found = next ? fscanf(file, "%" SCNd64 " %" SCNd64, number, next)
                           : fscanf(file, "%" SCNd64, number);
    fclose(file);
    return found == wanted;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Lowers the limits to those of one group. */
static void apply(const char *folder, bool unified, struct cgroup_limits *limits)
{
    int64_t value, quota, period;
    if (read_numbers(folder, unified ? "memory.max" : "memory.limit_in_bytes", &value, NULL)) {
        limits->memory = least(limits->memory, value);
    }
    if (read_numbers(folder, "pids.max", &value, NULL)) {
        limits->tasks = least(limits->tasks, value);
    }
    const bool has_quota = unified ? read_numbers(folder, "cpu.max", &quota, &period)
                                   : read_numbers(folder, "cpu.cfs_quota_us", &quota, NULL) &&
                                         read_numbers(folder, "cpu.cfs_period_us", &period, NULL);
    if (has_quota && quota > 0 && period > 0) {
        limits->processors = least(limits->processors, (quota + period - 1) / period);
    }
}

/* Finds the path of the process's group in a hierarchy. A line of `groups` is
 * "NUMBER:CONTROLLERS:PATH". */
static bool find_group(const char *groups, const struct hierarchy *hierarchy, char *path,
                       size_t room)
{
    char *line = NULL;
    size_t size = 0;
    bool found = false;
    FILE *file = fopen(groups, "re");
    while (file && !found && getline(&line, &size, file) > 0) {
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group) {
            continue;
        }
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        controllers++;
        const size_t word = strcspn(controllers, ",");
        char first[64];
        snprintf(first, sizeof first, "%.*s", (int)(word < 63 ? word : 63), controllers);
        found = hierarchy->unified ? !*controllers
                                   : *controllers && has_word(hierarchy->options, first);
        if (found) {
            found = (size_t)snprintf(path, room, "%s", group) < room;
        }
    }
    if (file) {
        fclose(file);
    }
    free(line);
    return found;
}

/* Lowers the limits to those of the process's group in a hierarchy and of all groups above it. */
static void apply_hierarchy(const char *groups, const struct hierarchy *hierarchy,
                            struct cgroup_limits *limits)
{
    char group[1024], folder[PATH_MAX];
    if (!find_group(groups, hierarchy, group, sizeof group)) {
        return;
    }
    /* In a container the mounted root may be the container's own group: use the path below it. */
    const size_t root = strcmp(hierarchy->root, "/") == 0 ? 0 : strlen(hierarchy->root);
    const char *below = strncmp(group, hierarchy->root, root) == 0 ? group + root : "";
    const int length = snprintf(folder, sizeof folder, "%s%s", hierarchy->mount, below);
    if (length >= (int)sizeof folder) {
        return;
    }
    for (;;) {
        apply(folder, hierarchy->unified, limits);
        char *slash = strrchr(folder, '/');
        if (!slash || strlen(folder) <= strlen(hierarchy->mount)) {
            return;
        }
        *slash = '\0';
    }
}

/* Reads a line of mountinfo (proc(5)): "ID PARENT DEVICE ROOT MOUNT OPTIONS ... - TYPE SOURCE
 * OPTIONS". Returns true if it mounts a hierarchy whose limits this file reads. */
static bool read_mount(const char *line, struct hierarchy *hierarchy)
{
    char type[32];
    const char *rest = strstr(line, " - ");
    if (!rest ||
        sscanf(line, "%*s %*s %*s %1023s %2047s", hierarchy->root, hierarchy->mount) != 2 ||
        sscanf(rest, " - %31s %*s %511s", type, hierarchy->options) != 2) {
        return false;
    }
    hierarchy->unified = strcmp(type, "cgroup2") == 0;
    return hierarchy->unified ||
           (strcmp(type, "cgroup") == 0 &&
            (has_word(hierarchy->options, "memory") || has_word(hierarchy->options, "cpu") ||
             has_word(hierarchy->options, "pids")));
}

struct cgroup_limits cgroup_read(const char *groups, const char *mounts)
{
    struct cgroup_limits limits = {INT64_MAX, INT64_MAX, INT64_MAX};
    struct hierarchy hierarchy;
    char *line = NULL;
    size_t size = 0;
    FILE *file = fopen(mounts, "re");
    while (file && getline(&line, &size, file) > 0) {
        if (read_mount(line, &hierarchy)) {
            apply_hierarchy(groups, &hierarchy, &limits);
        }
    }
    if (file) {
        fclose(file);
    }
    free(line);
    return limits;
}

static struct cgroup_limits group_limits(void)
{
    return cgroup_read("/proc/self/cgroup", "/proc/self/mountinfo");
}

/* Converts a resource limit to a number; INT64_MAX: no limit. */
static int64_t value_of(const struct rlimit *limit)
{
    return limit->rlim_cur < INT64_MAX ? (int64_t)limit->rlim_cur : INT64_MAX;
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

static int64_t read_clock(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

int64_t clock_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_process_ns(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t clock_thread_ns(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
