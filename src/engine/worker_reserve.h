/* SPDX-License-Identifier: MIT */
/* Worker pools that rest between two engines, each with the one thread that every search has.
 *
 * Sessions come and go faster than the system makes and ends threads; while it does, it holds up
 * whoever else changes the memory's map. The first thread of a pool that rests is there already.
 * All functions may be called on any thread. */
#ifndef ENGINE_WORKER_RESERVE_H
#define ENGINE_WORKER_RESERVE_H

#include <stdbool.h>

#include "worker_pool.h"

struct worker_reserve;

/* An empty reserve, of `most` pools at most; `background` as for worker_pool_create. NULL when
 * memory is out. */
struct worker_reserve *worker_reserve_create(bool background, int most);

/* Nobody may have a pool of it any more. */
void worker_reserve_destroy(struct worker_reserve *reserve);

/* A pool that rests, else a new one; NULL when memory is out. */
struct worker_pool *worker_reserve_take(struct worker_reserve *reserve);

/* Waits for the pool's work to end; then it rests, or is destroyed when enough of them do or it has
 * no thread. */
void worker_reserve_give(struct worker_reserve *reserve, struct worker_pool *pool);

/* Destroys the pools that nobody has needed since the last call. */
void worker_reserve_expire(struct worker_reserve *reserve);

/* Pools that rest. */
int worker_reserve_count(struct worker_reserve *reserve);

#endif
