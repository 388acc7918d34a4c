/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "config_file.h"
#include "config_members.h"
#include "pgn.h"
#include "registry.h"

/* Returns the number of the match's variant; -1 if the file has none for it. */
static int variant_of(const struct match_options *options)
{
    for (int variant = 0; variant < 2; variant++) {
        const struct game *game = registry_games()[0];
        struct game_settings settings;
        game_default_settings(game, &settings);
        bool same = (variant == 0 || pgn_find_variant(CONFIG_VARIANT, &game, &settings)) &&
                    game == options->game;
        for (int i = 0; same && i < game->setting_count; i++) {
            same = !game->settings[i].name || settings.values[i] == options->settings.values[i];
        }
        if (same) {
            return variant;
        }
    }
    return -1;
}

/* Returns what the file cannot hold of an engine; NULL: nothing. */
static const char *lack_of_engine(const struct engine_options *engine)
{
    for (int i = 1; i < engine->argument_count; i++) {
        if (!*engine->arguments[i] || strchr(engine->arguments[i], ' ')) {
            return "an argument with blanks";
        }
    }
    return engine->ponder             ? "ponder"
           : engine->book.path        ? "book="
           : engine->spec.address     ? "the address of an engine"
           : engine->spec.ready_s > 0 ? "hang="
                                      : NULL;
}

static const char *lack_of(const struct match_options *options)
{
    const struct schedule *schedule = &options->schedule;
    const struct opening_form *form = &options->opening_form;
    const bool by_name = form->source == SOURCE_AUTO && form->line == LINE_AUTO;
    for (int i = 0; i < options->engine_count; i++) {
        const char *lack = lack_of_engine(&options->engines[i]);
        if (lack) {
            return lack;
        }
    }
    return variant_of(options) < 0                ? "this game"
           : schedule->kind > TOURNAMENT_GAUNTLET ? "this tournament"
           : schedule->challengers > 1            ? "seeds"
           : schedule->games > 2                  ? "more than 2 games of an encounter"
           : schedule->colours == COLOURS_LOT     ? "-colors lot"
           : schedule->policy != POLICY_DEFAULT   ? "policy="
           : options->random_plies                ? "-openings random"
           : options->opening_path && by_name     ? "openings without format=epd or pgn"
           : form->source == SOURCE_SGF           ? "this format of openings"
           : form->line > LINE_EPD                ? "this format of openings"
           : options->adjudication.table_results  ? "-tbadjudicate"
                                                  : NULL;
}

bool config_check(const struct match_options *options, struct error *error)
{
    const struct match_config *config = &options->config;
    struct stat status;
    if (!config->to) {
        return config->interval == SAVE_INTERVAL ||
               error_set(error, "-autosaveinterval: -config is needed");
    }
    const char *lack = lack_of(options);
    if (lack) {
        return error_set(error, "-config: the file cannot hold %s; -db FILE keeps every match",
                         lack);
    }
    if (config->json && config->has_results && (options->database || options->page)) {
        return error_set(error,
                         "%s: the file of -config has no games; stats=false begins without "
                         "its results",
                         options->database ? "-db" : "-htmlout");
    }
    return stat(config->to, &status) != 0 || S_ISREG(status.st_mode) ||
           error_set(error, "-config: %.200s is no regular file", config->to);
}

static struct json_object *make_engine(const struct engine_options *engine, int variant)
{
    struct buffer words = {0};
    struct engine_options copy = *engine;
    for (int i = 1; i < engine->argument_count; i++) {
        buffer_printf(&words, "%s%s", i > 1 ? " " : "", engine->arguments[i]);
    }
    copy.given_name = engine->name;
    copy.command = engine->arguments[0];
    struct config_foreign foreign = {.args = buffer_text(&words), .variant = variant};
    struct json_object *object = config_make_members(
        &(struct config_place){config_engine, CONFIG_ENGINE_MEMBERS, &copy, &foreign});
    struct json_object *list = json_object_new_array();
    for (int i = 0; i < engine->spec.option_count; i++) {
        const struct client_setting *option = &engine->spec.options[i];
        struct json_object *pair = json_object_new_array();
        json_object_array_add(pair, json_object_new_string(option->name));
        json_object_array_add(pair, json_object_new_string(option->value));
        json_object_array_add(list, pair);
    }
    json_object_object_add(object, "options", list);
    buffer_finish(&words);
    return object;
}

/* Adds the results of a pairing; those of complete pairs, if pairs are counted. */
static void add_result(const struct match_options *options, const struct standings *standings,
                       int pairing, struct json_object *results)
{
    struct tally tally = standings->tallies[pairing];
    int64_t *pairs = tally.pairs;
    struct buffer key = {0};
    int engines[2];
    if (schedule_is_paired(&options->schedule)) {
        tally.wins = 2 * pairs[4] + pairs[3] + pairs[2] - tally.drawn_pairs;
        tally.losses = 2 * pairs[0] + pairs[1] + pairs[2] - tally.drawn_pairs;
        tally.draws = pairs[1] + pairs[3] + 2 * tally.drawn_pairs;
    }
    pairs[2] -= tally.drawn_pairs;
    schedule_pairing(&options->schedule, pairing, engines);
    buffer_printf(&key, "%s vs %s", options->names[engines[0]], options->names[engines[1]]);
    json_object_object_add(results, buffer_text(&key),
                           config_make_members(&(struct config_place){
                               config_result, CONFIG_RESULT_MEMBERS, &tally, NULL}));
    buffer_finish(&key);
}

static struct json_object *make_match(const struct match_options *options,
                                      const struct standings *standings)
{
    const struct adjudication *rules = &options->adjudication;
    const struct schedule *schedule = &options->schedule;
    const int interval = options->report_every;
    struct match_options copy = *options;
    struct config_foreign foreign = {
        .resigns = rules->resign_moves > 0,
        .draws = rules->draw_moves > 0,
        .ends = rules->max_moves > 0,
        .has_tables = rules->tables,
        .counts_pairs = !schedule->singles,
        .uses_affinity = options->affinity.used,
        .format = !options->opening_path                       ? FORMAT_NONE
                  : options->opening_form.source == SOURCE_PGN ? FORMAT_PGN
                                                               : FORMAT_EPD,
        .plies = options->opening_form.plies ? options->opening_form.plies : -1,
        .variant = variant_of(options),
        .seeds = 1,
        .rating_interval = interval == 0  ? INT_MAX
                           : interval < 0 ? 10
                                          : interval,
        .model = options->sprt.model == SPRT_LOGISTIC ? "logistic" : "normalized",
        .event = options->event ? options->event : "myosu-match",
        .site = options->site ? options->site : "?",
        .to = options->config.to};
    struct json_object *object = config_make_members(
        &(struct config_place){config_match, CONFIG_MATCH_MEMBERS, &copy, &foreign});
    struct json_object *lines = json_object_new_array(), *engines = json_object_new_array();
    struct json_object *results = json_object_new_object();
    if (options->filter.used) {
        json_object_array_add(lines, json_object_new_string(options->filter.text));
    }
    json_object_object_add(json_object_object_get(object, "pgn"), "additional_lines_rgx", lines);
    for (int i = 0; i < options->engine_count; i++) {
        json_object_array_add(engines, make_engine(&options->engines[i], foreign.variant));
    }
    for (int i = 0; i < schedule_pairings(schedule); i++) {
        add_result(options, standings, i, results);
    }
    json_object_object_add(object, "engines", engines);
    json_object_object_add(object, "stats", results);
    return object;
}

bool config_write(const struct match_options *options, const struct standings *standings,
                  struct error *error)
{
    const char *path = options->config.to;
    struct buffer part = {0};
    if (!path) {
        return true;
    }
    buffer_printf(&part, "%s.part", path);
    struct json_object *object = make_match(options, standings);
    const bool good = json_object_to_file_ext(buffer_text(&part), object,
                                              JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED |
                                                  JSON_C_TO_STRING_NOSLASHESCAPE) == 0 &&
                      rename(buffer_text(&part), path) == 0;
    json_object_put(object);
    buffer_finish(&part);
    return good || error_set(error, "-config: %.200s: %s", path, strerror(errno));
}
