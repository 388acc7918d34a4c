/* SPDX-License-Identifier: MIT */
#include "worker_reserve.h"

#include <pthread.h>
#include <stdlib.h>

struct worker_reserve {
    pthread_mutex_t lock;
    bool background;
    int most;
    int count; /* pools that rest; who came last goes first */
    int spare; /* the fewest that rested at any moment since the last expiry */
    struct worker_pool *pools[];
};

struct worker_reserve *worker_reserve_create(bool background, int most)
{
    struct worker_reserve *reserve =
        calloc(1, sizeof *reserve + (size_t)most * sizeof(struct worker_pool *));
    if (reserve) {
        pthread_mutex_init(&reserve->lock, NULL);
        reserve->background = background;
        reserve->most = most;
    }
    return reserve;
}

struct worker_pool *worker_reserve_take(struct worker_reserve *reserve)
{
    struct worker_pool *pool = NULL;
    pthread_mutex_lock(&reserve->lock);
    if (reserve->count > 0) {
        pool = reserve->pools[--reserve->count];
        reserve->spare = reserve->count < reserve->spare ? reserve->count : reserve->spare;
    }
    pthread_mutex_unlock(&reserve->lock);
    return pool ? pool : worker_pool_create(reserve->background);
}

void worker_reserve_give(struct worker_reserve *reserve, struct worker_pool *pool)
{
    worker_pool_wait(pool);
    worker_pool_trim(pool, 1);
    bool rests = false;
    if (worker_pool_size(pool) > 0) {
        pthread_mutex_lock(&reserve->lock);
        rests = reserve->count < reserve->most;
        if (rests) {
            reserve->pools[reserve->count++] = pool;
        }
        pthread_mutex_unlock(&reserve->lock);
    }
    if (!rests) {
        worker_pool_destroy(pool);
    }
}

/* Takes out one that nobody has needed; NULL when there is none. */
static struct worker_pool *take_spare(struct worker_reserve *reserve)
{
    struct worker_pool *pool = NULL;
    pthread_mutex_lock(&reserve->lock);
    if (reserve->spare > 0) {
        reserve->spare--;
        pool = reserve->pools[--reserve->count];
    }
    pthread_mutex_unlock(&reserve->lock);
    return pool;
}

void worker_reserve_expire(struct worker_reserve *reserve)
{
    struct worker_pool *pool;
    while ((pool = take_spare(reserve))) {
        worker_pool_destroy(pool);
    }
    pthread_mutex_lock(&reserve->lock);
    reserve->spare = reserve->count;
    pthread_mutex_unlock(&reserve->lock);
}

int worker_reserve_count(struct worker_reserve *reserve)
{
    pthread_mutex_lock(&reserve->lock);
    int count = reserve->count;
    pthread_mutex_unlock(&reserve->lock);
    return count;
}

void worker_reserve_destroy(struct worker_reserve *reserve)
{
    if (reserve) {
        while (reserve->count > 0) {
            worker_pool_destroy(reserve->pools[--reserve->count]);
        }
        pthread_mutex_destroy(&reserve->lock);
        free(reserve);
    }
}
