/* SPDX-License-Identifier: MIT */
/* myosu-conform: tests whether an engine does what its clients rely on. */
#include <dirent.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "checks.h"
#include "memory.h"
#include "options.h"
#include "registry.h"
#include "replay.h"
#include "report.h"
#include "row_list.h"
#include "runner.h"

/* How the program ends: its exit status. */
enum ending { ENDING_GOOD = 0, ENDING_FAILURE = 1, ENDING_WRONG_USE = 2 };

/* The checks, by chapters. */
static const struct check *const chapters[] = {
    checks_of_wire,   checks_of_options, checks_of_positions, checks_of_searches,
    checks_of_output, checks_of_ugi,     checks_of_gomocup,   checks_of_programs,
    checks_of_cecp,   checks_of_ucci,    checks_of_nboard,    checks_of_gtp,
};

/* The audience of the dialect that is tested. */
static unsigned audience_of(const struct checker *checker)
{
    static const struct {
        const struct dialect *dialect;
        unsigned audience;
    } rows[] = {{&dialect_uci, FOR_UCI},       {&dialect_uai, FOR_UCI},
                {&dialect_ugi, FOR_UGI},       {&dialect_gomocup, FOR_GOMOCUP},
                {&dialect_cecp, FOR_CECP},     {&dialect_ucci, FOR_UCCI},
                {&dialect_nboard, FOR_NBOARD}, {&dialect_gtp, FOR_GTP}};
    for (int i = 0; i < LENGTH(rows); i++) {
        if (checker->dialect == rows[i].dialect) {
            return rows[i].audience;
        }
    }
    return 0;
}

static bool set_up(struct checker *checker, const struct options *options)
{
    const struct game *const *games = registry_games();
    checker->dialect = dialect_find(options->dialect);
    checker->game = options->game ? registry_find(games, options->game)
                                  : registry_find_implied(games, options->dialect);
    if (!checker->dialect) {
        return options_complain("no such dialect", options->dialect);
    }
    if (!checker->game) {
        return options_complain("no such game", options->game ? options->game : "");
    }
    if (!checker_samples(checker)) {
        return options_complain("this game has no sample positions for the checks",
                                checker->game->name);
    }
    checker->target = &options->target;
    checker->margin_ms = options->margin_ms;
    game_default_settings(checker->game, &checker->settings);
    return true;
}

/* The number of rows to run at a time. A server may limit the conversations of a client. */
static int jobs_of(const struct options *options)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (options->jobs) {
        return options->jobs;
    }
    return !options->target.arguments ? 1 : processors > 8 ? 16 : (int)processors * 2;
}

/* Runs the tasks and prints their results. Returns true if none has failed. */
static bool run_tasks(struct checker *checker, const struct options *options,
                      const struct task *tasks, int count)
{
    LOCAL_BUFFER engine = {0};
    for (char *const *word = options->target.arguments; word && *word; word++) {
        buffer_printf(&engine, "%s%s", word == options->target.arguments ? "" : " ", *word);
    }
    struct report report = {
        .format = options_format(options),
        .dialect = options->dialect,
        .engine = options->target.arguments ? buffer_text(&engine) : options->target.address,
        .count = count,
        .fail_on = options_fail_on(options),
        .expected = &options->expected,
        .quiet = options->quiet,
        .brief = options->brief,
    };
    report_begin(&report);
    runner_run(checker, tasks, count, jobs_of(options), options->target.deadline_ns, report_add,
               &report);
    return report_end(&report);
}

static bool run_check(struct checker *checker, const void *subject)
{
    const struct check *check = subject;
    return (!check->begin || check->begin(checker)) && check->run(checker);
}

static bool is_chosen(const struct check *check, const struct options *options)
{
    return (!options->only.any || options->only.has[check->number]) &&
           !options->skip.has[check->number] && !(options->quick && check->flags & CHECK_SLOW);
}

static void list_check(const struct check *check)
{
    printf("%4d  %-6s  %s [%s]\n", check->number, demand_level_name(check->level), check->sentence,
           check->source);
}

static enum ending run_checks(struct checker *checker, const struct options *options)
{
    struct task tasks[LAST_CHECK];
    int count = 0;
    for (int i = 0; i < LENGTH(chapters); i++) {
        for (const struct check *check = chapters[i]; check->sentence; check++) {
            const bool applies = check->audience & audience_of(checker);
            /* Rows of another dialect are shown only where a person asks for them. */
            if (!is_chosen(check, options) || !(applies || options->only.any || options->list)) {
                continue;
            }
            if (options->list) {
                list_check(check);
            }
            tasks[count++] = (struct task){
                .number = check->number,
                .sentence = check->sentence,
                .demand = {check->level, check->source},
                .flags = check->flags,
                .run = applies ? run_check : NULL,
                .subject = check,
            };
        }
    }
    if (count == 0) {
        options_complain("--only, --skip and --quick leave no check", "");
        return ENDING_WRONG_USE;
    }
    return options->list || run_tasks(checker, options, tasks, count) ? ENDING_GOOD
                                                                      : ENDING_FAILURE;
}

static int is_transcript(const struct dirent *entry)
{
    return fnmatch("*.txt", entry->d_name, 0) == 0;
}

static bool run_transcript(struct checker *checker, const void *subject)
{
    return replay_file(checker, subject);
}

static enum ending run_transcripts(struct checker *checker, const struct options *options)
{
    struct dirent **entries;
    const int count = scandir(options->transcripts, &entries, is_transcript, alphasort);
    if (count <= 0) {
        options_complain("no transcripts (*.txt) in this folder", options->transcripts);
        return ENDING_WRONG_USE;
    }
    FREED struct task *tasks = memory_zeroed((size_t)count, sizeof *tasks);
    FREED char **paths = memory_zeroed((size_t)count, sizeof *paths);
    for (int i = 0; i < count; i++) {
        LOCAL_BUFFER path = {0};
        buffer_printf(&path, "%s/%s", options->transcripts, entries[i]->d_name);
        paths[i] = memory_text(buffer_text(&path));
        tasks[i] = (struct task){.sentence = entries[i]->d_name,
                                 .demand = {LEVEL_MUST, "the transcript"},
                                 .run = run_transcript,
                                 .subject = paths[i]};
    }
    const bool good = run_tasks(checker, options, tasks, count);
    for (int i = 0; i < count; i++) {
        free(paths[i]);
        free(entries[i]);
    }
    free(entries);
    return good ? ENDING_GOOD : ENDING_FAILURE;
}

int main(int count, char **words)
{
    struct options options = options_initial;
    signal(SIGPIPE, SIG_IGN);
    const enum option_outcome outcome =
        count > 1 ? options_read(&options, count - 1, words + 1) : OPTIONS_ANSWERED;
    if (outcome != OPTIONS_READ) {
        if (count == 1) {
            options_help(&options);
        }
        option_words_finish(&options.words);
        return outcome == OPTIONS_ANSWERED ? ENDING_GOOD : ENDING_WRONG_USE;
    }
    if (options.timeout_s > 0) {
        options.target.deadline_ns = session_after(options.timeout_s);
    }
    FREED struct checker *checker = memory_zeroed(1, sizeof *checker);
    enum ending ending = ENDING_WRONG_USE;
    if (set_up(checker, &options)) {
        ending = options.transcripts ? run_transcripts(checker, &options)
                                     : run_checks(checker, &options);
    }
    option_words_finish(&options.words);
    return (int)ending;
}
