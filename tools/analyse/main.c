/* SPDX-License-Identifier: MIT */
/* myosu-analyse: searches games and positions with an engine, in any game. */
#include <ev.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "intake.h"
#include "job.h"
#include "memory.h"
#include "terms.h"
#include "tree_job.h"
#include "writers.h"

enum exit_status {
    EXIT_GOOD = 0,
    EXIT_FLAWED = 1,  /* everything was done, except for damaged, failed or unsolved positions */
    EXIT_REFUSED = 2, /* nothing was begun */
    EXIT_INTERRUPTED =
        3, /* by a signal, or because the engine cannot be started; the same command resumes */
};

static int refuse(const struct error *error)
{
    fprintf(stderr, "myosu-analyse: %s\n", error->text);
    return EXIT_REFUSED;
}

struct inputs {
    struct source *list;
    int count;
    uint64_t checksum;
};

static bool open_inputs(struct inputs *inputs, const struct options *options, struct error *error)
{
    *inputs =
        (struct inputs){.list = memory_zeroed((size_t)options->file_count, sizeof *inputs->list)};
    for (int i = 0; i < options->file_count; i++) {
        struct source *source = &inputs->list[i];
        if (!source_open(source, options->files[i], options->source_format, error)) {
            return false;
        }
        inputs->checksum = source_checksum(source, inputs->checksum);
        inputs->count++;
    }
    return true;
}

static void close_inputs(struct inputs *inputs)
{
    for (int i = 0; i < inputs->count; i++) {
        source_close(&inputs->list[i]);
    }
    free(inputs->list);
}

/* The engines, started once before the first search to see that they start and what they play. */
struct probes {
    struct options *options;
    struct client *clients[MOST_ENGINES];
    struct buffer names; /* a line each */
};

/* Waits for the engines' greetings; false and the reason if one is missing. */
static bool greet(struct probes *probes, struct ev_loop *loop, struct error *error)
{
    static const struct client_handlers none = {.ready = NULL};
    for (int i = 0; i < probes->options->engine_count; i++) {
        struct client_spec *spec = &probes->options->engines[i].spec;
        struct client *client = probes->clients[i] = client_open(loop, spec, &none, NULL);
        const char *reason;
        if (!client_await(client)) {
            const enum client_failure failure = client_failure(client, &reason);
            engine_choice_failure(spec, failure, reason, error);
            return false;
        }
        spec->dialect = client_dialect(client);
        if (!client_obeys(client, probes->options->go.given, error)) {
            return false;
        }
        const char *name = engine_choice_name(spec, client);
        const bool again = strstr(buffer_text(&probes->names), name);
        buffer_printf(&probes->names, "%s%s", i > 0 ? "\n" : "", name);
        if (again) {
            buffer_printf(&probes->names, " (%d)", i + 1);
        }
    }
    return true;
}

/* True if the engines play a game: a game_test of probes. */
static bool play(const void *context, const struct game *game, struct error *error)
{
    const struct probes *probes = context;
    bool good = true;
    for (int i = 0; i < probes->options->engine_count && good; i++) {
        const char *name =
            engine_choice_name(&probes->options->engines[i].spec, probes->clients[i]);
        good = engine_plays(probes->clients[i], name, game, error);
    }
    return good;
}

/* Prepares and checks everything that can be invalid: the engine, the database, the input. All that
 * it changes in the database is one transaction, which ends here if all is good: otherwise --fresh
 * has removed nothing. */
static bool prepare(struct ev_loop *loop, struct options *options, struct results *results,
                    struct error *error)
{
    struct inputs inputs;
    struct probes probes = {.options = options};
    bool good = open_inputs(&inputs, options, error) && greet(&probes, loop, error) &&
                (!options->fresh || results_remove(results, error)) &&
                terms_agree(results, options, buffer_text(&probes.names), inputs.checksum, error) &&
                (results_has_input(results) || intake(results, inputs.list, inputs.count,
                                                      &options->reading, &options->shard, error)) &&
                intake_fits(results, &options->reading, play, &probes, error) &&
                (!options->output ||
                 intake_fits(results, &options->reading, output_fits, &options->format, error)) &&
                results_flush(results, error);
    for (int i = 0; i < MOST_ENGINES; i++) {
        client_release(probes.clients[i], false);
    }
    buffer_finish(&probes.names);
    close_inputs(&inputs);
    return good;
}

/* Prints the table to standard error if standard output gets the results, else to standard output.
 */
static bool print_table(const struct options *options, struct results *results, bool *solved,
                        struct error *error)
{
    struct buffer table = {0};
    bool to_output = options->output && strcmp(options->output, "-") == 0;
    bool good = write_suite(results, &options->reading, &table, solved, error);
    if (good) {
        fputs(buffer_text(&table), to_output ? stderr : stdout);
    }
    buffer_finish(&table);
    return good;
}

static bool write_outputs(const struct options *options, struct results *results,
                          struct error *error)
{
    const struct reading *reading = &options->reading;
    char *names = database_term(results_database(results), "engine"), *rest = names;
    const char *others[MOST_ENGINES];
    struct writing writing = {
        .times = options->times, .engine = strsep(&rest, "\n"), .others = others};
    while (rest && writing.other_count < MOST_ENGINES) {
        others[writing.other_count++] = strsep(&rest, "\n");
    }
    bool good = (!options->output || output_write((enum output_format)options->format, results,
                                                  reading, &writing, options->output, error)) &&
                (!options->report ||
                 output_write(OUTPUT_REPORT, results, reading, &writing, options->report, error));
    free(names);
    return good;
}

/* Writes the outputs, and reports what is damaged or failed. */
static int conclude(const struct options *options, struct results *results)
{
    struct error error = {""};
    struct results_counts counts;
    int64_t cut;
    bool solved = true;
    if (!intake_complain(results, &options->reading, &cut, &error) ||
        !results_count(results, 0, options->reading.engines, &counts, &error) ||
        !write_outputs(options, results, &error) ||
        (options->reading.suite && !print_table(options, results, &solved, &error))) {
        refuse(&error);
        return EXIT_FLAWED;
    }
    if (counts.damaged > 0) {
        fprintf(stderr, "myosu-analyse: %lld of %lld games and positions are damaged: skipped\n",
                (long long)counts.damaged, (long long)counts.entries);
    }
    if (cut > 0) {
        fprintf(stderr, "myosu-analyse: %lld of %lld games are read in part\n", (long long)cut,
                (long long)counts.entries);
    }
    if (counts.failed > 0) {
        fprintf(stderr, "myosu-analyse: %lld of %lld positions could not be searched\n",
                (long long)counts.failed, (long long)counts.positions);
    }
    return counts.damaged > 0 || cut > 0 || counts.failed > 0 || !solved ? EXIT_FLAWED : EXIT_GOOD;
}

static int search(struct ev_loop *loop, const struct options *options, struct results *results)
{
    struct error error = {""};
    struct results_counts counts;
    enum job_end end = JOB_DONE;
    for (int i = 0; i < options->engine_count && end == JOB_DONE; i++) {
        end = job_run(loop, options, i, results, &error);
    }
    if (end == JOB_DONE) {
        return conclude(options, results);
    }
    if (end == JOB_FAILED) {
        refuse(&error);
    }
    if (results_count(results, 0, options->engine_count, &counts, &error)) {
        fprintf(stderr, "myosu-analyse: ended after %lld of %lld positions; %s\n",
                (long long)counts.known, (long long)counts.positions,
                options->database ? "the same command goes on from here"
                                  : "without --db they are not kept");
    }
    return EXIT_INTERRUPTED;
}

static int analyse(struct options *options)
{
    struct error error = {""};
    struct ev_loop *loop = ev_default_loop(0);
    struct results *results = results_open(options->database, true, &error);
    int status = results && prepare(loop, options, results, &error) ? search(loop, options, results)
                                                                    : refuse(&error);
    results_close(results);
    ev_run(loop, 0); /* until the engines have ended */
    return status;
}

static int write_tree(struct options *options)
{
    struct error error = {""};
    struct ev_loop *loop = ev_default_loop(0);
    const int status = tree_job_run(loop, options, &error) ? EXIT_GOOD : refuse(&error);
    ev_run(loop, 0); /* until the engine has ended */
    return status;
}

static int merge(struct options *options)
{
    struct error error = {""};
    struct results *results = results_open(options->database, true, &error);
    int status = EXIT_REFUSED;
    bool good = results;
    if (good && results_has_input(results)) {
        good = error_set(&error, "--db: %.250s holds a job already; expected a new file",
                         options->database);
    }
    if (good && terms_merge(results, options->files, options->file_count, &error) &&
        terms_reading(results, &options->reading, &error) &&
        (!options->output ||
         intake_fits(results, &options->reading, output_fits, &options->format, &error))) {
        status = conclude(options, results);
    } else {
        refuse(&error);
    }
    results_close(results);
    return status;
}

int main(int count, char **words)
{
    struct options options;
    struct error error = {""};
    signal(SIGPIPE, SIG_IGN);
    char *help[] = {"--help"};
    const bool bare = count == 1;
    enum option_outcome outcome =
        options_read(&options, bare ? 1 : count - 1, bare ? help : words + 1, &error);
    int status = outcome == OPTIONS_ANSWERED ? EXIT_GOOD : EXIT_REFUSED;
    if (outcome == OPTIONS_REFUSED) {
        refuse(&error);
    } else if (outcome == OPTIONS_READ) {
        status = options.merge  ? merge(&options)
                 : options.tree ? write_tree(&options)
                                : analyse(&options);
    }
    options_finish(&options);
    return status;
}
