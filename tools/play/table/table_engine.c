/* SPDX-License-Identifier: MIT */
#include "table_engine.h"

#include <inttypes.h>
#include <stdio.h>

#include "clock.h"
#include "engine_choice.h"
#include "registry.h"

/* How much longer than its time a search may take until it is stopped. */
#define ANSWER_NS (5 * NS_PER_SECOND)

/* The most options that one level sets. */
#define LEVEL_SETTINGS 2

struct level_setting {
    const char *name;
    char value[24];
};

/* True if the option belongs to other games here and not to this one. */
static bool is_elsewhere(const struct game *game, const char *name)
{
    bool elsewhere = false;
    for (const struct game *const *other = registry_games(); *other; other++) {
        elsewhere |= game_find_option(*other, name) >= 0;
    }
    return elsewhere && game_find_option(game, name) < 0;
}

/* Returns an option with integer values that the engine offers for this game; NULL if there is
 * none. */
static const struct engine_option *find_scale(const struct engine_option_list *options,
                                              const struct game *game, const char *name)
{
    const struct engine_option *option = engine_option_find(options, name);
    return option && option->kind == OPTION_SPIN && !is_elsewhere(game, name) ? option : NULL;
}

/* Returns the setting for step `step` of 0 .. `steps` on the option's scale. */
static struct level_setting on_scale(const struct engine_option *option, int step, int steps)
{
    struct level_setting setting = {.name = option->name};
    int64_t value = option->min + (option->max - option->min) * step / steps;
    snprintf(setting.value, sizeof setting.value, "%" PRId64, value);
    return setting;
}

/* Finds the options that make an engine play `game` at a level, 1 .. LEVEL_MAX. Returns their
 * number; 0 if the engine offers none for this game. */
static int find_settings(const struct engine_option_list *options, const struct game *game,
                         int level, struct level_setting settings[LEVEL_SETTINGS])
{
    const struct engine_option *skill = find_scale(options, game, "Skill Level");
    const struct engine_option *elo = find_scale(options, game, "UCI_Elo");
    const struct engine_option *limit = engine_option_find(options, "UCI_LimitStrength");
    if (skill) {
        settings[0] = on_scale(skill, level - 1, LEVEL_MAX - 1);
        return 1;
    }
    if (!elo || !limit || limit->kind != OPTION_CHECK) {
        return 0;
    }
    bool full = level == LEVEL_MAX;
    settings[0] = (struct level_setting){.name = limit->name};
    snprintf(settings[0].value, sizeof settings[0].value, "%s", full ? "false" : "true");
    settings[1] = on_scale(elo, full ? LEVEL_MAX - 2 : level - 1, LEVEL_MAX - 2);
    return 2;
}

bool table_engine_set_level(struct table_engine *engine, const struct game *game, int level)
{
    struct level_setting settings[LEVEL_SETTINGS];
    if (find_settings(client_options(engine->client), game, level, settings) == 0) {
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
    int count = find_settings(client_options(engine->client), engine->level_game, level, settings);
    for (int i = 0; i < count; i++) {
        struct command command = {
            .kind = COMMAND_SETOPTION,
            .setoption = {.name = settings[i].name, .value = settings[i].value}};
        client_send(engine->client, &command);
    }
    engine->level_sent = level;
}

const char *table_engine_name(const struct table_engine *engine)
{
    const char *name = client_name(engine->client);
    return *name ? name : "engine";
}

bool table_engine_is_idle(const struct table_engine *engine)
{
    return engine->client && client_state(engine->client) == CLIENT_IDLE;
}

bool table_engine_lives(const struct table_engine *engine)
{
    return engine->client && client_state(engine->client) != CLIENT_FAILED;
}

bool table_engine_plays(const struct table_engine *engine, const struct game *game,
                        struct error *error)
{
    return engine_plays(engine->client, table_engine_name(engine), game, error);
}

bool table_engine_prepare(struct table_engine *engine, const struct game *game,
                          const struct game_settings *settings)
{
    if (!engine->expects_game || !table_engine_is_idle(engine)) {
        return false;
    }
    engine->expects_game = false;
    client_prepare(engine->client, game, settings);
    return true;
}

void table_engine_ask(struct table_engine *engine, enum engine_purpose purpose,
                      const struct command_position *position, const struct command_go *go,
                      int64_t limit_ns)
{
    send_level(engine, purpose);
    engine->purpose = purpose;
    engine->sent_ns = client_go(engine->client, position, go,
                                limit_ns < INT64_MAX ? limit_ns + ANSWER_NS : INT64_MAX);
}

void table_engine_drop(struct table_engine *engine)
{
    if (engine->purpose == PURPOSE_MOVE || engine->purpose == PURPOSE_HINT) {
        engine->purpose = PURPOSE_DROPPED;
        client_stop(engine->client);
    }
}
