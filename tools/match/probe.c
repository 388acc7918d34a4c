/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <ev.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "look.h"
#include "memory.h"
#include "registry.h"

struct probe {
    struct ev_loop *loop;
    struct match_options *options;
    struct engine_options *engine;
    struct client *client;
    int *open; /* probes that are not done */
    struct error error;
};

/* Whether the choices of a combo option, one on each line, include `name`. */
static bool offers(const char *choices, const char *name)
{
    size_t length = strlen(name);
    while (choices && *choices) {
        if (strncasecmp(choices, name, length) == 0 &&
            (choices[length] == '\n' || choices[length] == '\0')) {
            return true;
        }
        choices = strchr(choices, '\n');
        choices += choices ? 1 : 0;
    }
    return false;
}

/* Whether an engine plays the match's game, after its greeting. */
static bool plays_game(const struct probe *probe, struct error *error)
{
    const struct game *game = probe->options->game;
    const char *name = probe->engine->name, *dialect = client_dialect(probe->client)->name;
    const struct engine_option *variants =
        engine_option_find(client_options(probe->client), "UCI_Variant");
    const struct game *implied = registry_find_implied(registry_games(), dialect);
    if (look_is_implied(game, dialect) || (!variants && strcmp(dialect, "ugi") == 0)) {
        return true;
    }
    if (!variants) {
        return error_set(error, "%s has no option UCI_Variant, so it plays %s, not %s", name,
                         implied->name, game->name);
    }
    return offers(variants->choices, game->name) ||
           error_set(error, "%s does not play %s: its UCI_Variant lacks it", name, game->name);
}

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
    plays_game(probe, &probe->error);
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
