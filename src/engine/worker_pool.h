/* Threads that wait for work and do it together: the workers of one engine. */
#ifndef ENGINE_WORKER_POOL_H
#define ENGINE_WORKER_POOL_H

#include <stdbool.h>

#include "error.h"

struct worker_pool;

/* What each worker runs, once, with its index 0 .. count - 1. */
typedef void worker_job(void *context, int index);

/* A pool without threads: they are made when first needed. `background`: they give way to other
 * work on the machine. NULL when memory is out. */
struct worker_pool *worker_pool_create(bool background);

/* Waits for the work under way, ends the threads. */
void worker_pool_destroy(struct worker_pool *pool);

/* Makes the threads that `count` workers need, for a start without delay. */
bool worker_pool_reserve(struct worker_pool *pool, int count, struct error *error);

/* Starts the job on `count` workers and returns at once; the pool must be idle. On failure nothing
 * runs. */
bool worker_pool_start(struct worker_pool *pool, int count, worker_job *job, void *context,
                       struct error *error);

/* Called by worker 0 inside its job: waits until all others have ended theirs. */
void worker_pool_wait_for_others(struct worker_pool *pool);

/* Waits until all workers have ended. */
void worker_pool_wait(struct worker_pool *pool);

#endif
