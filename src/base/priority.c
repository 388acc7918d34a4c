/* SPDX-License-Identifier: MIT */
#include "priority.h"

#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The shortest slice that the system gives, in nanoseconds. */
#define PROMPT_SLICE_NS 100000

/* How much a background thread gives way, added to its niceness: setpriority(2). */
#define BACKGROUND_NICE 5

void priority_prompt(void)
{
    struct sched_attr wanted = {
        .size = sizeof wanted,
        .sched_policy = SCHED_NORMAL,
        .sched_flags = SCHED_FLAG_RESET_ON_FORK,
        .sched_nice = getpriority(PRIO_PROCESS, 0),
        .sched_runtime = PROMPT_SLICE_NS,
    };
    syscall(SYS_sched_setattr, 0, &wanted, 0);
}

void priority_background(void)
{
    int nice = getpriority(PRIO_PROCESS, 0);
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), nice + BACKGROUND_NICE);
}
