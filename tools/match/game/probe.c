/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine_choice.h"
#include "engine_options.h"
#include "game_record.h"
#include "game_time.h"
#include "look.h"
#include "memory.h"

/* The option by which an engine says that it can think in its opponent's time. */
#define PONDER_OPTION "Ponder"

/* Engines that are started at the same time: hundreds would not answer in time. */
#define PROBES 8

/* One engine that is being probed. */
struct probe {
    struct ev_loop *loop;
    struct client *client;
    char *answer; /* its first move; NULL: none yet */
};

static void on_event(void *context, const struct event *event, int64_t when_ns)
{
    struct probe *probe = context;
    (void)when_ns;
    if (event->kind == EVENT_BESTMOVE) {
        free(probe->answer);
        probe->answer = memory_text(event->bestmove.move ? event->bestmove.move : "(none)");
    }
}

static bool fail(const struct probe *probe, const char *name, struct error *error)
{
    const char *reason;
    const enum client_failure failure = client_failure(probe->client, &reason);
    const char *between = failure == CLIENT_BAD_OPTION ? ": "
                          : failure == CLIENT_GONE     ? " cannot play: it "
                                                       : " cannot play: ";
    return error_set(error, "%s%s%s", name, between,
                     failure == CLIENT_NO_GREETING ? "it answers no greeting in time" : reason);
}

/* True if the engine does not say which games it plays, so that the user's choice is trusted. */
static bool is_silent_about_games(const struct client *client, const struct game *game)
{
    const char *dialect = client_dialect(client)->name;
    return strcmp(dialect, "gomocup") != 0 && !look_is_implied(game, dialect) &&
           !engine_option_find(client_options(client), "UCI_Variant");
}

/* Lets the engine make the first move of the game, as in the match; the move must be legal. */
static bool check_first_move(struct probe *probe, const struct engine_options *engine,
                             const struct match_options *options, struct error *error)
{
    const struct game_clocks clocks = game_clocks_start(&engine->control, &engine->control);
    const struct command_go go = game_clocks_go(&clocks, 0);
    const int64_t limit_ns = game_clocks_limit_ns(&clocks, 0);
    struct game_record record;
    struct error reason = {""};
    client_prepare(probe->client, options->game, &options->settings);
    while (client_state(probe->client) == CLIENT_PREPARING) {
        ev_run(probe->loop, EVRUN_ONCE);
    }
    game_record_init(&record, options->game, &options->settings);
    if (client_state(probe->client) == CLIENT_IDLE) {
        const struct command_position position = game_record_command(&record);
        client_go(probe->client, &position, &go,
                  limit_ns < INT64_MAX ? limit_ns : engine->hang_ms * NS_PER_MS);
    }
    while (!probe->answer && client_state(probe->client) != CLIENT_FAILED) {
        ev_run(probe->loop, EVRUN_ONCE);
    }
    bool good = probe->answer
                    ? game_record_play(&record, probe->answer, &reason) ||
                          error_set(error,
                                    "%s does not play %s: it has no option UCI_Variant, "
                                    "and its first move is '%.40s': %.150s",
                                    engine->name, options->game->name, probe->answer, reason.text)
                    : fail(probe, engine->name, error);
    game_record_finish(&record);
    return good;
}

/* Warns of the options that are not set, as other match runners do. */
static void warn_of_options(const struct client *client, struct engine_options *engine)
{
    struct buffer all = {0};
    for (int i = 0; i < engine->spec.option_count; i++) {
        struct error reason = {""};
        if (!client_offers(client, &engine->spec.options[i], &reason)) {
            fprintf(stderr, "myosu-match: warning: %s: not set: %s\n", engine->name, reason.text);
            buffer_printf(&all, "%s%s", buffer_length(&all) > 0 ? "; " : "", reason.text);
        }
    }
    engine->warning = buffer_length(&all) > 0 ? memory_text(buffer_text(&all)) : NULL;
    buffer_finish(&all);
}

static bool check(struct probe *probe, struct engine_options *engine,
                  const struct match_options *options, struct error *error)
{
    const struct client *client = probe->client;
    if (!client_await(probe->client)) {
        return fail(probe, engine->name, error);
    }
    engine->spec.dialect = client_dialect(client);
    engine->restart |= client_plays_once(client);
    struct error reason = {""};
    if (!client_obeys(client, engine->control.nodes ? GO_NODES : 0, &reason)) {
        return error_set(error, "%s: nodes=: %.200s", engine->name, reason.text);
    }
    if (!client_obeys(client, engine->control.depth ? GO_DEPTH : 0, &reason)) {
        return error_set(error, "%s: depth=: %.200s", engine->name, reason.text);
    }
    if (!client_says(client, options->game, &options->settings, NULL, &reason)) {
        return error_set(error, "%s: %.200s", engine->name, reason.text);
    }
    warn_of_options(client, engine);
    if (engine->ponder && !engine_option_find(client_options(client), PONDER_OPTION)) {
        return error_set(error, "%s: ponder: it has no option " PONDER_OPTION, engine->name);
    }
    if (engine->ponder) {
        engine_options_set(engine, PONDER_OPTION, "true");
    }
    return is_silent_about_games(client, options->game)
               ? check_first_move(probe, engine, options, error)
               : engine_plays(client, engine->name, options->game, error);
}

bool probe_engines(struct ev_loop *loop, struct match_options *options, struct error *error)
{
    static const struct client_handlers handlers = {.event = on_event};
    struct engine_options *engine = options->engines;
    bool good = true;
    for (int left = options->engine_count; left > 0; left -= PROBES, engine += PROBES) {
        struct probe probes[PROBES] = {{.loop = NULL}};
        const int count = left < PROBES ? left : PROBES;
        for (int i = 0; i < count; i++) {
            probes[i].loop = loop;
            probes[i].client = client_open(loop, &engine[i].spec, &handlers, &probes[i]);
        }
        for (int i = 0; i < count; i++) {
            good = check(&probes[i], &engine[i], options, good ? error : NULL) && good;
        }
        for (int i = 0; i < count; i++) {
            client_release(probes[i].client, false);
            free(probes[i].answer);
        }
    }
    return good;
}
