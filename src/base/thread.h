/* SPDX-License-Identifier: MIT */
/* Starts threads whose signals and stacks do not depend on the settings that the process
 * inherited. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stddef.h>

/* Starts a thread with `stack_bytes` of stack, independent of RLIMIT_STACK (`ulimit -s`). All
 * signals are blocked in it: the main thread handles them. Returns 0, or an error of
 * pthread_create(3). */
int thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *context), void *context);

#endif
