/* SPDX-License-Identifier: MIT */
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

/* Starts the job on worker 0 and returns at once. At most one thread is made, the first time. On
 * failure nothing runs. Worker 0 may still be on its way out of the job before, which must do
 * nothing more with its context then: it goes on with this one. */
bool worker_pool_start(struct worker_pool *pool, worker_job *job, void *context,
                       struct error *error);

/* For worker 0, inside its job: starts threads until there are `count` of them. Returns how many
 * there are, and the reason if they are fewer. */
int worker_pool_grow(struct worker_pool *pool, int count, struct error *error);

/* For worker 0, inside its job: has workers 1 .. count - 1 run this job, too. Their threads must
 * exist. */
void worker_pool_have_help(struct worker_pool *pool, int count, worker_job *job, void *context);

/* For worker 0, inside its job, or for anyone while nobody works: ends the threads of idle workers
 * from index `count` on. */
void worker_pool_trim(struct worker_pool *pool, int count);

/* Called by worker 0 inside its job: waits until all others have ended theirs. */
void worker_pool_wait_for_others(struct worker_pool *pool);

/* Waits until all workers have ended. */
void worker_pool_wait(struct worker_pool *pool);

/* Threads that there are, while nobody works. */
int worker_pool_size(const struct worker_pool *pool);

#endif
