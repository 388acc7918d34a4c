/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_words.h"
#include "memory.h"
#include "registry.h"
#include "words.h"

/* The nodes of each search if no limit is given. */
#define DEFAULT_NODES 100000

/* The time limit of an answer in seconds: this, or this much in addition to a fixed time. */
#define DEFAULT_TIMEOUT_S 600.0
#define MOVETIME_MARGIN_S 10.0

#define MAX_CONCURRENCY 512
#define MOST_LINES      256

/* Reads "NAME PARAMETER=VALUE...". With --tree only the engine needs to know the game. */
static bool read_game(void *at, const char *name, char *value, struct error *error UNUSED)
{
    struct options *options = at;
    struct reading *reading = &options->reading;
    struct error reason;
    free(options->game_text);
    words_fold(value);
    options->game_text = memory_text(value);
    options->game_reason.text[0] = '\0';
    if (!game_words_read(value, &reading->game, &reading->settings, &reason)) {
        error_set(&options->game_reason, "%s: %.280s", name, reason.text);
    }
    return true;
}

static bool read_input(void *at, const char *name, char *value, struct error *error)
{
    struct options *options = at;
    int lines = position_line_format(value);
    if (strcmp(value, "pgn") == 0) {
        options->source_format = SOURCE_PGN;
    } else if (strcmp(value, "sgf") == 0) {
        options->source_format = SOURCE_SGF;
    } else if (strcmp(value, "wthor") == 0) {
        options->source_format = SOURCE_WTHOR;
    } else if (lines > 0) {
        options->source_format = SOURCE_LINES;
        options->reading.lines = (enum line_format)lines;
    } else if (lines < 0) {
        return error_set(
            error, "%s: expected auto, pgn, sgf, wthor, fen, epd, moves or offset, found '%.40s'",
            name, value);
    }
    return true;
}

static bool read_timeout(void *at, const char *name, char *value, struct error *error)
{
    char *end;
    double *seconds = at;
    *seconds = strtod(value, &end);
    return (end != value && !*end && *seconds > 0 && *seconds <= 1e6) ||
           error_set(error, "%s: expected seconds, above 0 to 1000000, found '%.40s'", name, value);
}

/* Reads a time with a unit, "10m", as milliseconds. */
static bool read_budget(void *at, const char *name, char *value, struct error *error)
{
    static const struct {
        const char *name;
        double ms;
    } units[] = {{"ms", 1}, {"s", 1e3}, {"m", 60e3}, {"h", 3600e3}, {"d", 24 * 3600e3}};
    int64_t *budget_ms = at;
    char *unit;
    const double number = strtod(value, &unit);
    for (int i = 0; i < LENGTH(units) && unit != value; i++) {
        const double ms = number * units[i].ms;
        if (strcmp(unit, units[i].name) == 0 && ms >= 1 && ms <= 1e12) {
            *budget_ms = (int64_t)ms;
            return true;
        }
    }
    return error_set(error, "%s: expected a time with its unit, as 90s, 10m or 2h, found '%.40s'",
                     name, value);
}

static bool read_format(void *at, const char *name, char *value, struct error *error)
{
    int *format = at;
    *format = output_find_format(value);
    return *format >= 0 ||
           error_set(error,
                     "%s: expected pgn, sgf, epd, jsonl, csv, figures or html, found '%.40s'", name,
                     value);
}

static bool read_shard(void *at, const char *name, char *value, struct error *error)
{
    (void)name;
    return shard_read(value, at, error);
}

/* Adds an engine, which has the options before the first one, too. */
static bool read_engine(void *at, const char *name, char *value, struct error *error)
{
    struct options *options = at;
    if (options->engine_count == MOST_ENGINES) {
        return error_set(error, "%s: more than %d engines", name, MOST_ENGINES);
    }
    struct engine_choice *choice = &options->engines[options->engine_count++];
    if (options->engine_count == 1) {
        options->common_count = choice->settings.count;
    } else {
        choice->settings = options->engines[0].settings;
        choice->settings.count = options->common_count;
    }
    return engine_choice_read(choice, name, value, error);
}

/* Adds an option of the engine before it. */
static bool read_option(void *at, const char *name, char *value, struct error *error)
{
    struct options *options = at;
    const int last = options->engine_count > 0 ? options->engine_count - 1 : 0;
    return engine_choice_read_option(&options->engines[last].settings, name, value, error);
}

#define OPTION_TYPE struct options

/* The options from this line on also belong to `merge`. */
#define OUTPUT_TITLE "The output:"

static const struct option_row rows[] = {
    OPTION_TITLE("The input: PGN, SGF, or lines of FEN, EPD or moves"),
    OPTION_READ("--game", "'NAME PARAMETER=VALUE...'", read_game, .offers = "%game",
                .help = "the game of lines, and of PGN that does not name it (chess)"),
    OPTION_READ("--input", "auto|pgn|sgf|wthor|fen|epd|moves|offset", read_input,
                .help = "the form of the input (auto: each file by its name or its beginning; sgf: "
                        "GGF, too)"),
    OPTION_ROW("--last", NULL, FLAG, reading.last, .help = "only the last position of each game"),
    OPTION_ROW("--from-move", "N", INT, reading.from_move, .min = 1, .max = 100000,
               .help = "only the positions from move N of each game on"),
    OPTION_ROW(
        "--skip-book", NULL, FLAG, reading.skip_book,
        .help =
            "leave out the positions of each game that precede its last one with an opening's name",
        .more = "Positions of known openings are named in a table. A game without such a "
                "position is searched from its start."),
    OPTION_ROW("--suite", NULL, FLAG, reading.suite,
               .help = "a test suite: EPD with bm, am or dm, or exact scores",
               .more =
                   "bm are the best moves, am moves to avoid, dm moves to mate; a line of moves "
                   "may end with the exact score of the position behind them. A table shows for "
                   "each position whether it was solved, and the nodes and time of the first "
                   "report from which on the best line kept the claim."),
    OPTION_ROW("--shard", "I/N", VALUE, shard, .read = read_shard,
               .help = "analyse the I-th of N parts of the input, into --db"),
    OPTION_TITLE("The search:"),
    OPTION_READ("--engine", "'COMMAND ARGUMENT...'", read_engine,
                .help = "an engine (myosu, beside this program or in PATH); may be repeated",
                .more = "Every engine searches each position. The first one judges the moves. The "
                        "best moves and scores of the others are written beside."),
    OPTION_ROW("--connect", "unix:PATH|tcp:HOST:PORT", TEXT, engines[0].spec.address,
               .help = "an engine that runs already", .offers = "unix: tcp:"),
    OPTION_READ("--option", "NAME=VALUE", read_option,
                .help = "an option of the engine before it, or of all if none is; may be repeated"),
    OPTION_ROW("--dialect", ENGINE_CHOICE_DIALECTS, VALUE, engines[0].spec.dialect,
               .read = engine_choice_read_dialect,
               .help = "how the engines are spoken to; auto (default) tries them in turn"),
    OPTION_ROW("--ranks", RANKS_ORIGINS, CHOICE, engines[0].spec.ranks,
               .help = "the number of the first rank in moves of UCI; auto (default) finds it"),
    OPTION_ROW("--nodes", "N", INT64, go.nodes, .min = 1, .max = INT64_MAX,
               .help = "nodes of each search (nodes 100000)"),
    OPTION_ROW("--depth", "N", INT, go.depth, .min = 1, .max = MAX_PLY,
               .help = "plies of each search (nodes 100000)"),
    OPTION_ROW("--movetime", "MS", INT64, go.movetime_ms, .min = 1, .max = COMMAND_TIME_LIMIT_MS,
               .help = "time of each search (nodes 100000)",
               .more = "The results then depend on the machine."),
    OPTION_ROW("--time-budget", "TIME", VALUE, budget_ms, .read = read_budget,
               .help = "time for the whole input, as 90s, 10m or 2h; no other limit is then needed",
               .more = "A quarter of it is shared by all positions. The rest goes to the positions "
                       "where the score swings: they are searched once more, for twice the time "
                       "so far, until the budget is spent. Where each game has one position, all "
                       "of it is shared. What a search does not use is for the others. A job that "
                       "is resumed has the rest of its budget."),
    OPTION_ROW("--multipv", "N", INT, multipv, .min = 1, .max = MOST_LINES,
               .help = "lines of each position (@)"),
    OPTION_ROW("--concurrency", "N", INT, concurrency, .min = 1, .max = MAX_CONCURRENCY,
               .help = "engines that run at the same time (@)"),
    OPTION_ROW("--timeout", "SECONDS", VALUE, timeout_s, .read = read_timeout,
               .help = "patience with an engine (600, or 10 beyond --movetime)"),
    OPTION_ROW("--tree", "FILE", TEXT, tree, .offers = "%file",
               .help = "only write the tree of a small search of one position, to --depth: JSON "
                       "Lines or a picture (.svg)",
               .more = "The first line of the input is the position. See TREES."),
    OPTION_ROW("--fresh", NULL, FLAG, fresh, .help = "remove the results in --db, and begin again",
               .more = "They are removed when the engine and the input are known to be good."),
    OPTION_TITLE(OUTPUT_TITLE),
    OPTION_ROW("--output", "FILE", TEXT, output, .offers = "%file",
               .help = "where to write; - is standard output",
               .more = "It is the default when no other file is asked for. A file is written whole "
                       "or not at all."),
    OPTION_ROW("--format", "pgn|sgf|epd|jsonl|csv|figures|html", VALUE, format, .read = read_format,
               .help = "the form of the output (by the file's name, or else jsonl)",
               .more = "See FORMATS."),
    OPTION_ROW("--side", "both|white|black|first|second", CHOICE, reading.side,
               .help = "the side whose moves are judged (both)",
               .more = "Only its moves have a loss, a mark and a variation, and count in the "
                       "figures. White is the first player in games without a side of this name. "
                       "All positions are searched, because a loss needs the position after the "
                       "move."),
    OPTION_ROW("--times", NULL, FLAG, times,
               .help = "write the times of searches, which differ from run to run"),
    OPTION_ROW("--report", "FILE", TEXT, report, .offers = "%file",
               .help = "write one page of HTML, as --format html does",
               .more = "Use it beside another output."),
    OPTION_ROW("--db", "FILE", TEXT, database, .offers = "%file",
               .help = "keep all results here as they come (the output's name and .db); the same "
                       "command continues with them",
               .more = "Without any file the results are in memory only."),
    OPTION_ROW("--quiet", NULL, FLAG, quiet, .help = "print no progress"),
};

static const struct option_table table = {
    .program = "myosu-analyse",
    .usage = "myosu-analyse [OPTION...] FILE...            - is standard input\n"
             "myosu-analyse merge [OPTION...] DATABASE...  joins the shards of a job\n",
    .notes = "\nThe exit status is 0 if all was done, 1 if a part of the input was damaged, could "
             "not be\nsearched, or was not solved, 2 for wrong use, 3 if it ended before all was "
             "done.\n",
    .rows = rows,
    .count = LENGTH(rows),
};

static struct option_table merge_table(void)
{
    int at = 0;
    while (strcmp(rows[at].help, OUTPUT_TITLE) != 0) {
        at++;
    }
    return (struct option_table){
        .program = "myosu-analyse",
        .usage = "myosu-analyse merge [OPTION...] DATABASE...  joins the shards of a job\n",
        .of = " of merge (the shards say how they were made)",
        .rows = rows + at,
        .count = LENGTH(rows) - at,
    };
}

/* Finds the format, by its name or by the file name, and the database's file name. */
static bool complete_output(struct options *options, struct error *error)
{
    if (options->format >= 0 && !options->output) {
        options->output = "-";
    }
    const char *files[] = {options->output, options->report, options->tree};
    for (int i = 0; i < LENGTH(files); i++) {
        if (files[i] && strcmp(files[i], "-") != 0 && !output_may_replace(files[i], error)) {
            return false;
        }
    }
    if (options->output && options->format < 0) {
        options->format = output_format_of(options->output);
    }
    if (!options->output && !options->report && !options->reading.suite && !options->database) {
        options->output = "-";
    }
    if (options->output && options->format < 0 && strcmp(options->output, "-") != 0) {
        return error_set(
            error,
            "--output: '%.100s' names no format; expected --format or a name that ends "
            "with .pgn, .sgf, .epd, .jsonl, .csv or .html",
            options->output);
    }
    options->format = options->format < 0 ? OUTPUT_JSONL : options->format;
    const char *file =
        options->output && strcmp(options->output, "-") != 0 ? options->output : options->report;
    if (!options->merge && !options->database && file) {
        struct buffer path = {0};
        buffer_printf(&path, "%s.db", file);
        options->database_made = memory_text(buffer_text(&path));
        options->database = options->database_made;
        buffer_finish(&path);
    }
    return !options->fresh || options->database ||
           error_set(error, "--fresh: expected --db or an output, a file with results");
}

static bool complete_engine(struct options *options, struct engine_choice *choice,
                            struct error *error)
{
    struct engine_settings *settings = &choice->settings;
    if (options->multipv > 1) {
        if (settings->count == ENGINE_MAX_ARGUMENTS) {
            return error_set(error, "--option: more than %d of them", ENGINE_MAX_ARGUMENTS - 1);
        }
        snprintf(options->multipv_text, sizeof options->multipv_text, "%d", options->multipv);
        settings->list[settings->count++] =
            (struct client_setting){.name = "MultiPV", .value = options->multipv_text};
    }
    choice->spec.dialect = options->engines[0].spec.dialect;
    choice->spec.ranks = options->engines[0].spec.ranks;
    return engine_choice_complete(choice, error);
}

static bool complete(struct options *options, struct error *error)
{
    if (options->file_count == 0) {
        return error_set(error, options->merge ? "merge: expected the databases of shards"
                                               : "expected a file, or - for standard input");
    }
    if (options->game_reason.text[0] && !options->tree) {
        return error_set(error, "%s", options->game_reason.text);
    }
    struct command_go *go = &options->go;
    if (options->tree && (!go->depth || go->depth > COMMAND_TRACE_DEPTH_LIMIT || go->nodes ||
                          go->movetime_ms || options->budget_ms)) {
        return error_set(error, "--tree: expected --depth, from 1 to %d, and no other limit",
                         COMMAND_TRACE_DEPTH_LIMIT);
    }
    if (options->tree && (options->file_count > 1 || options->output || options->report)) {
        return error_set(error, "--tree: expected one file, and no other output");
    }
    if (options->shard.count > 1 && !options->database) {
        return error_set(error, "--shard: expected --db, a file for the results of the shard");
    }
    if (options->budget_ms > 0 && go->movetime_ms) {
        return error_set(error, "--time-budget: expected no --movetime; the budget sets it");
    }
    const struct reading *reading = &options->reading;
    if ((reading->from_move > 0 || reading->skip_book) && (reading->last || reading->suite)) {
        return error_set(error, "%s: expected neither --last nor --suite",
                         reading->from_move > 0 ? "--from-move" : "--skip-book");
    }
    if (!go->depth && !go->nodes && !go->movetime_ms && !options->budget_ms) {
        go->nodes = DEFAULT_NODES;
    }
    go->given = (go->depth ? GO_DEPTH : 0u) | (go->nodes ? GO_NODES : 0u) |
                (go->movetime_ms ? GO_MOVETIME : 0u);
    if (options->timeout_s <= 0) {
        options->timeout_s = go->movetime_ms ? (double)go->movetime_ms / 1000 + MOVETIME_MARGIN_S
                                             : DEFAULT_TIMEOUT_S;
    }
    options->engine_count += options->engine_count == 0;
    options->reading.engines = options->engine_count;
    if (options->engine_count > 1 && (options->tree || options->reading.suite)) {
        return error_set(error, "--engine: expected one, with --tree or --suite");
    }
    bool good = true;
    for (int i = 0; i < options->engine_count && good; i++) {
        good = complete_engine(options, &options->engines[i], error);
    }
    return good && complete_output(options, error);
}

enum option_outcome options_read(struct options *options, int count, char **words,
                                 struct error *error)
{
    *options = (struct options){.multipv = 1, .concurrency = 1, .shard = SHARD_WHOLE, .format = -1};
    options->reading.game = registry_games()[0];
    options->reading.names = opening_names_create();
    options->game_text = memory_text(registry_games()[0]->name);
    game_default_settings(options->reading.game, &options->reading.settings);
    options->merge = count > 0 && strcmp(words[0], "merge") == 0;
    options->words.list = words + options->merge;
    options->words.count = count - options->merge;
    const struct option_table merge = merge_table();
    enum option_outcome outcome =
        option_table_read(options->merge ? &merge : &table, &options->words, options, error);
    options->files = options->words.list;
    options->file_count = options->words.other_count;
    return outcome == OPTIONS_READ && !complete(options, error) ? OPTIONS_REFUSED : outcome;
}

void options_finish(struct options *options)
{
    for (int i = 0; i < MOST_ENGINES; i++) {
        engine_choice_finish(&options->engines[i]);
    }
    free(options->game_text);
    free(options->database_made);
    opening_names_destroy(options->reading.names);
    option_words_finish(&options->words);
}
