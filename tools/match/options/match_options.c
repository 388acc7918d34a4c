/* SPDX-License-Identifier: MIT */
#include "match_options.h"

#include <json-c/json.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "config_file.h"
#include "engine_options.h"
#include "file_options.h"
#include "game_options.h"
#include "memory.h"
#include "options_check.h"
#include "refused_options.h"
#include "registry.h"

/* The usual error probabilities of a sequential test. */
#define SPRT_ERROR 0.05

/* Keeps the words of an engine or of -each until all are known, because those of -each apply
 * first. */
static bool keep_pairs(struct engine_pairs *pairs, struct option_words *words)
{
    for (char *word; (word = option_words_next(words));) {
        pairs->list = memory_extended(pairs->list, (size_t)pairs->count, sizeof *pairs->list);
        pairs->list[pairs->count++] = word;
    }
    return true;
}

static bool read_engine(void *options, struct option_words *words, struct error *error)
{
    (void)error;
    return keep_pairs(&engine_options_add(options)->pairs, words);
}

static bool read_each(void *opaque, struct option_words *words, struct error *error)
{
    (void)error;
    return keep_pairs(&((struct match_options *)opaque)->each, words);
}

/* Reads `-repeat` or `-repeat 2`. Each opening is played twice anyway, with colours swapped. */
static bool read_repeat(void *opaque, struct option_words *words, struct error *error)
{
    const char *times = option_words_next(words);
    ((struct match_options *)opaque)->repeats = true;
    return !times || strcmp(times, "2") == 0 ||
           error_set(error, "-repeat: an opening is played twice, not %.40s times", times);
}

/* Reads `-recover`: the match always continues after a crash. */
static bool accept(void *at, const char *name, char *value, struct error *error)
{
    (void)at, (void)name, (void)value, (void)error;
    return true;
}

/* Reads a file name. Other runners write file= before it. */
static bool read_path(void *at, const char *name, char *value, struct error *error)
{
    (void)name, (void)error;
    *(const char **)at = strncmp(value, "file=", 5) == 0 ? value + 5 : value;
    return true;
}

static bool read_format(void *at, const char *key, char *value, struct error *error)
{
    struct opening_form *form = at;
    const int line = position_line_format(value);
    const bool games = strcasecmp(value, "sgf") == 0 || strcasecmp(value, "ggf") == 0;
    form->line = line < 0 ? LINE_AUTO : (enum line_format)line;
    form->source = line == LINE_AUTO               ? SOURCE_AUTO
                   : line > LINE_AUTO              ? SOURCE_LINES
                   : strcasecmp(value, "pgn") == 0 ? SOURCE_PGN
                                                   : SOURCE_SGF;
    return line >= 0 || form->source == SOURCE_PGN || games ||
           error_set(error, "%s: no format '%s'; there are: auto pgn sgf ggf fen epd moves offset",
                     key, value);
}

static bool read_error_rate(void *at, const char *key, char *value, struct error *error)
{
    char *end;
    double *rate = at;
    *rate = strtod(value, &end);
    return (end != value && !*end && *rate >= 1e-6 && *rate <= 0.5) ||
           error_set(error, "%s: expected a number from 1e-06 to 0.5, found '%.40s'", key, value);
}

static bool read_table_results(void *at, const char *name, char *value, struct error *error)
{
    static const char *const words[] = {"BOTH", "WIN_LOSS", "DRAW"};
    for (int i = 0; i < LENGTH(words); i++) {
        if (strcasecmp(value, words[i]) == 0) {
            *(int *)at = i;
            return true;
        }
    }
    return error_set(error, "%s: expected BOTH, WIN_LOSS or DRAW, found '%.40s'", name, value);
}

#define OPTION_TYPE struct match_options

static const struct option_row tournament_rows[] = {
    OPTION_ROW("seeds", "N", INT, schedule.challengers, .min = 1, .max = INT_MAX),
};
static const struct option_row opening_rows[] = {
    OPTION_ROW("file", "FILE", TEXT, opening_path, .help = ""),
    OPTION_ROW("format", "FORMAT", VALUE, opening_form, .read = read_format),
    OPTION_ROW("order", "sequential|random", CHOICE, opening_order, .help = ""),
    OPTION_ROW("start", "N", INT64, opening_start, .min = 1, .max = INT64_MAX),
    OPTION_ROW("plies", "N", INT, opening_form.plies, .min = 1, .max = INT_MAX),
    OPTION_ROW("policy", "default|encounter|round", CHOICE, schedule.policy, .help = ""),
    OPTION_ROW("random", "PLIES", INT, random_plies, .min = 1, .max = MAX_MOVES),
};
static const struct option_row sprt_rows[] = {
    OPTION_ROW("elo0", "E", REAL, sprt.elo0, .min = -1000, .max = 1000),
    OPTION_ROW("elo1", "E", REAL, sprt.elo1, .min = -1000, .max = 1000),
    OPTION_ROW("alpha", "A", VALUE, sprt.alpha, .read = read_error_rate),
    OPTION_ROW("beta", "B", VALUE, sprt.beta, .read = read_error_rate),
    OPTION_ROW("model", "normalized|logistic", CHOICE, sprt.model, .help = ""),
};
static const struct option_row resign_rows[] = {
    OPTION_ROW("movecount", "N", INT, adjudication.resign_moves, .min = 1, .max = INT_MAX),
    OPTION_ROW("score", "CP", INT, adjudication.resign_score, .max = INT_MAX),
    OPTION_ROW("twosided", "true", FLAG, adjudication.resign_twosided, .help = ""),
};
static const struct option_row draw_rows[] = {
    OPTION_ROW("movenumber", "N", INT, adjudication.draw_from, .max = INT_MAX),
    OPTION_ROW("movecount", "N", INT, adjudication.draw_moves, .min = 1, .max = INT_MAX),
    OPTION_ROW("score", "CP", INT, adjudication.draw_score, .max = INT_MAX),
};
static const struct option_row report_rows[] = {
    OPTION_ROW("penta", "true|false", CHOICE, schedule.singles, .help = ""),
};
static const struct option_row output_rows[] = {
    OPTION_ROW("format", "myosu|cutechess|fastchess", CHOICE, output, .help = ""),
};
static bool read_tournament(void *opaque, struct option_words *words, struct error *error)
{
    struct match_options *options = opaque;
    const char *kind = option_words_next(words);
    if (!kind || !schedule_find_kind(kind, &options->schedule.kind)) {
        return error_set(error,
                         "-tournament: expected roundrobin, gauntlet, pyramid, knockout or swiss, "
                         "found '%.40s'",
                         kind ? kind : "");
    }
    return option_pairs_read("-tournament", tournament_rows, LENGTH(tournament_rows), words,
                             options, error);
}

static bool read_affinity(void *opaque, struct option_words *words, struct error *error)
{
    struct affinity *affinity = &((struct match_options *)opaque)->affinity;
    const char *list = option_words_next(words);
    return list ? affinity_read(affinity, list, error) : affinity_take_all(affinity, error);
}

static bool read_sprt(void *opaque, struct option_words *words, struct error *error)
{
    struct match_options *options = opaque;
    options->sprt =
        (struct sprt){.enabled = true, .alpha = SPRT_ERROR, .beta = SPRT_ERROR, .elo1 = 5};
    return option_pairs_read("-sprt", sprt_rows, LENGTH(sprt_rows), words, options, error);
}

/* A row for an option that takes words, and a row for an option with keys. */
#define WORDS_ROW(name_, argument_, read_, ...)                                                    \
    {                                                                                              \
        .name = (name_), .argument = (argument_), .kind = OPTION_WORDS, .read_words = (read_),     \
        __VA_ARGS__                                                                                \
    }
#define PAIRS_ROW(name_, argument_, rows_, ...)                                                    \
    {                                                                                              \
        .name = (name_), .argument = (argument_), .kind = OPTION_PAIRS, .pairs = (rows_),          \
        .pair_count = LENGTH(rows_), __VA_ARGS__                                                   \
    }

static const struct option_row rows[] = {
    WORDS_ROW("-engine", "KEY=VALUE...", read_engine, .pairs = engine_option_rows,
              .pair_count = ENGINE_OPTION_ROWS, .help = "an engine; two or more are needed"),
    WORDS_ROW("-each", "KEY=VALUE...", read_each, .pairs = engine_option_rows,
              .pair_count = ENGINE_OPTION_ROWS,
              .help = "the same of all engines; what -engine says takes precedence"),
    {.kind = OPTION_HEADING,
     .help = "Engines:",
     .pairs = engine_option_rows,
     .pair_count = ENGINE_OPTION_ROWS},
    OPTION_TITLE("The match:"),
    WORDS_ROW("-game", "NAME [PARAMETER=VALUE...]", game_options_read, .offers = "%game",
              .help = "the game (chess); `myosu games` lists them"),
    OPTION_ROW("-rounds", "N", INT, schedule.rounds, .min = 1, .max = INT_MAX,
               .help = "encounters (@)"),
    OPTION_ROW("-games", "N", INT, schedule.games, .min = 1, .max = 1 << 20,
               .help = "games of each encounter (@)"),
    WORDS_ROW("-tournament", "roundrobin|gauntlet|pyramid|knockout|swiss [seeds=N]",
              read_tournament, .offers = "roundrobin gauntlet pyramid knockout swiss",
              .help = "who meets whom; in a gauntlet the first N engines meet all others, in a "
                      "knockout they are placed first"),
    OPTION_ROW("-colors", "swap|lot|keep", CHOICE, colours,
               .help = "colours are swapped on each opening (default), drawn by lot, or kept"),
    OPTION_ROW("-reverse", NULL, FLAG, schedule.reversed,
               .help = "the second engine of each pairing begins"),
    PAIRS_ROW("-openings",
              "file=FILE [format=auto|pgn|sgf|ggf|fen|epd|moves|offset] [plies=N] "
              "[order=sequential|random] [start=N] [policy=default|encounter|round]",
              opening_rows, .help = "the positions to begin from"),
    {.name = "-openings random=PLIES", .help = "random legal moves", .kind = OPTION_SHOWN},
    OPTION_ROW("-srand", "SEED", INT64, seed, .max = INT64_MAX,
               .help = "the seed of random openings, orders and lots (@)"),
    OPTION_ROW("-concurrency", "N", INT, concurrency, .min = 1, .max = MAX_CONCURRENCY,
               .help = "games at the same time (@)"),
    WORDS_ROW("-use-affinity", "[PROCESSORS]", read_affinity,
              .help = "the engines of each game run on processors of their own, of a list such as "
                      "3,5,7-11 (all)"),
    OPTION_ROW("-strict", NULL, FLAG, strict,
               .help = "an option that an engine lacks is an error, not a warning"),
    OPTION_ROW("-wait", "MS", INT, wait_ms, .max = INT_MAX,
               .help = "a pause between a game and the next one in its place, in ms"),
    OPTION_ROW("-force-concurrency", NULL, FLAG, forces_concurrency,
               .help = "do not warn of more threads than the machine has processors"),
    WORDS_ROW("-sprt", "elo0=E elo1=E [alpha=A] [beta=B] [model=normalized|logistic]", read_sprt,
              .pairs = sprt_rows, .pair_count = LENGTH(sprt_rows),
              .help = "a sequential test; the match ends when it is decided"),
    PAIRS_ROW("-resign", "movecount=N score=CP [twosided=true]", resign_rows,
              .help = "a game is lost for an engine that has seen it so for N moves"),
    PAIRS_ROW("-draw", "movenumber=N movecount=N score=CP", draw_rows,
              .help = "a game is drawn when both engines have seen it so for N moves"),
    OPTION_ROW("-maxmoves", "N", INT, adjudication.max_moves, .max = INT_MAX,
               .help = "a draw after N moves of each side; 0: never"),
    OPTION_ROW(
        "-tb", "FOLDERS", TEXT, adjudication.tables, .offers = "%folder",
        .help = "a game ends with the result that Syzygy's endgame tables have",
        .more =
            "Several folders are separated by ':' or ';'. Only files that end in .rtbw are read."),
    OPTION_ROW("-tbpieces", "N", INT, adjudication.table_pieces, .min = 2, .max = INT_MAX,
               .help = "only positions with at most N pieces"),
    OPTION_ROW("-tbignore50", NULL, FLAG, adjudication.ignores_clock,
               .help = "as if the rule of fifty moves did not exist"),
    OPTION_ROW("-tbadjudicate", "BOTH|WIN_LOSS|DRAW", VALUE, adjudication.table_results,
               .read = read_table_results, .help = "which results (BOTH)"),
    OPTION_TITLE("What is kept:"),
    OPTION_ROW("-db", "FILE", VALUE, database, .read = read_path, .offers = "%file",
               .help = "every game, as it ends; the same command resumes"),
    WORDS_ROW("-config", "[file=FILE] [outname=FILE] [discard=true] [stats=false]", config_read,
              .pairs = config_rows, .pair_count = CONFIG_ROWS,
              .help = "the options, engines and results of a match as fastchess keeps them",
              .more = "The match of *file* is resumed, and written to *outname*. Its options "
                      "replace those before. With *discard=true* it is only written."),
    OPTION_ROW("-autosaveinterval", "GAMES", INT, config.interval, .max = INT_MAX,
               .help = "games between two times at which this file is written; 0: at the end (@)"),
    WORDS_ROW("-pgnout",
              "FILE [append=true|false] [notation=san|uci] [min=true] [nodes=true] [nps=true] "
              "[seldepth=true] [hashfull=true] [tbhits=true] [timeleft=true] [pv=true] "
              "[match_line=REGEX]",
              file_options_read_pgn, .pairs = file_pgn_rows, .pair_count = FILE_PGN_ROWS,
              .offers = "%file",
              .help = "the games as PGN, where the game has it, with these figures of each move"),
    OPTION_ROW("-sgfout", "FILE", VALUE, exports[EXPORT_SGF], .read = read_path, .offers = "%file",
               .help = "as SGF"),
    OPTION_ROW("-ggfout", "FILE", VALUE, exports[EXPORT_GGF], .read = read_path, .offers = "%file",
               .help = "as GGF"),
    OPTION_ROW("-psqout", "FOLDER", VALUE, exports[EXPORT_PSQ], .read = read_path,
               .offers = "%folder", .help = "as Gomocup's psq, a file for each game"),
    OPTION_ROW("-movesout", "FILE", VALUE, exports[EXPORT_MOVES], .read = read_path,
               .offers = "%file", .help = "as lines of moves"),
    WORDS_ROW("-epdout", "FILE [append=true|false]", file_options_read_epd, .pairs = file_epd_rows,
              .pair_count = FILE_EPD_ROWS, .offers = "%file",
              .help = "the final position of each game"),
    WORDS_ROW("-crc32", "pgn=true", file_options_read_checksum, .pairs = file_checksum_rows,
              .pair_count = FILE_CHECKSUM_ROWS,
              .help = "print the CRC-32 of the PGN file at the end"),
    OPTION_ROW("-event", "NAME", TEXT, event, .help = "the name of the event in these files"),
    OPTION_ROW("-site", "NAME", TEXT, site, .help = "the place of the event in PGN"),
    OPTION_ROW("-htmlout", "FILE", VALUE, page, .read = read_path, .offers = "%file",
               .help = "a page with the standings, curves, and every game with its final board",
               .more = "It is one file, which is written when the match ends or is interrupted."),
    WORDS_ROW("-jsonout", "FILE [moves=true] [append=true|false]", file_options_read_json,
              .pairs = file_json_rows, .pair_count = FILE_JSON_ROWS, .offers = "%file",
              .help = "every event as a line of JSON, for scripts"),
    WORDS_ROW("-log",
              "FILE [level=trace|info|warn|err|fatal] [engine=true|false|apart] "
              "[append=true|false] [realtime=true|false]",
              file_options_read_log, .pairs = file_log_rows, .pair_count = FILE_LOG_ROWS,
              .offers = "%file",
              .help = "what happens, from a level on, and all lines of all engines",
              .more = "With *engine=apart* each engine has a file of its own, FILE.NAME."),
    OPTION_ROW("-ratinginterval", "GAMES", INT, report_every, .max = INT_MAX,
               .help = "games between two lines of progress; 0: none"),
    PAIRS_ROW("-report", "penta=true|false", report_rows,
              .help = "whether statistics count pairs of games, or games"),
    PAIRS_ROW("-output", "format=myosu|cutechess|fastchess", output_rows,
              .help = "print the lines that another runner prints, for scripts that read them"),
    OPTION_ROW("-testEnv", NULL, FLAG, framework,
               .help = "print a line when a game begins or ends, as testing frameworks read them",
               .more = "This is the default if the program's name begins with cutechess or "
                       "fastchess, as in OpenBench."),
    OPTION_ROW("-quiet", NULL, FLAG, quiet, .help = "print the report only"),
    OPTION_ROW("-publish", "ADDRESS", TEXT, publish_address, .offers = "unix: tcp:",
               .help = "the games can be watched at the daemon on unix:PATH or tcp:HOST:PORT",
               .more = "Its command *watch* and its page show them. The match continues when the "
                       "daemon ends."),
    OPTION_ROW("-publishname", "NAME", TEXT, publish_name,
               .help = "they are published as NAME (match)",
               .more = "With several at the same time as NAME-1, NAME-2 and so on."),
    /* Option names of other runners. */
    WORDS_ROW("-variant", "NAME", game_options_read, .help = ""),
    OPTION_ROW("-seed", "SEED", INT64, seed, .max = INT64_MAX, .help = ""),
    OPTION_ROW("-seeds", "N", INT, schedule.challengers, .min = 1, .max = INT_MAX, .help = ""),
    WORDS_ROW("-repeat", NULL, read_repeat, .help = ""),
    OPTION_ROW("-noswap", NULL, FLAG, noswap, .help = ""),
    {.name = "-recover", .kind = OPTION_NONE, .read = accept, .help = ""},
};

static const struct option_table table = {
    .program = "myosu-match",
    .usage = "myosu-match -engine cmd=PROGRAM [KEY=VALUE...] -engine ... [OPTION...]\n"
             "myosu-match report FILE             the table of a match's database\n"
             "myosu-match export FILE FORMAT PATH its games: pgn, sgf, ggf, psq (a folder), "
             "moves, epd\n"
             "                                    or html\n\n",
    .notes =
        "\nThe exit status is 0 if the match was played, 1 if it could not be, 2 for wrong use, "
        "3 if it\nwas interrupted.\n",
    .rows = rows,
    .count = LENGTH(rows),
};

/* Reads the pairs of -each for every engine, then the engine's own pairs, which take precedence. */
static bool complete_engine(struct match_options *options, struct engine_options *engine,
                            struct error *error)
{
    struct option_words each = {.list = options->each.list, .count = options->each.count};
    struct option_words own = {.list = engine->pairs.list, .count = engine->pairs.count};
    engine->spec.is_lenient = !options->strict;
    return (option_pairs_read("-each", engine_option_rows, ENGINE_OPTION_ROWS, &each, engine,
                              error) ||
            refused_option_explain(&each, error)) &&
           (option_pairs_read("-engine", engine_option_rows, ENGINE_OPTION_ROWS, &own, engine,
                              error) ||
            refused_option_explain(&own, error)) &&
           engine_options_complete(engine, error);
}

void options_list_engines(struct match_options *options)
{
    const size_t count = (size_t)options->engine_count;
    options->names = memory_zeroed(count, sizeof *options->names);
    options->controls = memory_zeroed(count, sizeof *options->controls);
    for (int i = 0; i < options->engine_count; i++) {
        options->names[i] = options->engines[i].name;
        options->controls[i] = options->engines[i].control;
    }
}

static struct pgn_style options_pgn_style(const struct match_options *options)
{
    struct pgn_style style = options->pgn;
    style.framework = options->framework;
    return style;
}

struct format_context options_format_context(const struct match_options *options)
{
    return (struct format_context){.game = options->game,
                                   .settings = &options->settings,
                                   .names = options->names,
                                   .controls = options->controls,
                                   .style = options_pgn_style(options),
                                   .site = options->site,
                                   .event = options->event};
}

static bool complete(struct match_options *options, struct error *error)
{
    struct schedule *schedule = &options->schedule;
    for (int i = 0; i < options->engine_count; i++) {
        if (!complete_engine(options, &options->engines[i], error)) {
            return false;
        }
    }
    if (!options_check(options, error)) {
        return false;
    }
    if (schedule->kind != TOURNAMENT_KNOCKOUT) {
        schedule->challengers += schedule->challengers == 0;
    }
    if (options->noswap || options->colours >= 0) {
        schedule->colours = options->noswap ? COLOURS_KEEP : options->colours;
    }
    options_list_engines(options);
    schedule->engines = options->engine_count;
    schedule->seed = options->seed;
    return options_check_schedule(options, error) && config_check(options, error);
}

enum option_outcome options_read(struct match_options *options, int count, char **list,
                                 struct error *error)
{
    *options = (struct match_options){
        .game = registry_games()[0],
        .game_key = memory_text(registry_games()[0]->name),
        .schedule = {.rounds = 1, .games = 2},
        .opening_start = 1,
        .concurrency = 1,
        .colours = -1,
        .report_every = -1,
        .config = {.has_results = true, .interval = SAVE_INTERVAL},
        .events = {.appends = true},
        .log = {.appends = true, .realtime = true},
        .seed = 1,
        .words = {.list = list, .count = count},
    };
    game_default_settings(options->game, &options->settings);
    enum option_outcome outcome = option_table_read(&table, &options->words, options, error);
    if (outcome == OPTIONS_REFUSED) {
        const int at = options->words.at;
        if (at > 0 && list[at - 1][0] == '-') { /* keys are explained when an engine has them */
            refused_option_explain(&options->words, error);
        }
    }
    if (outcome == OPTIONS_READ && options->words.other_count) {
        error_set(error, "'%.100s' is no option; see --help", list[0]);
        option_suggest("report|export", list[0], error);
        return OPTIONS_REFUSED;
    }
    return outcome == OPTIONS_READ && !complete(options, error) ? OPTIONS_REFUSED : outcome;
}

void options_finish(struct match_options *options)
{
    for (int i = 0; i < options->engine_count; i++) {
        engine_options_finish(&options->engines[i], options->game);
    }
    line_filter_finish(&options->filter);
    free(options->engines);
    free(options->names);
    free(options->controls);
    free(options->stored_event);
    free(options->stored_site);
    free(options->each.list);
    free(options->game_key);
    json_object_put(options->config.json);
    option_words_finish(&options->words);
    *options = (struct match_options){0};
}
