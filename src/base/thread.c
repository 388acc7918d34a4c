/* SPDX-License-Identifier: MIT */
#include "thread.h"

#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *context), void *context)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (failure) {
        return failure;
    }
    failure = pthread_attr_setstacksize(&attributes, stack_bytes);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (!failure) {
        failure = pthread_create(thread, &attributes, run, context);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return failure;
}

/* The argument of sched_setattr(2). The kernel's header cannot be included together with <sched.h>.
 */
struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

/* A thread that wakes preempts one with a longer slice. A slice of 0.1 ms would end in the middle
 * of one pass of the event loop; a computing thread would then run until the next timer tick, which
 * comes every 4 ms at 250 Hz. */
#define PROMPT_SLICE_NS 1000000

/* Added to the niceness of a background thread: setpriority(2). */
#define BACKGROUND_NICE 5

/* Sets the policy, niceness and slice; a slice of 0 is the system's default. A program that was
 * started with another policy, by chrt(1) or systemd, keeps that policy. */
static void set_priority(unsigned int policy, int nice, unsigned int slice_ns)
{
    if (syscall(SYS_sched_getscheduler, 0) != SCHED_NORMAL) {
        return;
    }
    const struct attributes wanted = {
        .size = sizeof wanted,
        .policy = policy,
        .flags = SCHED_FLAG_RESET_ON_FORK,
        .nice = nice,
        .runtime = slice_ns,
    };
    syscall(SYS_sched_setattr, 0, &wanted, 0);
}

void thread_be_prompt(void)
{
    set_priority(SCHED_NORMAL, getpriority(PRIO_PROCESS, 0), PROMPT_SLICE_NS);
}

void thread_be_patient(void)
{
    set_priority(SCHED_BATCH, getpriority(PRIO_PROCESS, 0), 0);
}

void thread_be_background(void)
{
    set_priority(SCHED_BATCH, getpriority(PRIO_PROCESS, 0) + BACKGROUND_NICE, 0);
}
