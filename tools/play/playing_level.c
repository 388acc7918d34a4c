/* SPDX-License-Identifier: MIT */
#include "playing_level.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "registry.h"

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

int level_settings(const struct engine_option_list *options, const struct game *game, int level,
                   struct level_setting settings[LEVEL_SETTINGS])
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

bool level_read(const char *text, int *level, struct error *error)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end || number < 1 || number > LEVEL_MAX) {
        return error_set(error, "level: expected a number from 1 to %d (full strength), found '%s'",
                         LEVEL_MAX, text);
    }
    *level = (int)number;
    return true;
}
