/* Has the system give the table's memory before a search needs it. */
#include "engine_state.h"

/* A larger table is not warmed up, in megabytes: a large Hash delays nothing. */
#define WARM_UP_MEGABYTES 256

static void run_warm_up(void *opaque, int index)
{
    struct engine *engine = opaque;
    tt_touch(&engine->tt, index, engine->worker_count, &engine->cancelled);
    if (index == 0) {
        worker_pool_wait_for_others(engine->pool);
        engine_post_end(engine);
    }
}

bool engine_warm_up(struct engine *engine)
{
    struct error ignored; /* `go` will meet it again, and say it */
    if (engine->config.remote || engine->options.hash_megabytes > WARM_UP_MEGABYTES ||
        !engine_prepare(engine, &ignored) || !engine->tt.untouched) {
        return false;
    }
    engine->tt.untouched = false;
    return engine_start_job(engine, engine->worker_count, run_warm_up, &ignored);
}
