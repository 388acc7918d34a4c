/* SPDX-License-Identifier: MIT */
#include "probe_engine.h"

#include <ev.h>
#include <stdlib.h>

#include "engine_choice.h"
#include "memory.h"

struct probe_engine {
    struct ev_loop *loop;
    struct client_spec *spec;
    struct client *client;
    struct error error;
};

static void on_ready(void *context)
{
    struct probe_engine *probe = context;
    probe->spec->dialect = client_dialect(probe->client);
    ev_break(probe->loop, EVBREAK_ONE);
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct probe_engine *probe = context;
    engine_choice_failure(probe->spec, failure, reason, &probe->error);
    ev_break(probe->loop, EVBREAK_ONE);
}

struct probe_engine *probe_engine_open(struct ev_loop *loop, struct client_spec *spec,
                                       struct error *error)
{
    static const struct client_handlers handlers = {.ready = on_ready, .failed = on_failed};
    struct probe_engine *probe = memory_zeroed(1, sizeof *probe);
    *probe = (struct probe_engine){.loop = loop, .spec = spec};
    probe->client = client_open(loop, spec, &handlers, probe);
    ev_run(loop, 0);
    if (probe->error.text[0]) {
        error_set(error, "%s", probe->error.text);
        probe_engine_close(probe);
        return NULL;
    }
    return probe;
}

void probe_engine_close(struct probe_engine *probe)
{
    if (probe) {
        client_release(probe->client, false);
        free(probe);
    }
}

const char *probe_engine_name(const struct probe_engine *probe)
{
    const char *name = client_name(probe->client);
    return *name ? name : engine_choice_command(probe->spec);
}

bool probe_engine_plays(const void *context, const struct game *game, struct error *error)
{
    const struct probe_engine *probe = context;
    return engine_plays(probe->client, probe_engine_name(probe), game, error);
}
