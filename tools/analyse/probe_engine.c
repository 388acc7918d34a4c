/* SPDX-License-Identifier: MIT */
#include "probe_engine.h"

#include "engine_choice.h"

bool probe_engine_open(struct probe_engine *probe, struct ev_loop *loop, struct client_spec *spec,
                       struct error *error)
{
    static const struct client_handlers none = {.ready = NULL};
    const char *reason;
    *probe = (struct probe_engine){.spec = spec, .client = client_open(loop, spec, &none, NULL)};
    if (client_await(probe->client)) {
        spec->dialect = client_dialect(probe->client);
        return true;
    }
    enum client_failure failure = client_failure(probe->client, &reason);
    engine_choice_failure(spec, failure, reason, error);
    return false;
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
