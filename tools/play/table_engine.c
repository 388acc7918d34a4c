/* SPDX-License-Identifier: MIT */
#include "table_engine.h"

#include <stdlib.h>
#include <string.h>

#include "engine_choice.h"
#include "memory.h"
#include "playing_level.h"

enum engine_state { ENGINE_GREETING, ENGINE_PREPARING, ENGINE_IDLE, ENGINE_SEARCHING, ENGINE_GONE };

struct table_engine {
    struct client *client;
    const struct client_spec *spec;
    const struct table_engine_handlers *handlers;
    void *context;
    enum engine_state state;
    enum engine_purpose purpose; /* of the search; PURPOSE_NONE: its answer is dropped */
    bool expects_game;           /* a new game has begun since it was prepared */
    int64_t sent_ns;
    const struct game *level_game; /* the game that the levels apply to */
    int level, level_sent;         /* 0: not chosen, or not sent */
};

static void become_idle(struct table_engine *engine)
{
    engine->state = ENGINE_IDLE;
    engine->handlers->idle(engine->context, engine);
}

static void take_answer(struct table_engine *engine, const struct event_bestmove *answer,
                        int64_t when_ns)
{
    if (engine->purpose == PURPOSE_NONE) {
        become_idle(engine);
        return;
    }
    engine->state = ENGINE_IDLE;
    engine->handlers->answered(engine->context, engine, engine->purpose, answer,
                               when_ns - engine->sent_ns);
}

static void on_event(void *context, const struct event *event, int64_t when_ns)
{
    struct table_engine *engine = context;
    if (engine->state != ENGINE_SEARCHING) {
        return;
    }
    if (event->kind == EVENT_INFO && engine->purpose != PURPOSE_NONE) {
        engine->handlers->info(engine->context, engine, &event->info);
    } else if (event->kind == EVENT_BESTMOVE) {
        take_answer(engine, &event->bestmove, when_ns);
    }
}

static void on_ready(void *context)
{
    become_idle(context);
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct table_engine *engine = context;
    struct error sentence;
    engine->state = ENGINE_GONE;
    switch (failure) {
    case CLIENT_NO_GREETING:
        error_set(&sentence, "it answers no greeting in time");
        break;
    case CLIENT_NOT_STARTED:
        error_set(&sentence, "%s", engine_choice_reason(engine->spec, reason));
        break;
    case CLIENT_GONE:
    case CLIENT_NOT_READY:
    case CLIENT_BAD_OPTION:
        error_set(&sentence, "%s", reason);
        break;
    }
    engine->handlers->gone(engine->context, engine, sentence.text);
}

struct table_engine *table_engine_open(struct ev_loop *loop, const struct client_spec *spec,
                                       const struct table_engine_handlers *handlers, void *context)
{
    static const struct client_handlers client_handlers = {
        .ready = on_ready, .event = on_event, .failed = on_failed};
    struct table_engine *engine = memory_zeroed(1, sizeof *engine);
    engine->handlers = handlers;
    engine->context = context;
    engine->state = ENGINE_GREETING;
    engine->spec = spec;
    engine->expects_game = true;
    engine->client = client_open(loop, spec, &client_handlers, engine);
    return engine;
}

void table_engine_close(struct table_engine *engine)
{
    if (engine) {
        client_release(engine->client, false);
        free(engine);
    }
}

const char *table_engine_name(const struct table_engine *engine)
{
    const char *name = client_name(engine->client);
    return *name ? name : "engine";
}

const char *table_engine_command(const struct table_engine *engine)
{
    return engine_choice_command(engine->spec);
}

const char *table_engine_complaint(const struct table_engine *engine)
{
    return client_complaint(engine->client);
}

bool table_engine_is_greeting(const struct table_engine *engine)
{
    return engine->state == ENGINE_GREETING;
}

bool table_engine_is_idle(const struct table_engine *engine)
{
    return engine->state == ENGINE_IDLE;
}

bool table_engine_is_gone(const struct table_engine *engine)
{
    return engine->state == ENGINE_GONE;
}

bool table_engine_searches(const struct table_engine *engine, enum engine_purpose purpose)
{
    return engine->state == ENGINE_SEARCHING && engine->purpose == purpose;
}

void table_engine_expect_game(struct table_engine *engine)
{
    engine->expects_game = true;
}

bool table_engine_set_level(struct table_engine *engine, const struct game *game, int level)
{
    struct level_setting settings[LEVEL_SETTINGS];
    if (level_settings(client_options(engine->client), game, level, settings) == 0) {
        return false;
    }
    engine->level_sent = engine->level_game == game ? engine->level_sent : 0;
    engine->level_game = game;
    engine->level = level;
    return true;
}

/* Sends the options of the level for a search. They may only be set while the engine is idle. */
static void send_level(struct table_engine *engine, enum engine_purpose purpose)
{
    struct level_setting settings[LEVEL_SETTINGS];
    int level = purpose == PURPOSE_HINT ? LEVEL_MAX : engine->level;
    if (engine->level == 0 || level == engine->level_sent) {
        return;
    }
    int count = level_settings(client_options(engine->client), engine->level_game, level, settings);
    for (int i = 0; i < count; i++) {
        struct command command = {
            .kind = COMMAND_SETOPTION,
            .setoption = {.name = settings[i].name, .value = settings[i].value}};
        client_send(engine->client, &command);
    }
    engine->level_sent = level;
}

bool table_engine_prepare(struct table_engine *engine, const struct game *game,
                          const struct game_settings *settings)
{
    if (!engine->expects_game || engine->state != ENGINE_IDLE) {
        return false;
    }
    engine->expects_game = false;
    engine->state = ENGINE_PREPARING;
    client_prepare(engine->client, game, settings);
    return true;
}

int64_t table_engine_ask(struct table_engine *engine, enum engine_purpose purpose,
                         const struct command_position *position, const struct command_go *go)
{
    send_level(engine, purpose);
    engine->state = ENGINE_SEARCHING;
    engine->purpose = purpose;
    engine->sent_ns = client_go(engine->client, position, go);
    return engine->sent_ns;
}

void table_engine_drop(struct table_engine *engine)
{
    if (engine->state == ENGINE_SEARCHING && engine->purpose != PURPOSE_NONE) {
        engine->purpose = PURPOSE_NONE;
        table_engine_stop(engine);
    }
}

void table_engine_stop(struct table_engine *engine)
{
    client_send(engine->client, &(struct command){.kind = COMMAND_STOP, .word = ""});
}
