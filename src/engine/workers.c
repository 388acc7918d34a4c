/* What a search needs: the table, the workers with their memory, the threads. */
#include <stdlib.h>

#include "engine_state.h"

void engine_destroy_workers(struct engine *engine)
{
    for (int i = 0; i < engine->worker_count; i++) {
        search_worker_destroy(engine->workers[i]);
    }
    free(engine->workers);
    engine->workers = NULL;
    engine->worker_count = 0;
}

/* As many workers as there are threads, for the game being played. */
static bool have_workers(struct engine *engine, struct error *error)
{
    if (engine->worker_game != engine->game || engine->worker_count > engine->options.threads) {
        engine_destroy_workers(engine);
    }
    engine->worker_game = engine->game;
    size_t wanted = (size_t)engine->options.threads;
    struct search_worker **workers =
        realloc(engine->workers, wanted * sizeof(struct search_worker *));
    if (!workers) {
        return error_set(error, "out of memory for %zu workers", wanted);
    }
    engine->workers = workers;
    while (engine->worker_count < engine->options.threads) {
        struct search_worker *worker =
            search_worker_create(&engine->search, engine->game->search, engine->game->position_size,
                                 engine->worker_count);
        if (!worker) {
            return error_set(error, "out of memory for %zu workers", wanted);
        }
        workers[engine->worker_count++] = worker;
    }
    return true;
}

bool engine_prepare(struct engine *engine, struct error *error)
{
    return (engine->tt.buckets ||
            tt_resize(&engine->tt, (size_t)engine->options.hash_megabytes, error)) &&
           have_workers(engine, error) &&
           worker_pool_reserve(engine->pool, engine->worker_count, error);
}
