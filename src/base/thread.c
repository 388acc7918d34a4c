/* SPDX-License-Identifier: MIT */
#include "thread.h"

#include <signal.h>

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
