/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <ev.h>
#include <stdlib.h>

#include "engine_choice.h"
#include "memory.h"

struct probe {
    struct ev_loop *loop;
    struct match_options *options;
    struct engine_options *engine;
    struct client *client;
    int *open; /* number of probes in progress */
    struct error error;
};

static void finish(struct probe *probe)
{
    client_release(probe->client, false);
    probe->client = NULL;
    if (--*probe->open == 0) {
        ev_break(probe->loop, EVBREAK_ONE);
    }
}

static void on_ready(void *context)
{
    struct probe *probe = context;
    probe->engine->spec.dialect = client_dialect(probe->client);
    engine_plays(probe->client, probe->engine->name, probe->options->game, &probe->error);
    finish(probe);
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct probe *probe = context;
    const char *name = probe->engine->name;
    if (failure == CLIENT_NO_GREETING) {
        error_set(&probe->error, "%s cannot play: it answers no greeting in time", name);
    } else if (failure == CLIENT_BAD_OPTION) {
        error_set(&probe->error, "%s: %s", name, reason);
    } else if (failure == CLIENT_GONE) {
        error_set(&probe->error, "%s cannot play: it %s", name, reason);
    } else {
        error_set(&probe->error, "%s cannot play: %s", name, reason);
    }
    finish(probe);
}

bool probe_engines(struct ev_loop *loop, struct match_options *options, struct error *error)
{
    static const struct client_handlers handlers = {.ready = on_ready, .failed = on_failed};
    int count = options->engine_count, open = count;
    struct probe *probes = memory_zeroed((size_t)count, sizeof *probes);
    for (int i = 0; i < count; i++) {
        probes[i] = (struct probe){
            .loop = loop, .options = options, .engine = &options->engines[i], .open = &open};
        probes[i].client = client_open(loop, &options->engines[i].spec, &handlers, &probes[i]);
    }
    while (open > 0) {
        ev_run(loop, 0);
    }
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        if (probes[i].error.text[0]) {
            good = error_set(error, "%s", probes[i].error.text);
        }
    }
    free(probes);
    return good;
}
