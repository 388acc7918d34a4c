/* SPDX-License-Identifier: MIT */
/* myosu-conform: tests whether an engine does what its clients rely on. */
#include <dirent.h>
#include <ev.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks.h"
#include "memory.h"
#include "option_table.h"
#include "registry.h"
#include "replay.h"

/* How much a search may exceed its time without --margin, in ms: the machine may be busy. */
#define MARGIN_MS 10.0

#define EXIT_WRONG_USE 2

struct options {
    struct target target;
    const char *dialect, *game, *transcripts;
    double margin_ms;
    uint64_t only; /* bit N: check N; 0: all */
    bool quiet, brief;
    struct option_words words;
};

enum outcome { OUTCOME_PASS, OUTCOME_FAIL, OUTCOME_NOT_APPLICABLE };

static const char *const outcome_names[] = {"pass", "FAIL", "n/a"};

/* The checks, by chapters. */
static const struct check *const chapters[] = {
    checks_of_wire,   checks_of_options, checks_of_positions, checks_of_searches,
    checks_of_output, checks_of_ugi,     checks_of_gomocup,   checks_of_programs,
};

static bool complain(const char *what, const char *value)
{
    fprintf(stderr, "myosu-conform: %s%s%s\n", what, *value ? ": " : "", value);
    return false;
}

static bool read_only(void *at, const char *name, char *value, struct error *error)
{
    int64_t number;
    if (!option_read_number(name, value, 1, 63, &number, error)) {
        return false;
    }
    *(uint64_t *)at |= UINT64_C(1) << number;
    return true;
}

/* The checks that an engine passes which knows only uci, isready, ucinewgame, position, go and
 * quit: none depends on whether a search has ended when the next line arrives. */
static bool read_level(void *at, const char *name, char *value, struct error *error)
{
    static const int basic[] = {1, 2, 6, 8, 28, 29};
    for (int i = 0; i < LENGTH(basic) && strcmp(value, "basic") == 0; i++) {
        *(uint64_t *)at |= UINT64_C(1) << basic[i];
    }
    return strcmp(value, "basic") == 0 || strcmp(value, "full") == 0 ||
           error_set(error, "%s: expected basic or full, found '%.40s'", name, value);
}

#define OPTION_TYPE struct options

static const struct option_row rows[] = {
    OPTION_ROW("--dialect", "NAME", TEXT, dialect, .offers = "uci ugi uai gomocup",
               .help = "the dialect of the conversation: uci (default), ugi, uai or gomocup"),
    OPTION_ROW("--game", "NAME", TEXT, game, .offers = "%game",
               .help = "the game to play (the game that the dialect implies)"),
    OPTION_ROW("--only", "N", VALUE, only, .read = read_only,
               .help = "run this check only; may be repeated"),
    OPTION_ROW("--level", "basic|full", VALUE, only, .read = read_level, .offers = "basic full",
               .help = "basic: only what an engine must do to play a match (full)"),
    OPTION_ROW("--transcripts", "FOLDER", TEXT, transcripts, .offers = "%folder",
               .help = "replay the exchanges in this folder instead of the checks",
               .more = "The form of the files is described in protocol/PROTOCOL.md."),
    OPTION_ROW("--margin", "MS", REAL, margin_ms, .max = 1000000,
               .help = "time in ms by which a clock may be overrun (@)"),
    OPTION_ROW("--connect", "unix:PATH|tcp:HOST:PORT", TEXT, target.address,
               .offers = "unix: tcp:", .help = "an engine that runs already"),
    OPTION_ROW("--quiet", NULL, FLAG, quiet, .help = "print failures only"),
    OPTION_ROW("--brief", NULL, FLAG, brief, .help = "leave out the exchanges that failed"),
};

static const struct option_table table = {
    .program = "myosu-conform",
    .usage = "myosu-conform [OPTION...] PROGRAM [ARGUMENT...]\n"
             "myosu-conform [OPTION...] --connect unix:PATH|tcp:HOST:PORT\n\n",
    .notes = "\nThe exit status is 0 if nothing failed, 1 if something did, 2 for wrong use.\n",
    .rows = rows,
    .count = LENGTH(rows),
    .options_first = true,
};

static enum option_outcome read_options(struct options *options, int count, char **words)
{
    struct error error;
    options->words = (struct option_words){.list = words, .count = count};
    enum option_outcome outcome = option_table_read(&table, &options->words, options, &error);
    if (outcome == OPTIONS_REFUSED) {
        complain(error.text, "");
    } else if (outcome == OPTIONS_READ && options->words.other_count) {
        words[options->words.other_count] = NULL;
        options->target.arguments = words;
        options->target.address = NULL;
    } else if (outcome == OPTIONS_READ && !options->target.address) {
        complain("a program or --connect is needed; see --help", "");
        return OPTIONS_REFUSED;
    }
    return outcome;
}

static bool set_up(struct checker *checker, const struct options *options)
{
    const struct game *const *games = registry_games();
    checker->dialect = dialect_find(options->dialect);
    checker->game = options->game ? registry_find(games, options->game)
                                  : registry_find_implied(games, options->dialect);
    if (!checker->dialect) {
        return complain("no such dialect", options->dialect);
    }
    if (!checker->game) {
        return complain("no such game", options->game ? options->game : "");
    }
    if (!checker_samples(checker)) {
        return complain("this game has no sample positions for the checks", checker->game->name);
    }
    checker->target = &options->target;
    checker->margin_ms = options->margin_ms;
    game_default_settings(checker->game, &checker->settings);
    return true;
}

static unsigned audience_of(const struct checker *checker)
{
    return checker_speaks(checker, "gomocup") ? FOR_GOMOCUP
           : checker_speaks(checker, "ugi")   ? FOR_UGI
                                              : FOR_UCI;
}

/* Counts an outcome, and prints a row of the table, followed by the reason of a failure. */
static void conclude(struct checker *checker, const char *number, const char *sentence,
                     enum outcome outcome, const struct options *options, int tally[3])
{
    tally[outcome]++;
    if (outcome == OUTCOME_FAIL || !options->quiet) {
        printf("%4s  %-4s  %s\n", number, outcome_names[outcome], sentence);
        if (outcome != OUTCOME_PASS && checker->reason.text[0]) {
            printf("            %s\n", checker->reason.text);
        }
        if (outcome == OUTCOME_FAIL && checker->session && !options->brief) {
            session_print(checker->session);
        }
        fflush(stdout);
    }
    checker_stop(checker);
    checker->reason.text[0] = '\0';
    checker->skipped = false;
}

static enum outcome outcome_of(const struct checker *checker, bool passed)
{
    return passed ? OUTCOME_PASS : checker->skipped ? OUTCOME_NOT_APPLICABLE : OUTCOME_FAIL;
}

static void run_check(struct checker *checker, const struct check *check,
                      const struct options *options, int tally[3])
{
    char number[8];
    enum outcome outcome = OUTCOME_NOT_APPLICABLE;
    if (check->audience & audience_of(checker)) {
        outcome =
            outcome_of(checker, (!check->begin || check->begin(checker)) && check->run(checker));
    }
    snprintf(number, sizeof number, "%d", check->number);
    conclude(checker, number, check->sentence, outcome, options, tally);
}

static void run_checks(struct checker *checker, const struct options *options, int tally[3])
{
    for (int i = 0; i < LENGTH(chapters); i++) {
        for (const struct check *check = chapters[i]; check->sentence; check++) {
            if (!options->only || options->only >> check->number & 1) {
                run_check(checker, check, options, tally);
            }
        }
    }
}

static int is_transcript(const struct dirent *entry)
{
    return fnmatch("*.txt", entry->d_name, 0) == 0;
}

static bool run_transcripts(struct checker *checker, const struct options *options, int tally[3])
{
    struct dirent **entries;
    int count = scandir(options->transcripts, &entries, is_transcript, alphasort);
    if (count <= 0) {
        return complain("no transcripts (*.txt) in this folder", options->transcripts);
    }
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", options->transcripts, entries[i]->d_name);
        const bool passed = replay_file(checker, path);
        conclude(checker, "", entries[i]->d_name, outcome_of(checker, passed), options, tally);
        free(entries[i]);
    }
    free(entries);
    return true;
}

int main(int count, char **words)
{
    struct options options = {.dialect = "uci", .margin_ms = MARGIN_MS};
    int tally[3] = {0}; /* by enum outcome */
    signal(SIGPIPE, SIG_IGN);
    const enum option_outcome outcome =
        count > 1 ? read_options(&options, count - 1, words + 1) : OPTIONS_ANSWERED;
    if (outcome != OPTIONS_READ) {
        if (count == 1) {
            option_table_answer(&table, "--help", &options);
        }
        option_words_finish(&options.words);
        return outcome == OPTIONS_ANSWERED ? EXIT_SUCCESS : EXIT_WRONG_USE;
    }
    struct checker *checker = memory_zeroed(1, sizeof *checker);
    bool good = set_up(checker, &options);
    if (good) {
        checker->loop = ev_default_loop(0);
        if (options.transcripts) {
            good = run_transcripts(checker, &options, tally);
        } else {
            run_checks(checker, &options, tally);
        }
        ev_run(checker->loop, 0); /* runs until the last engine has ended */
        printf("%d pass, %d fail, %d not applicable\n", tally[OUTCOME_PASS], tally[OUTCOME_FAIL],
               tally[OUTCOME_NOT_APPLICABLE]);
    }
    engine_option_clear(&checker->options);
    free(checker);
    option_words_finish(&options.words);
    if (!good) {
        return EXIT_WRONG_USE;
    }
    return tally[OUTCOME_FAIL] == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
