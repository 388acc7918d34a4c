/* SPDX-License-Identifier: MIT */
/* Threads that wait for work and do it together, the workers of one engine; and a reserve of such
 * pools that rest between two engines. */
#ifndef ENGINE_WORKER_POOL_H
#define ENGINE_WORKER_POOL_H

#include <stdbool.h>

#include "error.h"

struct worker_pool;

/* The function that each worker runs once, with its index 0 .. count - 1. */
typedef void worker_job(void *context, int index);

/* Creates a pool without threads, which are started when first needed. `background`: they give way
 * to other work on the machine. NULL if allocation fails. */
struct worker_pool *worker_pool_create(bool background);

/* Waits for the present work, and ends the threads. */
void worker_pool_destroy(struct worker_pool *pool);

/* Has worker 0, whose thread must exist, do the job, and returns at once. Worker 0 may still be
 * leaving the job before, which must not use its context any more: it continues with this one. */
void worker_pool_start(struct worker_pool *pool, worker_job *job, void *context);

/* For worker 0, inside its job, or for the owner while no job runs: starts threads until there are
 * `count` of them. Returns how many there are, and the reason if they are fewer. */
int worker_pool_grow(struct worker_pool *pool, int count, struct error *error);

/* For worker 0, inside its job: runs another job on workers 0 .. count - 1, whose threads must
 * exist, and returns when all have ended it. */
void worker_pool_share(struct worker_pool *pool, int count, worker_job *job, void *context);

/* For worker 0, inside its job, or for any thread while no job runs: ends the threads of idle
 * workers from index `count` on. */
void worker_pool_trim(struct worker_pool *pool, int count);

/* Pools that rest between two engines, each with the one thread that every search has.
 *
 * Sessions come and go faster than the system starts and ends threads, which also delays others
 * that change the memory's map. The first thread of a pool that rests is there already. All
 * functions may be called on any thread. */
struct worker_reserve;

/* Creates an empty reserve, of `most` pools at most; `background` as for worker_pool_create. NULL
 * if allocation fails. */
struct worker_reserve *worker_reserve_create(bool background, int most);

/* All its pools must have been given back. */
void worker_reserve_destroy(struct worker_reserve *reserve);

/* Returns a pool that rests, or else a new one; NULL if allocation fails. */
struct worker_pool *worker_reserve_take(struct worker_reserve *reserve);

/* Waits for the pool's work to end; then it rests, or is destroyed if enough pools rest or it has
 * no thread. */
void worker_reserve_give(struct worker_reserve *reserve, struct worker_pool *pool);

/* Destroys the pools that were not needed since the last call. */
void worker_reserve_expire(struct worker_reserve *reserve);

/* Returns the number of pools that rest. */
int worker_reserve_count(struct worker_reserve *reserve);

#endif
