/* SPDX-License-Identifier: MIT */
#include "config_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "config_members.h"
#include "engine_options.h"
#include "file.h"
#include "game_options.h"
#include "memory.h"
#include "registry.h"

#define OPTION_TYPE struct match_options

const struct option_row config_rows[CONFIG_ROWS] = {
    OPTION_ROW("file", "FILE", TEXT, config.from, .help = ""),
    OPTION_ROW("outname", "FILE", TEXT, config.to, .help = ""),
    OPTION_ROW("discard", "true|false", FLAG, config.discards, .help = ""),
    OPTION_ROW("stats", "true|false", FLAG, config.has_results, .help = ""),
};

/* ---- Reading ---- */

/* A file that is being read, line by line. */
struct parsing {
    struct json_tokener *tokener;
    struct json_object *json; /* NULL: not complete yet */
};

static bool parse_line(void *opaque, char *line, long number, struct error *error)
{
    struct parsing *parsing = opaque;
    (void)number;
    if (parsing->json) {
        return !line[strspn(line, " \t")] || error_set(error, "text after the end of the object");
    }
    parsing->json = json_tokener_parse_ex(parsing->tokener, line, (int)strlen(line));
    const enum json_tokener_error reason = json_tokener_get_error(parsing->tokener);
    return reason == json_tokener_success || reason == json_tokener_continue ||
           error_set(error, "%s", json_tokener_error_desc(reason));
}

static bool parse_file(const char *path, struct json_object **json, struct error *error)
{
    struct parsing parsing = {.tokener = memory_checked(json_tokener_new())};
    struct error reason = {""};
    json_tokener_set_flags(parsing.tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    bool good = text_file_read(path, parse_line, &parsing, &reason);
    json_tokener_free(parsing.tokener);
    if (!good) {
        error_set(error, "-config: %.150s:%s", path, reason.text);
    } else if (!json_object_is_type(parsing.json, json_type_object)) {
        good = error_set(error, "-config: %.150s: expected one object of JSON", path);
    }
    json_object_put(*json);
    *json = parsing.json;
    return good;
}

/* Takes over the members whose form differs from that of our options. */
static bool take_foreign(struct match_options *options, const struct config_foreign *from,
                         struct error *error)
{
    char option[] = "-variant", other[] = CONFIG_VARIANT, usual[GAME_MOVE_TEXT];
    char *list[] = {option, from->variant ? other : usual};
    struct option_words words = {.list = list, .count = LENGTH(list), .at = 1};
    struct adjudication *rules = &options->adjudication;
    struct sprt *sprt = &options->sprt;
    const char *model = from->model ? from->model : "";
    snprintf(usual, sizeof usual, "%s", registry_games()[0]->name);
    if (!from->resigns) {
        rules->resign_moves = rules->resign_score = 0;
    }
    if (!from->draws) {
        rules->draw_from = rules->draw_moves = rules->draw_score = 0;
    }
    rules->max_moves *= from->ends;
    if (!from->has_tables) {
        rules->tables = NULL;
        rules->table_pieces = rules->ignores_clock = 0;
    }
    options->opening_form = (struct opening_form){
        .source = from->format == FORMAT_PGN ? SOURCE_PGN : SOURCE_LINES,
        .plies = from->format == FORMAT_PGN && from->plies > 0 ? from->plies : 0};
    if (from->format == FORMAT_NONE || !options->opening_path) {
        options->opening_path = NULL;
        options->opening_form = (struct opening_form){.plies = 0};
        options->opening_order = ORDER_SEQUENTIAL;
        options->opening_start = 1;
    }
    options->event = from->event;
    options->site = from->site;
    options->report_every = from->rating_interval == INT_MAX ? 0 : from->rating_interval;
    options->schedule.challengers = 0;
    options->schedule.singles = !from->counts_pairs;
    options->config.to = options->config.to ? options->config.to : from->to;
    sprt->model = strcmp(model, "logistic") == 0 ? SPRT_LOGISTIC : SPRT_NORMALIZED;
    if (!sprt->enabled) {
        *sprt = (struct sprt){.enabled = false};
    } else if (strcmp(model, "logistic") != 0 && strcmp(model, "normalized") != 0) {
        return error_set(error, "sprt.model: expected normalized or logistic, found '%.40s'",
                         model);
    } else if (sprt->alpha <= 0 || sprt->beta <= 0 || sprt->alpha > 0.5 || sprt->beta > 0.5) {
        return error_set(error, "sprt.alpha, sprt.beta: expected numbers above 0, up to 0.5");
    }
    options->affinity.used = options->affinity.used && from->uses_affinity;
    return game_options_read(options, &words, error) &&
           (!from->uses_affinity || options->affinity.used ||
            affinity_take_all(&options->affinity, error));
}

static size_t length_of(struct json_object *list)
{
    return json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
}

static const char *text_at(struct json_object *list, size_t index)
{
    const char *text = json_object_get_string(json_object_array_get_idx(list, index));
    return text ? text : "";
}

static bool is_text_at(struct json_object *list, size_t index)
{
    return json_object_is_type(json_object_array_get_idx(list, index), json_type_string);
}

static bool read_engine(struct match_options *options, struct json_object *json,
                        struct error *error)
{
    struct engine_options *engine = engine_options_add(options);
    struct config_foreign foreign = {.args = NULL};
    const struct config_place place = {config_engine, CONFIG_ENGINE_MEMBERS, engine, &foreign};
    if (!json_object_is_type(json, json_type_object)) {
        return error_set(error, "engines: expected objects");
    }
    if (!config_check_members(&place, json, "", error) ||
        !config_read_members(&place, json, error)) {
        return false;
    }
    engine_options_add_arguments(engine, foreign.args ? foreign.args : "");
    struct json_object *list = json_object_object_get(json, "options");
    if (list && !json_object_is_type(list, json_type_array)) {
        return error_set(error, "engines: options: expected a list, found %.60s",
                         json_object_to_json_string(list));
    }
    for (size_t i = 0; i < length_of(list); i++) {
        struct json_object *pair = json_object_array_get_idx(list, i);
        if (length_of(pair) != 2 || !is_text_at(pair, 0) || !is_text_at(pair, 1)) {
            return error_set(error, "engines: options: expected [NAME, VALUE], found %.60s",
                             json_object_to_json_string(pair));
        }
        engine_options_set(engine, text_at(pair, 0), text_at(pair, 1));
    }
    return true;
}

static bool read_engines(struct match_options *options, struct json_object *list,
                         struct error *error)
{
    while (options->engine_count > 0) {
        engine_options_finish(&options->engines[--options->engine_count], options->game);
    }
    if (!json_object_is_type(list, json_type_array)) {
        return error_set(error, "engines: expected a list");
    }
    for (size_t i = 0; i < length_of(list); i++) {
        if (!read_engine(options, json_object_array_get_idx(list, i), error)) {
            return false;
        }
    }
    return true;
}

/* Reads the lines of engines that PGN has: one expression, where fastchess can have several. */
static bool read_filter(struct match_options *options, struct json_object *json,
                        struct error *error)
{
    struct json_object *list = NULL;
    json_object_object_get_ex(json_object_object_get(json, "pgn"), "additional_lines_rgx", &list);
    return !list || (json_object_is_type(list, json_type_array) && length_of(list) == 0) ||
           (length_of(list) == 1 && is_text_at(list, 0)
                ? line_filter_read(&options->filter, text_at(list, 0), error)
                : error_set(error, "pgn.additional_lines_rgx: expected a list of one at most"));
}

bool config_read(void *opaque, struct option_words *words, struct error *error)
{
    struct match_options *options = opaque;
    struct match_config *config = &options->config;
    struct config_foreign foreign = {
        .format = FORMAT_NONE, .rating_interval = 10, .model = "normalized", .counts_pairs = true};
    const struct config_place place = {config_match, CONFIG_MATCH_MEMBERS, options, &foreign};
    struct error reason = {""};
    if (!option_pairs_read("-config", config_rows, CONFIG_ROWS, words, options, error)) {
        return false;
    }
    if (!config->from && !config->to) {
        return error_set(error, "-config: expected file=FILE or outname=FILE");
    }
    if (config->from && !config->discards) {
        if (!parse_file(config->from, &config->json, error)) {
            return false;
        }
        if (!config_check_members(&place, config->json, "", &reason) ||
            !config_read_members(&place, config->json, &reason) ||
            !take_foreign(options, &foreign, &reason) ||
            !read_filter(options, config->json, &reason) ||
            !read_engines(options, json_object_object_get(config->json, "engines"), &reason)) {
            return error_set(error, "-config: %.100s: %.200s", config->from, reason.text);
        }
    }
    config->to = config->to ? config->to : config->from;
    return true;
}

/* ---- Results ---- */

/* Finds the pairing of "ONE vs OTHER"; -1: none. */
static int find_pairing(const struct match_options *options, const char *key, bool *reversed)
{
    struct buffer name = {0};
    int found = -1;
    for (int i = 0; found < 0 && i < 2 * schedule_pairings(&options->schedule); i++) {
        int engines[2];
        *reversed = i % 2 == 1;
        schedule_pairing(&options->schedule, i / 2, engines);
        buffer_clear(&name);
        buffer_printf(&name, "%s vs %s", options->names[engines[*reversed]],
                      options->names[engines[!*reversed]]);
        found = strcmp(buffer_text(&name), key) == 0 ? i / 2 : -1;
    }
    buffer_finish(&name);
    return found;
}

/* True if the results of pairs of games are those of the games. */
static bool pairs_agree(const struct tally *tally)
{
    const int64_t *pairs = tally->pairs;
    const int64_t points = pairs[1] + 2 * pairs[2] + 3 * pairs[3] + 4 * pairs[4];
    return 2 * tally_pairs(tally) == tally_games(tally) && points == 2 * tally->wins + tally->draws;
}

bool config_add_results(const struct match_options *options, struct standings *standings,
                        struct error *error)
{
    struct json_object *results = json_object_object_get(options->config.json, "stats");
    const char *path = options->config.from;
    if (!options->config.has_results || !results) {
        return true;
    }
    if (!json_object_is_type(results, json_type_object)) {
        return error_set(error, "-config: %.100s: stats: expected object, found %.60s", path,
                         json_object_to_json_string(results));
    }
    json_object_object_foreach(results, key, json)
    {
        struct tally tally = {0};
        const struct config_place place = {config_result, CONFIG_RESULT_MEMBERS, &tally, NULL};
        struct error reason = {""};
        bool reversed;
        const int pairing = find_pairing(options, key, &reversed);
        if (!json_object_is_type(json, json_type_object)) {
            return error_set(error, "-config: %.100s: %.80s: expected object, found %.60s", path,
                             key, json_object_to_json_string(json));
        }
        if (!config_check_members(&place, json, "", &reason) ||
            !config_read_members(&place, json, &reason)) {
            return error_set(error, "-config: %.100s: %.80s: %.100s", path, key, reason.text);
        }
        tally.pairs[2] += tally.drawn_pairs;
        if (tally_games(&tally) == 0) {
            continue;
        }
        if (pairing < 0) {
            return error_set(error,
                             "-config: %.100s: '%.80s' do not meet in this match; stats=false "
                             "begins it anew",
                             path, key);
        }
        if (schedule_is_paired(&options->schedule) && !pairs_agree(&tally)) {
            return error_set(error,
                             "-config: %.100s: '%.80s': the pairs of games do not agree with the "
                             "games; -report penta=false counts games",
                             path, key);
        }
        if (!standings_add_results(standings, pairing, &tally, reversed)) {
            return error_set(error,
                             "-config: %.100s: '%.80s': the results of %lld games, and the match "
                             "has fewer: more -rounds are needed",
                             path, key, (long long)tally_games(&tally));
        }
    }
    return true;
}
