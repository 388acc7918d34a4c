/* SPDX-License-Identifier: MIT */
#include "priority.h"

#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A thread that wakes preempts one with a longer slice. A slice of 0.1 ms would end in the middle
 * of one pass of the event loop; a computing thread would then run until the next timer tick, which
 * comes every 4 ms at 250 Hz. */
#define PROMPT_SLICE_NS 1000000

/* Added to the niceness of a background thread: setpriority(2). */
#define BACKGROUND_NICE 5

/* Sets the policy, niceness and slice; a slice of 0 is the system's default. A program that was
 * started with another policy, by chrt(1) or systemd, keeps that policy. */
static void set(unsigned int policy, int nice, unsigned int slice_ns)
{
    if (syscall(SYS_sched_getscheduler, 0) != SCHED_NORMAL) {
        return;
    }
    struct sched_attr wanted = {
        .size = sizeof wanted,
        .sched_policy = policy,
        .sched_flags = SCHED_FLAG_RESET_ON_FORK,
        .sched_nice = nice,
        .sched_runtime = slice_ns,
    };
    syscall(SYS_sched_setattr, 0, &wanted, 0);
}

void priority_prompt(void)
{
    set(SCHED_NORMAL, getpriority(PRIO_PROCESS, 0), PROMPT_SLICE_NS);
}

void priority_patient(void)
{
    set(SCHED_BATCH, getpriority(PRIO_PROCESS, 0), 0);
}

void priority_background(void)
{
    set(SCHED_BATCH, getpriority(PRIO_PROCESS, 0) + BACKGROUND_NICE, 0);
}
