/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <ev.h>
#include <stdlib.h>

#include "engine_choice.h"
#include "memory.h"

struct probe {
    const char *name; /* of the engine */
    struct client *client;
    struct error error;
};

static void on_ready(void *context)
{
    (void)context; /* the state of the client says so */
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct probe *probe = context;
    const char *between = failure == CLIENT_BAD_OPTION ? ": "
                          : failure == CLIENT_GONE     ? " cannot play: it "
                                                       : " cannot play: ";
    error_set(&probe->error, "%s%s%s", probe->name, between,
              failure == CLIENT_NO_GREETING ? "it answers no greeting in time" : reason);
}

bool probe_engines(struct ev_loop *loop, struct match_options *options, struct error *error)
{
    static const struct client_handlers handlers = {.ready = on_ready, .failed = on_failed};
    int count = options->engine_count;
    bool good = true;
    struct probe *probes = memory_zeroed((size_t)count, sizeof *probes);
    for (int i = 0; i < count; i++) {
        struct engine_options *engine = &options->engines[i];
        probes[i].name = engine->name;
        probes[i].client = client_open(loop, &engine->spec, &handlers, &probes[i]);
    }
    for (int i = 0; i < count; i++) {
        struct probe *probe = &probes[i];
        while (client_state(probe->client) <= CLIENT_SETTING) {
            ev_run(loop, EVRUN_ONCE);
        }
        if (!probe->error.text[0]) {
            options->engines[i].spec.dialect = client_dialect(probe->client);
            engine_plays(probe->client, probe->name, options->game, &probe->error);
        }
        if (good && probe->error.text[0]) {
            good = error_set(error, "%s", probe->error.text);
        }
    }
    for (int i = 0; i < count; i++) {
        client_release(probes[i].client, false);
    }
    free(probes);
    return good;
}
