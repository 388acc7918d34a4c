/* SPDX-License-Identifier: MIT */
/* myosu-conform: does an engine keep what its clients rely on? */
#include <dirent.h>
#include <ev.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks.h"
#include "memory.h"
#include "registry.h"
#include "replay.h"

/* Time by which a clock may be overrun without --margin, in ms: the machine may be busy. */
#define MARGIN_MS 10.0

#define MAX_TRANSCRIPTS 1000

#define EXIT_WRONG_USE 2

static const char help[] =
    "myosu-conform [OPTION...] PROGRAM [ARGUMENT...]\n"
    "myosu-conform [OPTION...] --connect unix:PATH|tcp:HOST:PORT\n"
    "\n"
    "  --dialect NAME              uci (default), ugi, uai or gomocup: how the engine is spoken "
    "to\n"
    "  --game NAME                 what is played (the game that the dialect implies)\n"
    "  --only N                    this check alone; may be repeated\n"
    "  --transcripts FOLDER        replays the exchanges in it, instead of the checks\n"
    "  --margin MS                 by how much a clock may be overrun (10)\n"
    "  --quiet                     failures alone\n"
    "  --brief                     without the exchanges that failed\n"
    "\n"
    "The exit status is 0 when nothing failed, 1 when something did, 2 for wrong use.\n";

struct options {
    struct target target;
    const char *dialect, *game, *transcripts;
    double margin_ms;
    uint64_t only; /* bit N: check N; 0: all */
    bool quiet, brief;
};

struct tally {
    int counts[3]; /* by enum outcome */
};

static const char *const outcome_names[] = {"pass", "FAIL", "n/a"};

static bool complain(const char *what, const char *value)
{
    fprintf(stderr, "myosu-conform: %s%s%s\n", what, *value ? ": " : "", value);
    return false;
}

/* Reads the option at *at, and moves past it. */
static bool read_option(struct options *options, char ***at)
{
    const char *name = *(*at)++;
    if (strcmp(name, "--quiet") == 0) {
        options->quiet = true;
        return true;
    }
    if (strcmp(name, "--brief") == 0) {
        options->brief = true;
        return true;
    }
    static const char *const valued[] = {"--dialect",     "--game",   "--connect",
                                         "--transcripts", "--margin", "--only"};
    char *value = **at;
    int known = 0;
    while (known < LENGTH(valued) && strcmp(name, valued[known]) != 0) {
        known++;
    }
    if (known == LENGTH(valued)) {
        return complain("no such option; see --help", name);
    }
    if (!value) {
        return complain("its value is missing; see --help", name);
    }
    ++*at;
    if (strcmp(name, "--dialect") == 0) {
        options->dialect = value;
    } else if (strcmp(name, "--game") == 0) {
        options->game = value;
    } else if (strcmp(name, "--connect") == 0) {
        options->target.address = value;
    } else if (strcmp(name, "--transcripts") == 0) {
        options->transcripts = value;
    } else if (strcmp(name, "--margin") == 0) {
        char *end;
        options->margin_ms = strtod(value, &end);
        if (end == value || *end || !(options->margin_ms >= 0 && options->margin_ms <= 1e6)) {
            return complain("--margin: expected milliseconds, 0 to 1000000, found", value);
        }
    } else if (strcmp(name, "--only") == 0 && atoi(value) > 0 && atoi(value) < 64) {
        options->only |= UINT64_C(1) << atoi(value);
    } else {
        return complain("--only: expected the number of a check, 1 to 63, found", value);
    }
    return true;
}

static bool read_options(struct options *options, char **words)
{
    while (*words && strncmp(*words, "--", 2) == 0) {
        if (!read_option(options, &words)) {
            return false;
        }
    }
    if (*words) {
        options->target.arguments = words;
        options->target.address = NULL;
    }
    return options->target.arguments || options->target.address ||
           complain("a program or --connect is needed; see --help", "");
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
    if (!checker->game || !checker_samples(checker)) {
        return complain("no such game", options->game ? options->game : "");
    }
    checker->target = &options->target;
    checker->margin_ms = options->margin_ms;
    game_default_settings(checker->game, &checker->settings);
    return true;
}

static unsigned audience_of(const struct checker *checker)
{
    if (strcmp(checker->dialect->name, "gomocup") == 0) {
        return FOR_GOMOCUP;
    }
    return checker_is_ugi(checker) ? FOR_UGI : FOR_UCI;
}

/* Prints a row of the table, and below it what failed. */
static void print_row(struct checker *checker, const char *number, const char *sentence,
                      enum outcome outcome, const struct options *options)
{
    if (outcome != OUTCOME_FAIL && options->quiet) {
        return;
    }
    printf("%4s  %-4s  %s\n", number, outcome_names[outcome], sentence);
    if (outcome != OUTCOME_PASS && checker->reason.text[0]) {
        printf("            %s\n", checker->reason.text);
    }
    if (outcome == OUTCOME_FAIL && checker->session && !options->brief) {
        fputs(session_transcript(checker->session), stdout);
    }
    fflush(stdout);
}

static void run_checks(struct checker *checker, const struct options *options, struct tally *tally)
{
    for (const struct check *check = checks; check->sentence; check++) {
        char number[8];
        enum outcome outcome = OUTCOME_NOT_APPLICABLE;
        if (options->only && !(options->only >> check->number & 1)) {
            continue;
        }
        checker->reason.text[0] = '\0';
        if (check->audience & audience_of(checker)) {
            outcome = check->run(checker);
        }
        snprintf(number, sizeof number, "%d", check->number);
        print_row(checker, number, check->sentence, outcome, options);
        tally->counts[outcome]++;
        checker_stop(checker);
    }
}

static int is_transcript(const struct dirent *entry)
{
    return fnmatch("*.txt", entry->d_name, 0) == 0;
}

static bool run_transcripts(struct checker *checker, const struct options *options,
                            struct tally *tally)
{
    struct dirent **entries;
    int count = scandir(options->transcripts, &entries, is_transcript, alphasort);
    if (count <= 0) {
        return complain("no transcripts (*.txt) in this folder", options->transcripts);
    }
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", options->transcripts, entries[i]->d_name);
        checker->reason.text[0] = '\0';
        enum outcome outcome = replay_file(checker, path);
        print_row(checker, "", entries[i]->d_name, outcome, options);
        tally->counts[outcome]++;
        checker_stop(checker);
        free(entries[i]);
    }
    free(entries);
    return true;
}

int main(int count, char **words)
{
    struct options options = {.dialect = "uci", .margin_ms = MARGIN_MS};
    struct tally tally = {{0}};
    signal(SIGPIPE, SIG_IGN);
    if (count == 1 || strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0) {
        fputs(help, stdout);
        return EXIT_SUCCESS;
    }
    if (strcmp(words[1], "--version") == 0) {
        puts("myosu-conform " MYOSU_VERSION);
        return EXIT_SUCCESS;
    }
    struct checker *checker = memory_zeroed(1, sizeof *checker);
    bool good = read_options(&options, words + 1) && set_up(checker, &options);
    if (good) {
        checker->loop = ev_default_loop(0);
        if (options.transcripts) {
            good = run_transcripts(checker, &options, &tally);
        } else {
            run_checks(checker, &options, &tally);
        }
        ev_run(checker->loop, 0); /* until the last engine has ended */
        printf("%d pass, %d fail, %d not applicable\n", tally.counts[OUTCOME_PASS],
               tally.counts[OUTCOME_FAIL], tally.counts[OUTCOME_NOT_APPLICABLE]);
    }
    free(checker);
    if (!good) {
        return EXIT_WRONG_USE;
    }
    return tally.counts[OUTCOME_FAIL] == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
