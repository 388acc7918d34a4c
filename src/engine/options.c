/* SPDX-License-Identifier: MIT */
/* The options that `setoption` can set: a table of the engine's own options, then every game's. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "compiler.h"
#include "engine_state.h"
#include "registry.h"

static const char *const algorithms[] = {"alphabeta", "textbook", "minimax", NULL};
static const char *const evaluations[] = {"full", "textbook", NULL};

/* The engine's own options: for each, its description for clients, and its setter; or, without one,
 * where its value is in the options. */
struct row {
    struct setting option;
    enum option_status (*set)(struct engine *engine, int value, struct error *notice);
    size_t offset;
};

static enum option_status adjusted(const char *name, int value, int granted, struct error *notice)
{
    if (granted == value) {
        return OPTION_DONE;
    }
    error_set(notice, "%s %d is more than the server has left: set to %d", name, value, granted);
    return OPTION_ADJUSTED;
}

/* The next search allocates and charges the table; it makes a smaller one if others have used the
 * memory by then. A size above what the budget has left is reduced; one that the process may not
 * have is refused. */
static enum option_status set_hash(struct engine *engine, int value, struct error *notice)
{
    int granted = value;
    const int64_t left = budget_table_left(engine->config.budget);
    if (left < INT64_MAX) {
        const int64_t most = (left + (int64_t)engine->tt.mapped_bytes) >> 20;
        granted = most < 1 ? 1 : most < value ? (int)most : value;
    }
    if (!tt_could_have(&engine->tt, (size_t)granted, notice)) {
        return OPTION_REFUSED;
    }
    engine->options.hash_megabytes = granted;
    return adjusted("Hash", value, granted, notice);
}

static enum option_status set_threads(struct engine *engine, int value, struct error *notice)
{
    int held = engine->options.threads, granted = value;
    int64_t left = budget_threads_left(engine->config.budget);
    if (value > held && value - held > left) {
        granted = left > 0 ? held + (int)left : held;
    }
    budget_take_threads(engine->config.budget, granted - held);
    engine->options.threads = granted;
    return adjusted("Threads", value, granted, notice);
}

static enum option_status clear_hash(struct engine *engine, int value UNUSED,
                                     struct error *notice UNUSED)
{
    engine->outdated |= engine->learned;
    return OPTION_DONE;
}

/* Neither algorithm starts from the other's table, so that their node counts can be compared. */
static enum option_status set_algorithm(struct engine *engine, int value, struct error *notice)
{
    engine->options.algorithm = value;
    return clear_hash(engine, value, notice);
}

static enum option_status set_evaluation(struct engine *engine, int value, struct error *notice)
{
    if (value == EVALUATION_TEXTBOOK && !engine->game->textbook_search) {
        error_set(notice, "no textbook states an evaluation for %s; expected full",
                  engine->game->name);
        return OPTION_REFUSED;
    }
    engine->options.evaluation = value;
    return clear_hash(engine, value, notice);
}

/* Begins another game than the present one; by an alias that implies settings, as `omok` does, also
 * the same game under other settings. `alias` may be NULL. */
static enum option_status begin_variant(struct engine *engine, const struct game *game,
                                        const char *alias, struct error *notice)
{
    struct game_settings settings = engine_record(engine, game)->settings;
    if (alias) {
        game->begin_as(alias, &settings);
    }
    if (game == engine->game &&
        (!alias || memcmp(settings.values, engine->settings.values, sizeof settings.values) == 0)) {
        return OPTION_DONE;
    }
    return engine_begin(engine, game, &settings, notice) ? OPTION_DONE : OPTION_REFUSED;
}

/* UCI_Variant: the games of the list, for clients that do not know `newgame`. */
static enum option_status set_variant(struct engine *engine, int value, struct error *notice)
{
    return begin_variant(engine, engine->games[value].game, NULL, notice);
}

#define AT(member) offsetof(struct engine_options, member)
#define OPTION(option_, kind_, initial_, min_, max_, choices_)                                     \
    {                                                                                              \
        .option = (option_), .kind = SETTING_##kind_, .initial = (initial_), .min = (min_),        \
        .max = (max_), .choices = (choices_)                                                       \
    }
static const struct row rows[] = {
    {OPTION("Hash", SPIN, HASH_INITIAL, 1, HASH_MAX, NULL), set_hash, 0},
    {OPTION("Clear Hash", BUTTON, 0, 0, 0, NULL), clear_hash, 0},
    {OPTION("Threads", SPIN, 1, 1, THREADS_MAX, NULL), set_threads, 0},
    {OPTION("MultiPV", SPIN, 1, 1, MAX_MULTIPV, NULL), NULL, AT(multipv)},
    {OPTION("Ponder", CHECK, 0, 0, 1, NULL), NULL, AT(ponder)},
    {OPTION("Move Overhead", SPIN, MOVE_OVERHEAD_INITIAL, 0, MOVE_OVERHEAD_MAX, NULL), NULL,
     AT(move_overhead_ms)},
    {OPTION("UCI_AnalyseMode", CHECK, 0, 0, 1, NULL), NULL, AT(analyse_mode)},
    {OPTION("UCI_ShowWDL", CHECK, 0, 0, 1, NULL), NULL, AT(show_wdl)},
    {OPTION("Algorithm", CHOICE, 0, 0, 2, algorithms), set_algorithm, 0},
    {OPTION("Evaluation", CHOICE, 0, 0, 1, evaluations), set_evaluation, 0},
    {OPTION("UCI_Variant", CHOICE, 0, 0, 0, NULL), set_variant, 0},
};
#undef OPTION
#undef AT

static bool is_offered(const struct engine *engine, const struct setting *setting)
{
    return setting->option && !(setting->kind == SETTING_TEXT && engine->config.remote);
}

/* True if a game of the list before this one has an option of the same name. */
static bool is_named_before(const struct engine *engine, int index, const char *name)
{
    while (--index >= 0) {
        if (game_find_option(engine->games[index].game, name) >= 0) {
            return true;
        }
    }
    return false;
}

bool engine_option(const struct engine *engine, int index, struct setting *option)
{
    if (index < LENGTH(rows)) {
        *option = rows[index].option;
        if (rows[index].set == set_variant) {
            option->choices = engine->variants;
            while (engine->games[option->initial].game != engine->config.game) {
                option->initial++;
            }
        }
        return true;
    }
    index -= LENGTH(rows);
    for (int i = 0; i < engine->game_count; i++) {
        const struct game *game = engine->games[i].game;
        for (int k = 0; k < game->setting_count; k++) {
            const struct setting *setting = &game->settings[k];
            if (is_offered(engine, setting) && !is_named_before(engine, i, setting->option) &&
                index-- == 0) {
                *option = *setting;
                return true;
            }
        }
    }
    return false;
}

static bool read_value(const struct setting *option, const char *value, int *number,
                       struct error *notice)
{
    *number = 0;
    if (option->kind == SETTING_BUTTON) {
        return true;
    }
    struct error reason;
    if (!value) {
        return error_set(notice, "setoption: option '%s' has no value", option->option);
    }
    return game_read_setting(option, value, number, &reason) ||
           error_set(notice, "setoption: option '%s': %s; it keeps its old value", option->option,
                     reason.text);
}

static bool set_text(struct engine_game *record, int index, const char *value, struct error *notice)
{
    const struct setting *setting = &record->game->settings[index];
    const void *resource = NULL;
    struct error reason;
    if (setting->open && value && *value && !setting->open(value, &resource, &reason)) {
        return error_set(notice, "setoption: option '%s': %s; it keeps its old value",
                         setting->option, reason.text);
    }
    char *copy = strdup(value ? value : "");
    if (!copy) {
        if (resource) {
            setting->close(resource);
        }
        return error_set(notice, "out of memory for option '%s'",
                         record->game->settings[index].option);
    }
    free(record->texts[index]);
    record->texts[index] = copy;
    record->settings.texts[index] = copy;
    if (record->settings.resources[index]) {
        setting->close(record->settings.resources[index]);
    }
    record->settings.resources[index] = resource;
    return true;
}

/* Sets a game's setting, for its next games and for the present one. */
static enum option_status set_setting(struct engine *engine, struct engine_game *record, int index,
                                      const char *value, struct error *notice)
{
    const struct setting *setting = &record->game->settings[index];
    int number;
    if (!read_value(setting, value, &number, notice) ||
        (setting->kind == SETTING_TEXT && !set_text(record, index, value, notice))) {
        return OPTION_REFUSED;
    }
    record->settings.values[index] = number;
    if (record->game != engine->game) {
        return OPTION_DONE;
    }
    bool changed = engine->settings.values[index] != number;
    struct game_settings settings = engine->settings;
    settings.values[index] = number;
    settings.texts[index] = record->settings.texts[index];
    settings.resources[index] = record->settings.resources[index];
    if (setting->shapes_board && changed) {
        return engine_begin(engine, engine->game, &settings, notice) ? OPTION_DONE : OPTION_REFUSED;
    }
    engine->settings = settings;
    if (setting->changes_scores && (changed || setting->kind == SETTING_TEXT)) {
        engine->outdated |= engine->learned;
    }
    return OPTION_DONE;
}

/* True if a setting names a file of another game than the present one, which has such a file,
 * too. */
static bool is_file_of_another(const struct engine *engine, const struct game *game, int index)
{
    const char *name = game->settings[index].option;
    return game->settings[index].open && game != engine->game &&
           game_find_option(engine->game, name) >= 0;
}

/* Sets a game's option. Two games may share its name: it is set for both, except for a file, which
 * is set for the present game, or else for the first game that accepts it. */
static enum option_status set_settings(struct engine *engine, const char *name, const char *value,
                                       struct error *notice)
{
    enum option_status status = OPTION_REFUSED;
    bool found = false;
    for (int i = 0; i < engine->game_count; i++) {
        struct engine_game *record = &engine->games[i];
        int index = game_find_option(record->game, name);
        if (index < 0 || !is_offered(engine, &record->game->settings[index]) ||
            is_file_of_another(engine, record->game, index)) {
            continue;
        }
        const bool is_file = record->game->settings[index].open;
        enum option_status one = set_setting(engine, record, index, value, notice);
        bool keeps = found && (is_file ? status == OPTION_DONE : status != OPTION_DONE);
        status = keeps ? status : one;
        found = true;
    }
    if (!found) {
        error_set(notice, "setoption: there is no option '%s'", name);
    }
    return status;
}

enum option_status engine_set_option(struct engine *engine, const char *name, const char *value,
                                     struct error *notice)
{
    for (int i = 0; i < LENGTH(rows); i++) {
        struct setting option;
        engine_option(engine, i, &option);
        if (strcasecmp(option.option, name) == 0) {
            int number;
            /* A variant may be named by any of the game's names. */
            const struct game *game = rows[i].set == set_variant && value
                                          ? registry_find(engine->config.games, value)
                                          : NULL;
            if (game && game->begin_as && strcasecmp(value, game->name) != 0) {
                return begin_variant(engine, game, value, notice);
            }
            if (!read_value(&option, game ? game->name : value, &number, notice)) {
                return OPTION_REFUSED;
            }
            if (rows[i].set) {
                return rows[i].set(engine, number, notice);
            }
            void *at = (char *)&engine->options + rows[i].offset;
            *(int *)at = number;
            return OPTION_DONE;
        }
    }
    return set_settings(engine, name, value, notice);
}
