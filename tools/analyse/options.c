/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_words.h"
#include "memory.h"
#include "option_number.h"
#include "registry.h"
#include "words.h"

/* Nodes of each search without any limit. */
#define DEFAULT_NODES 100000

/* Time for an answer: this, or this much beyond a fixed time, in seconds. */
#define DEFAULT_TIMEOUT_S 600.0
#define MOVETIME_MARGIN_S 10.0

#define MAX_CONCURRENCY 512
#define MOST_LINES      256

/* "NAME PARAMETER=VALUE...". */
static bool read_game(struct options *options, char *value, struct error *error)
{
    struct reading *reading = &options->reading;
    struct error reason;
    free(options->game_text);
    words_fold(value);
    options->game_text = memory_text(value);
    return game_words_read(value, &reading->game, &reading->settings, &reason) ||
           error_set(error, "--game: %.280s", reason.text);
}

static bool read_input(struct options *options, const char *value, struct error *error)
{
    int lines = position_line_format(value);
    if (strcmp(value, "pgn") == 0) {
        options->source_format = SOURCE_PGN;
    } else if (strcmp(value, "sgf") == 0) {
        options->source_format = SOURCE_SGF;
    } else if (lines > 0) {
        options->source_format = SOURCE_LINES;
        options->reading.lines = (enum line_format)lines;
    } else if (lines < 0) {
        return error_set(error,
                         "--input: expected auto, pgn, sgf, fen, epd, moves or offset, found '%s'",
                         value);
    }
    return true;
}

static bool read_timeout(struct options *options, const char *value, struct error *error)
{
    char *end;
    options->timeout_s = strtod(value, &end);
    return (end != value && !*end && options->timeout_s > 0 && options->timeout_s <= 1e6) ||
           error_set(error, "--timeout: expected seconds, above 0 to 1000000, found '%.40s'",
                     value);
}

static bool read_format(struct options *options, const char *value, struct error *error)
{
    options->format = output_find_format(value);
    return options->format >= 0 ||
           error_set(error, "--format: expected pgn, sgf, epd, jsonl or csv, found '%.40s'", value);
}

static bool read_dialect(struct options *options, const char *value, struct error *error)
{
    options->engine.spec.dialect = dialect_find(value);
    return options->engine.spec.dialect || strcmp(value, "auto") == 0 ||
           error_set(error, "--dialect: expected auto, uci, ugi, uai or gomocup, found '%.40s'",
                     value);
}

static bool read_limit(struct options *options, const char *name, const char *value,
                       struct error *error)
{
    struct command_go *go = &options->go;
    int64_t number;
    bool depth = strcmp(name, "--depth") == 0, nodes = strcmp(name, "--nodes") == 0;
    if (!option_number(name, value,
                       depth   ? MAX_PLY
                       : nodes ? INT64_MAX
                               : COMMAND_TIME_LIMIT_MS,
                       &number, error)) {
        return false;
    }
    if (depth) {
        go->depth = (int)number;
    } else if (nodes) {
        go->nodes = (uint64_t)number;
    } else {
        go->movetime_ms = number;
    }
    go->given |= depth ? GO_DEPTH : nodes ? GO_NODES : GO_MOVETIME;
    return true;
}

enum word {
    WORD_ENGINE,
    WORD_CONNECT,
    WORD_OPTION,
    WORD_DIALECT,
    WORD_GAME,
    WORD_INPUT,
    WORD_DEPTH,
    WORD_NODES,
    WORD_MOVETIME,
    WORD_MULTIPV,
    WORD_CONCURRENCY,
    WORD_TIMEOUT,
    WORD_SHARD,
    WORD_LAST,
    WORD_SUITE,
    WORD_OUTPUT,
    WORD_FORMAT,
    WORD_REPORT,
    WORD_DB,
    WORD_TIMES,
    WORD_QUIET,
    WORD_COUNT
};

static const struct {
    const char *name;
    bool has_value, merges; /* it has a meaning for `merge` too */
} known[WORD_COUNT] = {
    [WORD_ENGINE] = {"--engine", true, false},
    [WORD_CONNECT] = {"--connect", true, false},
    [WORD_OPTION] = {"--option", true, false},
    [WORD_DIALECT] = {"--dialect", true, false},
    [WORD_GAME] = {"--game", true, false},
    [WORD_INPUT] = {"--input", true, false},
    [WORD_DEPTH] = {"--depth", true, false},
    [WORD_NODES] = {"--nodes", true, false},
    [WORD_MOVETIME] = {"--movetime", true, false},
    [WORD_MULTIPV] = {"--multipv", true, false},
    [WORD_CONCURRENCY] = {"--concurrency", true, false},
    [WORD_TIMEOUT] = {"--timeout", true, false},
    [WORD_SHARD] = {"--shard", true, false},
    [WORD_LAST] = {"--last", false, false},
    [WORD_SUITE] = {"--suite", false, false},
    [WORD_OUTPUT] = {"--output", true, true},
    [WORD_FORMAT] = {"--format", true, true},
    [WORD_REPORT] = {"--report", true, true},
    [WORD_DB] = {"--db", true, true},
    [WORD_TIMES] = {"--times", false, true},
    [WORD_QUIET] = {"--quiet", false, true},
};

static enum word find_word(const char *name)
{
    int word = 0;
    while (word < WORD_COUNT && strcmp(name, known[word].name) != 0) {
        word++;
    }
    return (enum word)word;
}

static bool take_word(struct options *options, enum word word, char *value, struct error *error)
{
    const char *name = known[word].name;
    switch (word) {
    case WORD_ENGINE:
        return engine_choice_read(&options->engine, value, error);
    case WORD_CONNECT:
        options->engine.spec.address = value;
        return true;
    case WORD_OPTION:
        return engine_settings_read(&options->engine.settings, value, error);
    case WORD_DIALECT:
        return read_dialect(options, value, error);
    case WORD_GAME:
        return read_game(options, value, error);
    case WORD_INPUT:
        return read_input(options, value, error);
    case WORD_DEPTH:
    case WORD_NODES:
    case WORD_MOVETIME:
        return read_limit(options, name, value, error);
    case WORD_MULTIPV:
        return option_int(name, value, MOST_LINES, &options->multipv, error);
    case WORD_CONCURRENCY:
        return option_int(name, value, MAX_CONCURRENCY, &options->concurrency, error);
    case WORD_TIMEOUT:
        return read_timeout(options, value, error);
    case WORD_SHARD:
        return shard_read(value, &options->shard, error);
    case WORD_FORMAT:
        return read_format(options, value, error);
    case WORD_OUTPUT:
        options->output = value;
        return true;
    case WORD_REPORT:
        options->report = value;
        return true;
    case WORD_DB:
        options->database = value;
        return true;
    default:
        break;
    }
    options->reading.last |= word == WORD_LAST;
    options->reading.suite |= word == WORD_SUITE;
    options->times |= word == WORD_TIMES;
    options->quiet |= word == WORD_QUIET;
    return true;
}

/* Takes the options out, and leaves the files at the beginning of `words`. */
static bool read_words(struct options *options, int count, char **words, struct error *error)
{
    bool options_end = false;
    for (int i = 0; i < count; i++) {
        if (options_end || words[i][0] != '-' || !words[i][1]) {
            words[options->file_count++] = words[i];
            continue;
        }
        options_end = strcmp(words[i], "--") == 0;
        if (options_end) {
            continue;
        }
        enum word word = find_word(words[i]);
        if (word == WORD_COUNT) {
            return error_set(error, "'%.100s' is no option; see --help", words[i]);
        }
        if (options->merge && !known[word].merges) {
            return error_set(error, "merge takes no %s: the shards say how they were made",
                             words[i]);
        }
        if (known[word].has_value && (i + 1 == count || !*words[i + 1])) {
            return error_set(error, "%s: expected a value", words[i]);
        }
        i += known[word].has_value;
        if (!take_word(options, word, words[i], error)) {
            return false;
        }
    }
    return true;
}

/* The format by its name or by the file's; what is kept where. */
static bool complete_output(struct options *options, struct error *error)
{
    if (options->format >= 0 && !options->output) {
        options->output = "-";
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
            "with .pgn, .sgf, .epd, .jsonl or .csv",
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
    return true;
}

static bool complete_engine(struct options *options, struct error *error)
{
    struct engine_settings *settings = &options->engine.settings;
    if (options->multipv > 1) {
        if (settings->count == ENGINE_MAX_ARGUMENTS) {
            return error_set(error, "--option: more than %d of them", ENGINE_MAX_ARGUMENTS - 1);
        }
        snprintf(options->multipv_text, sizeof options->multipv_text, "%d", options->multipv);
        settings->list[settings->count++] =
            (struct client_setting){.name = "MultiPV", .value = options->multipv_text};
    }
    return engine_choice_complete(&options->engine, error);
}

static bool complete(struct options *options, struct error *error)
{
    if (options->file_count == 0) {
        return error_set(error, options->merge ? "merge: expected the databases of shards"
                                               : "expected a file, or - for standard input");
    }
    if (options->shard.count > 1 && !options->database) {
        return error_set(error, "--shard: expected --db, a file for the results of the shard");
    }
    if (!options->go.given) {
        options->go = (struct command_go){.given = GO_NODES, .nodes = DEFAULT_NODES};
    }
    if (options->timeout_s <= 0) {
        options->timeout_s = options->go.given & GO_MOVETIME
                                 ? (double)options->go.movetime_ms / 1000 + MOVETIME_MARGIN_S
                                 : DEFAULT_TIMEOUT_S;
    }
    return complete_engine(options, error) && complete_output(options, error);
}

bool options_read(struct options *options, int count, char **words, struct error *error)
{
    *options = (struct options){.multipv = 1, .concurrency = 1, .shard = SHARD_WHOLE, .format = -1};
    options->reading.game = registry_games()[0];
    options->game_text = memory_text(registry_games()[0]->name);
    game_default_settings(options->reading.game, &options->reading.settings);
    options->merge = count > 0 && strcmp(words[0], "merge") == 0;
    options->files = words + options->merge;
    return read_words(options, count - options->merge, words + options->merge, error) &&
           complete(options, error);
}

void options_finish(struct options *options)
{
    engine_choice_finish(&options->engine);
    free(options->game_text);
    free(options->database_made);
}
