/* SPDX-License-Identifier: MIT */
#include "worker_pool.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "thread.h"

/* The tree is searched by recursion: room for MAX_PLY nodes with their move lists. */
#define STACK_BYTES (8u << 20)

struct member {
    struct worker_pool *pool;
    int index;
    pthread_t thread;
};

struct worker_pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct member **members;
    int size;          /* threads made */
    int first, behind; /* workers first .. behind - 1 are wanted in this round */
    int running;       /* workers that have not ended their job */
    int kept;          /* workers from this index on end their threads */
    uint64_t round;
    bool background;
    worker_job *job;
    void *context;
    worker_job *next_job; /* what worker 0 does when it has ended the present one; NULL: nothing */
    void *next_context;
};

struct worker_pool *worker_pool_create(bool background)
{
    struct worker_pool *pool = calloc(1, sizeof *pool);
    if (pool) {
        pthread_mutex_init(&pool->lock, NULL);
        pthread_cond_init(&pool->changed, NULL);
        pool->background = background;
        pool->kept = INT_MAX;
    }
    return pool;
}

/* True if the member has a job that it has not done yet. */
static bool is_wanted(const struct member *member, uint64_t done)
{
    const struct worker_pool *pool = member->pool;
    return pool->round != done && member->index >= pool->first && member->index < pool->behind;
}

/* Begins a round of workers first .. behind - 1, which must exist. The lock is held. */
static void begin_round(struct worker_pool *pool, int first, int behind, worker_job *job,
                        void *context)
{
    pool->job = job;
    pool->context = context;
    pool->first = first;
    pool->behind = behind;
    pool->running += behind - first;
    pool->round++;
    pthread_cond_broadcast(&pool->changed);
}

/* A worker has ended its job. The lock is held. */
static void end_job(struct worker_pool *pool)
{
    pool->running--;
    if (pool->running == 0 && pool->next_job) {
        begin_round(pool, 0, 1, pool->next_job, pool->next_context);
        pool->next_job = NULL;
    }
    pthread_cond_broadcast(&pool->changed);
}

static void *member_run(void *opaque)
{
    struct member *member = opaque;
    struct worker_pool *pool = member->pool;
    uint64_t done = 0;
    if (pool->background) {
        thread_be_background();
    }
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!is_wanted(member, done) && member->index < pool->kept) {
            pthread_cond_wait(&pool->changed, &pool->lock);
        }
        if (!is_wanted(member, done)) {
            break;
        }
        done = pool->round;
        worker_job *job = pool->job;
        void *context = pool->context;
        pthread_mutex_unlock(&pool->lock);
        job(context, member->index);
        pthread_mutex_lock(&pool->lock);
        end_job(pool);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static bool grow(struct worker_pool *pool, int count, struct error *error)
{
    if (count <= pool->size) {
        return true;
    }
    struct member **members = realloc(pool->members, (size_t)count * sizeof(struct member *));
    if (!members) {
        return error_set(error, "out of memory for %d threads", count);
    }
    pool->members = members;
    while (pool->size < count) {
        struct member *member = malloc(sizeof *member);
        if (!member) {
            return error_set(error, "out of memory for %d threads", count);
        }
        *member = (struct member){.pool = pool, .index = pool->size};
        int failure = thread_start(&member->thread, STACK_BYTES, member_run, member);
        if (failure) {
            free(member);
            return error_set(error, "cannot start thread %d of %d: %s", pool->size + 1, count,
                             strerror(failure));
        }
        members[pool->size++] = member;
    }
    return true;
}

void worker_pool_start(struct worker_pool *pool, worker_job *job, void *context)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->running > 0) {
        pool->next_job = job;
        pool->next_context = context;
    } else {
        begin_round(pool, 0, 1, job, context);
    }
    pthread_mutex_unlock(&pool->lock);
}

int worker_pool_grow(struct worker_pool *pool, int count, struct error *error)
{
    pthread_mutex_lock(&pool->lock);
    grow(pool, count, error);
    const int size = pool->size;
    pthread_mutex_unlock(&pool->lock);
    return size;
}

void worker_pool_trim(struct worker_pool *pool, int count)
{
    pthread_mutex_lock(&pool->lock);
    int size = pool->size;
    if (count < size) {
        pool->kept = count;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    for (int i = count; i < size; i++) {
        pthread_join(pool->members[i]->thread, NULL);
        free(pool->members[i]);
    }
    pthread_mutex_lock(&pool->lock);
    if (count < size) {
        pool->size = count;
        pool->kept = INT_MAX;
    }
    pthread_mutex_unlock(&pool->lock);
}

static void wait_until(struct worker_pool *pool, int still_running)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->running > still_running) {
        pthread_cond_wait(&pool->changed, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

void worker_pool_share(struct worker_pool *pool, int count, worker_job *job, void *context)
{
    if (count > 1) {
        pthread_mutex_lock(&pool->lock);
        begin_round(pool, 1, count, job, context);
        pthread_mutex_unlock(&pool->lock);
    }
    job(context, 0);
    wait_until(pool, 1);
}

void worker_pool_destroy(struct worker_pool *pool)
{
    if (!pool) {
        return;
    }
    wait_until(pool, 0);
    worker_pool_trim(pool, 0);
    free(pool->members);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

struct worker_reserve {
    pthread_mutex_t lock;
    bool background;
    int most;
    int count; /* pools that rest; last in, first out */
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
    wait_until(pool, 0);
    worker_pool_trim(pool, 1);
    bool rests = false;
    if (pool->size > 0) {
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

/* Removes a pool that was not needed; NULL if there is none. */
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
