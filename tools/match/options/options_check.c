/* SPDX-License-Identifier: MIT */
#include "options_check.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

static bool names_differ(const struct match_options *options, struct error *error)
{
    for (int i = 0; i < options->engine_count; i++) {
        for (int j = 0; j < i; j++) {
            const char *one = options->engines[j].name, *other = options->engines[i].name;
            if (strcmp(one, other) == 0) {
                return error_set(error, "two engines are called '%s': give each a name=", one);
            }
            if (options->log.engines == MATCH_LOG_APART && match_log_shares_file(one, other)) {
                return error_set(error,
                                 "-log: '%.100s' and '%.100s' would have the same file: give one "
                                 "of them another name=",
                                 one, other);
            }
        }
    }
    return true;
}

/* Rejects a file that two options write: each would spoil what the other has written. */
static bool files_differ(const struct match_options *options, struct error *error)
{
    const struct {
        const char *option, *path;
    } files[] = {
        {"-pgnout", options->exports[EXPORT_PGN]},
        {"-sgfout", options->exports[EXPORT_SGF]},
        {"-ggfout", options->exports[EXPORT_GGF]},
        {"-psqout", options->exports[EXPORT_PSQ]},
        {"-movesout", options->exports[EXPORT_MOVES]},
        {"-epdout", options->exports[EXPORT_EPD]},
        {"-log", options->log.path},
        {"-jsonout", options->events.path},
        {"-htmlout", options->page},
        {"-db", options->database},
        {"-config", options->config.to},
    };
    for (int i = 0; i < LENGTH(files); i++) {
        for (int j = 0; j < i; j++) {
            const char *one = files[i].path, *other = files[j].path;
            if (one && other && strcmp(one, other) == 0) {
                return error_set(error, "%.200s: expected a file of its own for %s and %s", one,
                                 files[j].option, files[i].option);
            }
        }
    }
    return true;
}

/* Rejects options that would have no effect. */
static bool check_effects(const struct match_options *options, struct error *error)
{
    const struct schedule *schedule = &options->schedule;
    const bool ordered = options->opening_order != ORDER_SEQUENTIAL || options->opening_start != 1;
    const struct opening_form *form = &options->opening_form;
    const bool formed = form->source != SOURCE_AUTO || form->line != LINE_AUTO || form->plies > 0;
    if (options->opening_path && options->random_plies) {
        return error_set(error, "-openings: either file or random, not both");
    }
    if (!options->opening_path && (formed || (ordered && !options->random_plies))) {
        return error_set(error, "-openings: format, order, plies and start need file=FILE");
    }
    if (!options->opening_path && !options->random_plies && schedule->policy != POLICY_DEFAULT) {
        return error_set(error, "-openings: policy needs file=FILE or random=PLIES");
    }
    if (schedule->challengers && schedule->kind != TOURNAMENT_GAUNTLET &&
        schedule->kind != TOURNAMENT_KNOCKOUT) {
        return error_set(error, "-tournament: seeds need a gauntlet or a knockout");
    }
    if (options->repeats && schedule->games % 2 != 0) {
        return error_set(error, "-repeat: -games must be even, not %d", schedule->games);
    }
    if (options->noswap && options->colours >= 0 && options->colours != COLOURS_KEEP) {
        return error_set(error, "-noswap: it means -colors keep, and contradicts the other");
    }
    if (options->checksum && !options->exports[EXPORT_PGN]) {
        return error_set(error, "-crc32: -pgnout is needed");
    }
    for (int format = 0; format < EXPORT_FORMATS; format++) {
        if (options->database && options->appending[format] == APPENDING) {
            return error_set(error, "append=true: with -db, the file is written from the database");
        }
    }
    if (options->publish_name && !options->publish_address) {
        return error_set(error, "-publishname: -publish is needed");
    }
    return true;
}

static bool check_rules(const struct match_options *options, struct error *error)
{
    const struct adjudication *rules = &options->adjudication;
    if (options->sprt.enabled && options->sprt.elo0 >= options->sprt.elo1) {
        return error_set(error, "-sprt: elo0 must be below elo1");
    }
    if (!rules->resign_moves != !rules->resign_score) {
        return error_set(error, "-resign: movecount and score are both needed");
    }
    if (!rules->tables &&
        (rules->table_pieces || rules->ignores_clock || rules->table_results != TABLES_BOTH)) {
        return error_set(error, "-tbpieces, -tbignore50, -tbadjudicate: -tb is needed");
    }
    if (!rules->draw_moves && (rules->draw_from || rules->draw_score)) {
        return error_set(error, "-draw: movecount is needed");
    }
    return true;
}

bool options_check(const struct match_options *options, struct error *error)
{
    const char *address = options->publish_address;
    if (!files_differ(options, error) || !check_effects(options, error) ||
        !check_rules(options, error)) {
        return false;
    }
    if (options->engine_count < 2) {
        return error_set(error, "a match needs two engines: -engine cmd=... -engine cmd=...");
    }
    if (!names_differ(options, error)) {
        return false;
    }
    return !address || strncmp(address, "unix:", 5) == 0 || strncmp(address, "tcp:", 4) == 0 ||
           error_set(error, "-publish: expected unix:PATH or tcp:HOST:PORT, found '%s'", address);
}

int64_t options_count_threads(const struct match_options *options)
{
    int64_t most = 0;
    bool ponders = false;
    for (int i = 0; i < options->engine_count; i++) {
        const struct client_spec *spec = &options->engines[i].spec;
        int64_t threads = spec->program.arguments ? 1 : 0;
        for (int k = 0; threads && k < spec->option_count; k++) {
            if (strcasecmp(spec->options[k].name, "Threads") == 0 && spec->options[k].value) {
                option_read_number("Threads", spec->options[k].value, 1, INT_MAX, &threads, NULL);
            }
        }
        most = threads > most ? threads : most;
        ponders = ponders || options->engines[i].ponder;
    }
    return ponders ? 2 * most : most;
}

int64_t options_games_at_once(const struct match_options *options)
{
    const int64_t games = schedule_games(&options->schedule);
    return games < options->concurrency ? games : options->concurrency;
}

bool options_check_schedule(const struct match_options *options, struct error *error)
{
    const struct schedule *schedule = &options->schedule;
    const int engines = schedule->engines, most = engines % 2 == 0 ? engines - 1 : engines;
    if (schedule->kind == TOURNAMENT_GAUNTLET && schedule->challengers >= engines) {
        return error_set(error, "-tournament: %d seeds leave no opponent among %d engines",
                         schedule->challengers, engines);
    }
    if (schedule->challengers > engines) {
        return error_set(error, "-tournament: %d seeds are more than %d engines",
                         schedule->challengers, engines);
    }
    if (schedule->kind == TOURNAMENT_KNOCKOUT && schedule->rounds != 1) {
        return error_set(error, "-rounds: a knockout has as many rounds as its engines need; "
                                "-games N are played in each encounter");
    }
    if (schedule->kind == TOURNAMENT_SWISS && engines < 3) {
        return error_set(error, "-tournament: a Swiss tournament needs 3 engines or more, not %d",
                         engines);
    }
    if (schedule->kind == TOURNAMENT_SWISS && (schedule->rounds < 2 || schedule->rounds > most)) {
        return error_set(error,
                         "-rounds: a Swiss tournament of %d engines has 2 to %d rounds, not %d",
                         engines, most, schedule->rounds);
    }
    const int64_t threads = options_count_threads(options),
                  at_once = options_games_at_once(options);
    if (options->affinity.used && at_once * threads > options->affinity.count) {
        return error_set(error,
                         "-use-affinity: %lld games at the same time, %lld threads each, need more "
                         "than %d processors",
                         (long long)at_once, (long long)threads, options->affinity.count);
    }
    if (options->sprt.enabled && (schedule_pairings(schedule) != 1 || engines != 2 ||
                                  schedule->kind == TOURNAMENT_KNOCKOUT)) {
        return error_set(error, "-sprt: a sequential test compares two engines, not %d", engines);
    }
    return true;
}
