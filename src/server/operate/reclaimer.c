/* SPDX-License-Identifier: MIT */
#include "reclaimer.h"

#include <pthread.h>
#include <stdlib.h>

#include "priority.h"
#include "thread.h"

/* It frees memory and calls nothing deep: 4 KiB were measured. */
#define STACK_BYTES (256u << 10)

struct work {
    struct work *next;
    void (*take_away)(void *thing);
    void *thing;
};

struct janitor {
    struct janitor_config config;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool running, ending;
    int waiting; /* things, the one that is being taken away included */
    bool behind;
    struct work *first, **end;
};

struct janitor *janitor_create(const struct janitor_config *config)
{
    struct janitor *janitor = calloc(1, sizeof *janitor);
    if (janitor) {
        janitor->config = *config;
        pthread_mutex_init(&janitor->lock, NULL);
        pthread_cond_init(&janitor->changed, NULL);
        janitor->end = &janitor->first;
    }
    return janitor;
}

/* One thing is gone. The lock is held. */
static void count_down(struct janitor *janitor)
{
    janitor->waiting--;
    if (janitor->behind && janitor->waiting <= janitor->config.most / 2) {
        janitor->behind = false;
        janitor->config.caught_up(janitor->config.owner);
    }
}

static void *run(void *opaque)
{
    struct janitor *janitor = opaque;
    priority_patient();
    pthread_mutex_lock(&janitor->lock);
    for (;;) {
        while (!janitor->first && !janitor->ending) {
            pthread_cond_wait(&janitor->changed, &janitor->lock);
        }
        struct work *work = janitor->first;
        if (!work) {
            break;
        }
        janitor->first = work->next;
        if (!janitor->first) {
            janitor->end = &janitor->first;
        }
        pthread_mutex_unlock(&janitor->lock);
        work->take_away(work->thing);
        free(work);
        pthread_mutex_lock(&janitor->lock);
        count_down(janitor);
    }
    pthread_mutex_unlock(&janitor->lock);
    return NULL;
}

static bool start(struct janitor *janitor)
{
    if (!janitor->running) {
        janitor->running = thread_start(&janitor->thread, STACK_BYTES, run, janitor) == 0;
    }
    return janitor->running;
}

void janitor_give(struct janitor *janitor, void (*take_away)(void *thing), void *thing)
{
    struct work *work = malloc(sizeof *work);
    if (!work || !start(janitor)) {
        free(work);
        take_away(thing);
        return;
    }
    *work = (struct work){NULL, take_away, thing};
    pthread_mutex_lock(&janitor->lock);
    *janitor->end = work;
    janitor->end = &work->next;
    janitor->waiting++;
    janitor->behind |= janitor->waiting >= janitor->config.most;
    pthread_mutex_unlock(&janitor->lock);
    pthread_cond_signal(&janitor->changed);
}

bool janitor_is_behind(struct janitor *janitor)
{
    pthread_mutex_lock(&janitor->lock);
    bool behind = janitor->behind;
    pthread_mutex_unlock(&janitor->lock);
    return behind;
}

void janitor_destroy(struct janitor *janitor)
{
    if (!janitor) {
        return;
    }
    pthread_mutex_lock(&janitor->lock);
    janitor->ending = true;
    pthread_cond_signal(&janitor->changed);
    pthread_mutex_unlock(&janitor->lock);
    if (janitor->running) {
        pthread_join(janitor->thread, NULL);
    }
    pthread_cond_destroy(&janitor->changed);
    pthread_mutex_destroy(&janitor->lock);
    free(janitor);
}
