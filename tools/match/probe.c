/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <stdlib.h>

#include "engine_choice.h"
#include "memory.h"

static bool probe(struct client *client, struct engine_options *engine, const struct game *game,
                  struct error *error)
{
    const char *reason;
    if (client_await(client)) {
        engine->spec.dialect = client_dialect(client);
        return engine_plays(client, engine->name, game, error);
    }
    enum client_failure failure = client_failure(client, &reason);
    const char *between = failure == CLIENT_BAD_OPTION ? ": "
                          : failure == CLIENT_GONE     ? " cannot play: it "
                                                       : " cannot play: ";
    return error_set(error, "%s%s%s", engine->name, between,
                     failure == CLIENT_NO_GREETING ? "it answers no greeting in time" : reason);
}

bool probe_engines(struct ev_loop *loop, struct match_options *options, struct error *error)
{
    static const struct client_handlers none = {.ready = NULL};
    const int count = options->engine_count;
    bool good = true;
    struct client **clients = memory_zeroed((size_t)count, sizeof(struct client *));
    for (int i = 0; i < count; i++) {
        clients[i] = client_open(loop, &options->engines[i].spec, &none, NULL);
    }
    for (int i = 0; i < count; i++) {
        good = probe(clients[i], &options->engines[i], options->game, good ? error : NULL) && good;
    }
    for (int i = 0; i < count; i++) {
        client_release(clients[i], false);
    }
    free(clients);
    return good;
}
