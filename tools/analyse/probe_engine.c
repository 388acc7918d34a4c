/* SPDX-License-Identifier: MIT */
#include "probe_engine.h"

#include <ev.h>

#include "engine_choice.h"

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

bool probe_engine_open(struct probe_engine *probe, struct ev_loop *loop, struct client_spec *spec,
                       struct error *error)
{
    static const struct client_handlers handlers = {.ready = on_ready, .failed = on_failed};
    *probe = (struct probe_engine){.loop = loop, .spec = spec};
    probe->client = client_open(loop, spec, &handlers, probe);
    ev_run(loop, 0);
    return !probe->error.text[0] || error_set(error, "%s", probe->error.text);
}

void probe_engine_close(struct probe_engine *probe)
{
    client_release(probe->client, false);
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
