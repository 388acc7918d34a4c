/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdio.h>
#include <string.h>

/* How much a search may exceed its time without --margin, in ms: the machine may be busy. */
#define MARGIN_MS 10.0

/* In the order of --fail-on. */
static const enum demand_level fail_levels[] = {LEVEL_MUST, LEVEL_SHOULD, LEVEL_MAY};

/* In the order of --format. */
static const struct report_format *const formats[] = {&report_table, &report_junit, &report_tap,
                                                      &report_json};

bool options_complain(const char *what, const char *value)
{
    fprintf(stderr, "myosu-conform: %s%s%s\n", what, *value ? ": " : "", value);
    return false;
}

static bool read_rows(void *at, const char *name, char *value, struct error *error)
{
    return row_list_read(name, value, at, error);
}

static bool read_expected(void *at, const char *name UNUSED, char *value, struct error *error)
{
    return row_list_read_file(value, at, error);
}

/* The checks that an engine passes which knows only uci, isready, ucinewgame, position, go and
 * quit: none depends on whether a search has ended when the next line arrives. */
static bool read_level(void *at, const char *name, char *value, struct error *error)
{
    static const int basic[] = {1, 2, 6, 8, 28, 29};
    for (int i = 0; i < LENGTH(basic) && strcmp(value, "basic") == 0; i++) {
        row_set_add(at, basic[i]);
    }
    return strcmp(value, "basic") == 0 || strcmp(value, "full") == 0 ||
           error_set(error, "%s: expected basic or full, found '%.40s'", name, value);
}

const struct options options_initial = {
    .dialect = "uci", .margin_ms = MARGIN_MS, .fail_on = 1, .target.deadline_ns = INT64_MAX};

#define OPTION_TYPE struct options

static const struct option_row rows[] = {
    OPTION_ROW("--dialect", "NAME", TEXT, dialect,
               .offers = "uci ugi uai gomocup cecp ucci nboard gtp",
               .help = "the dialect of the conversation: uci (default), ugi, uai, gomocup, cecp, "
                       "ucci, nboard or gtp"),
    OPTION_ROW("--game", "NAME", TEXT, game, .offers = "%game",
               .help = "the game to play (the game that the dialect implies)"),
    OPTION_ROW("--only", "LIST", VALUE, only, .read = read_rows,
               .help = "run these checks only, as in 1,3,5-9; may be repeated"),
    OPTION_ROW("--skip", "LIST", VALUE, skip, .read = read_rows,
               .help = "leave out these checks; may be repeated"),
    OPTION_ROW("--quick", NULL, FLAG, quick, .help = "leave out the checks that take longest"),
    OPTION_ROW("--level", "basic|full", VALUE, only, .read = read_level, .offers = "basic full",
               .help = "basic: only what an engine must do to play a match (full)"),
    OPTION_ROW("--transcripts", "FOLDER", TEXT, transcripts, .offers = "%folder",
               .help = "replay the exchanges in this folder instead of the checks",
               .more = "The form of the files is described in protocol/PROTOCOL.md."),
    OPTION_ROW("--margin", "MS", REAL, margin_ms, .max = 1000000,
               .help = "time in ms by which a clock may be overrun (@)"),
    OPTION_ROW("--connect", "unix:PATH|tcp:HOST:PORT", TEXT, target.address,
               .offers = "unix: tcp:", .help = "an engine that runs already"),
    OPTION_ROW("--expected-failures", "FILE", VALUE, expected, .read = read_expected,
               .offers = "%file",
               .help = "checks that may fail: a number and a remark in each line",
               .more = "Empty lines and lines that begin with # are ignored. A check that passes "
                       "though it is listed is reported as xpass."),
    OPTION_ROW("--fail-on", "must|should|may", CHOICE, fail_on,
               .help = "the lowest level of checks whose failure counts (should)",
               .more = "Failures of lower levels are reported as warn."),
    OPTION_ROW("--jobs", "N", INT, jobs, .min = 1, .max = 64,
               .help = "run so many checks at a time (twice the processors; 1 with --connect)",
               .more = "Checks that measure milliseconds run alone."),
    OPTION_ROW("--timeout", "SECONDS", REAL, timeout_s, .max = 1000000,
               .help =
                   "end after this time in seconds; checks that have not ended fail (@: no limit)"),
    OPTION_ROW("--format", "table|junit|tap|json", CHOICE, format,
               .help = "the format of the results (table)"),
    OPTION_ROW("--list", NULL, FLAG, list,
               .help = "print the checks with their levels and sources, and run none"),
    OPTION_ROW("--quiet", NULL, FLAG, quiet, .help = "print failures only"),
    OPTION_ROW("--brief", NULL, FLAG, brief, .help = "leave out the conversations that failed"),
};

static const struct option_table table = {
    .program = "myosu-conform",
    .usage = "myosu-conform [OPTION...] PROGRAM [ARGUMENT...]\n"
             "myosu-conform [OPTION...] --connect unix:PATH|tcp:HOST:PORT\n\n",
    .notes =
        "\nThe exit status is 0 if nothing failed, 1 if something did, 2 for wrong use. Warnings\n"
        "and expected failures do not count.\n",
    .rows = rows,
    .count = LENGTH(rows),
    .options_first = true,
};

enum demand_level options_fail_on(const struct options *options)
{
    return fail_levels[options->fail_on];
}

const struct report_format *options_format(const struct options *options)
{
    return formats[options->format];
}

/* Returns the option that does not go with another one; NULL: none. */
static const char *contradiction(const struct options *options)
{
    if (options->transcripts && (options->only.any || options->skip.any || options->quick ||
                                 options->list || options->expected.any)) {
        return "--transcripts: the exchanges have no numbers; expected it without --only, --skip, "
               "--level, --quick, --list and --expected-failures";
    }
    if (options->quiet && options_format(options) != &report_table) {
        return "--quiet: expected --format table";
    }
    if (options->list && options_format(options) != &report_table) {
        return "--list: expected --format table";
    }
    return NULL;
}

enum option_outcome options_read(struct options *options, int count, char **words)
{
    struct error error;
    options->words = (struct option_words){.list = words, .count = count};
    enum option_outcome outcome = option_table_read(&table, &options->words, options, &error);
    const char *wrong = outcome == OPTIONS_READ ? contradiction(options) : NULL;
    if (outcome == OPTIONS_REFUSED || wrong) {
        options_complain(wrong ? wrong : error.text, "");
        return OPTIONS_REFUSED;
    }
    if (outcome == OPTIONS_READ && options->words.other_count) {
        words[options->words.other_count] = NULL;
        options->target.arguments = words;
        options->target.address = NULL;
    } else if (outcome == OPTIONS_READ && !options->target.address && !options->list) {
        options_complain("a program or --connect is needed; see --help", "");
        return OPTIONS_REFUSED;
    }
    return outcome;
}

void options_help(struct options *options)
{
    option_table_answer(&table, "--help", options);
}
