/* SPDX-License-Identifier: MIT */
#include "reclaimer.h"

#include <pthread.h>
#include <stdlib.h>

#include "thread.h"

/* Freeing memory needs little stack: 4 KiB were measured. */
#define STACK_BYTES (256u << 10)

struct work {
    struct work *next;
    void (*reclaim)(void *thing);
    void *thing;
};

struct reclaimer {
    struct reclaimer_config config;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool running, ending;
    int waiting; /* number of things to free, including the one being freed */
    bool behind;
    struct work *first, **end;
};

struct reclaimer *reclaimer_create(const struct reclaimer_config *config)
{
    struct reclaimer *reclaimer = calloc(1, sizeof *reclaimer);
    if (reclaimer) {
        reclaimer->config = *config;
        pthread_mutex_init(&reclaimer->lock, NULL);
        pthread_cond_init(&reclaimer->changed, NULL);
        reclaimer->end = &reclaimer->first;
    }
    return reclaimer;
}

/* One thing has been freed. The lock is held. */
static void count_down(struct reclaimer *reclaimer)
{
    reclaimer->waiting--;
    if (reclaimer->behind && reclaimer->waiting <= reclaimer->config.most / 2) {
        reclaimer->behind = false;
        reclaimer->config.caught_up(reclaimer->config.owner);
    }
}

static void *run(void *opaque)
{
    struct reclaimer *reclaimer = opaque;
    thread_be_patient();
    pthread_mutex_lock(&reclaimer->lock);
    for (;;) {
        while (!reclaimer->first && !reclaimer->ending) {
            pthread_cond_wait(&reclaimer->changed, &reclaimer->lock);
        }
        struct work *work = reclaimer->first;
        if (!work) {
            break;
        }
        reclaimer->first = work->next;
        if (!reclaimer->first) {
            reclaimer->end = &reclaimer->first;
        }
        pthread_mutex_unlock(&reclaimer->lock);
        work->reclaim(work->thing);
        free(work);
        pthread_mutex_lock(&reclaimer->lock);
        count_down(reclaimer);
    }
    pthread_mutex_unlock(&reclaimer->lock);
    return NULL;
}

static bool start(struct reclaimer *reclaimer)
{
    if (!reclaimer->running) {
        reclaimer->running = thread_start(&reclaimer->thread, STACK_BYTES, run, reclaimer) == 0;
    }
    return reclaimer->running;
}

void reclaimer_give(struct reclaimer *reclaimer, void (*reclaim)(void *thing), void *thing)
{
    struct work *work = malloc(sizeof *work);
    if (!work || !start(reclaimer)) {
        free(work);
        reclaim(thing);
        return;
    }
    *work = (struct work){NULL, reclaim, thing};
    pthread_mutex_lock(&reclaimer->lock);
    *reclaimer->end = work;
    reclaimer->end = &work->next;
    reclaimer->waiting++;
    reclaimer->behind |= reclaimer->waiting >= reclaimer->config.most;
    pthread_mutex_unlock(&reclaimer->lock);
    pthread_cond_signal(&reclaimer->changed);
}

bool reclaimer_is_behind(struct reclaimer *reclaimer)
{
    pthread_mutex_lock(&reclaimer->lock);
    bool behind = reclaimer->behind;
    pthread_mutex_unlock(&reclaimer->lock);
    return behind;
}

void reclaimer_destroy(struct reclaimer *reclaimer)
{
    if (!reclaimer) {
        return;
    }
    pthread_mutex_lock(&reclaimer->lock);
    reclaimer->ending = true;
    pthread_cond_signal(&reclaimer->changed);
    pthread_mutex_unlock(&reclaimer->lock);
    if (reclaimer->running) {
        pthread_join(reclaimer->thread, NULL);
    }
    pthread_cond_destroy(&reclaimer->changed);
    pthread_mutex_destroy(&reclaimer->lock);
    free(reclaimer);
}
