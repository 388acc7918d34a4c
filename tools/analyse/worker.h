/* SPDX-License-Identifier: MIT */
/* One engine of a job. It searches one position at a time, each as a new game, so that an answer
 * does not depend on earlier ones. An engine that crashes, hangs or answers with an illegal move is
 * restarted. Each position is tried twice, and then reported as failed. */
#ifndef ANALYSE_WORKER_H
#define ANALYSE_WORKER_H

#include "client.h"
#include "open_entry.h"
#include "options.h"

struct ev_loop;
struct worker;

struct worker_handlers {
    /* Returns the next task; NULL if there is none. */
    struct task *(*next)(void *context);
    /* A task is done: `found` is its result, or its failure. The engine is already searching the
     * next one. */
    void (*done)(void *context, struct task *task);
    /* The engine cannot be started. No more tasks are requested. */
    void (*lost)(void *context, const char *reason);
};

/* Starts an engine, which requests tasks after its greeting. */
struct worker *worker_create(struct ev_loop *loop, const struct options *options,
                             const struct client_spec *spec, const struct worker_handlers *handlers,
                             void *context);

/* Ends the engine, and frees the task that it is searching. */
void worker_destroy(struct worker *worker);

#endif
