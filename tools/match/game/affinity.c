/* SPDX-License-Identifier: MIT */
#include "affinity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_allowed(cpu_set_t *allowed, struct error *error)
{
    CPU_ZERO(allowed);
    return sched_getaffinity(0, sizeof *allowed, allowed) == 0 ||
           error_set(error, "-use-affinity: the processors of this process are not known: %s",
                     strerror(errno));
}

static bool add(struct affinity *affinity, long processor, const cpu_set_t *allowed,
                struct error *error)
{
    if (processor >= CPU_SETSIZE || !CPU_ISSET((size_t)processor, allowed)) {
        return error_set(error, "-use-affinity: this process cannot use processor %ld", processor);
    }
    for (int i = 0; i < affinity->count; i++) {
        if (affinity->list[i] == processor) {
            return error_set(error, "-use-affinity: processor %ld is listed twice", processor);
        }
    }
    affinity->list[affinity->count++] = (int)processor;
    return true;
}

bool affinity_read(struct affinity *affinity, const char *text, struct error *error)
{
    cpu_set_t allowed;
    *affinity = (struct affinity){.used = true};
    if (!read_allowed(&allowed, error)) {
        return false;
    }
    for (const char *at = text;; at++) {
        char *end;
        const long first = strtol(at, &end, 10);
        long last = first;
        bool good = end != at && *at >= '0' && *at <= '9';
        if (good && *end == '-') {
            at = end + 1;
            last = strtol(at, &end, 10);
            good = end != at && *at >= '0' && *at <= '9';
        }
        if (!good || first > last || (*end && *end != ',')) {
            return error_set(error,
                             "-use-affinity: expected processors such as 3,5,7-11, found "
                             "'%.100s'",
                             text);
        }
        for (long processor = first; processor <= last; processor++) {
            if (!add(affinity, processor, &allowed, error)) {
                return false;
            }
        }
        at = end;
        if (!*at) {
            return true;
        }
    }
}

/* True if a processor is the first one of its core. */
static bool is_first_of_core(int processor)
{
    char path[100];
    int first = processor;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
             processor);
    FILE *file = fopen(path, "re");
    if (file) {
        if (fscanf(file, "%d", &first) != 1) {
            first = processor;
        }
        fclose(file);
    }
    return first == processor;
}

bool affinity_take_all(struct affinity *affinity, struct error *error)
{
    cpu_set_t allowed;
    *affinity = (struct affinity){.used = true};
    if (!read_allowed(&allowed, error)) {
        return false;
    }
    for (int firsts = 1; firsts >= 0; firsts--) {
        for (int i = 0; i < CPU_SETSIZE; i++) {
            if (CPU_ISSET((size_t)i, &allowed) && is_first_of_core(i) == firsts) {
                affinity->list[affinity->count++] = i;
            }
        }
    }
    return true;
}

cpu_set_t affinity_of_game(const struct affinity *affinity, int index, int width)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < width && index * width + i < affinity->count; i++) {
        CPU_SET((size_t)affinity->list[index * width + i], &set);
    }
    return set;
}
