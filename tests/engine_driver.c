/* SPDX-License-Identifier: MIT */
#include "engine_driver.h"

#include <pthread.h>

#include "suite.h"

/* Set by `wake`: an event is waiting. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    int count;
} bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

void wake(void *context)
{
    (void)context;
    pthread_mutex_lock(&bell.lock);
    bell.count++;
    pthread_cond_signal(&bell.woken);
    pthread_mutex_unlock(&bell.lock);
}

struct engine *engine;
struct error error;

void open_engine_with(const struct game *const *games)
{
    struct engine_config config = {.games = games, .game = games[0], .wake = wake};
    engine = engine_create(&config, &error);
    ck_assert_ptr_nonnull(engine);
}

void close_engine(void)
{
    engine_destroy(engine);
}

struct engine_event next_event(void)
{
    struct engine_event event;
    while (!engine_next_event(engine, &event)) {
        pthread_mutex_lock(&bell.lock);
        while (bell.count == 0) {
            pthread_cond_wait(&bell.woken, &bell.lock);
        }
        bell.count = 0;
        pthread_mutex_unlock(&bell.lock);
    }
    return event;
}

struct search_report finish(void)
{
    struct search_report last = {0};
    for (;;) {
        struct engine_event event = next_event();
        if (event.kind == ENGINE_END) {
            ck_assert(!engine_is_busy(engine));
            return last;
        }
        if (event.kind == ENGINE_REPORT && event.report.multipv == 1) {
            last = event.report;
        }
    }
}

int64_t go(struct engine_limits limits)
{
    int64_t deadline;
    deadline = engine_go(engine, &limits);
    ck_assert(engine_is_busy(engine));
    return deadline;
}

struct search_report search_to(int depth)
{
    go((struct engine_limits){.has_depth = true, .depth = depth});
    return finish();
}
