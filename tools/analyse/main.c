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

/* The engine, started once before the first search to see that it starts and what it plays. */
struct probe {
    struct client_spec *spec;
    struct client *client;
    unsigned given; /* the limits of the searches, as in struct command_go */
};

/* Waits for the engine's greeting; false and the reason if there is none. */
static bool greets(struct probe *probe, struct ev_loop *loop, struct error *error)
{
    static const struct client_handlers none = {.ready = NULL};
    const char *reason;
    probe->client = client_open(loop, probe->spec, &none, NULL);
    if (client_await(probe->client)) {
        probe->spec->dialect = client_dialect(probe->client);
        return client_obeys(probe->client, probe->given, error);
    }
    const enum client_failure failure = client_failure(probe->client, &reason);
    engine_choice_failure(probe->spec, failure, reason, error);
    return false;
}

/* True if the engine plays a game: a game_test of a probe. */
static bool plays(const void *context, const struct game *game, struct error *error)
{
    const struct probe *probe = context;
    return engine_plays(probe->client, engine_choice_name(probe->spec, probe->client), game, error);
}

/* Prepares and checks everything that can be invalid: the engine, the database, the input. All that
 * it changes in the database is one transaction, which ends here if all is good: otherwise --fresh
 * has removed nothing. */
static bool prepare(struct ev_loop *loop, struct options *options, struct results *results,
                    struct error *error)
{
    struct inputs inputs;
    struct probe probe = {.spec = &options->engine.spec, .given = options->go.given};
    bool good = open_inputs(&inputs, options, error) && greets(&probe, loop, error) &&
                (!options->fresh || results_remove(results, error)) &&
                terms_agree(results, options, engine_choice_name(probe.spec, probe.client),
                            inputs.checksum, error) &&
                (results_has_input(results) || intake(results, inputs.list, inputs.count,
                                                      &options->reading, &options->shard, error)) &&
                intake_fits(results, &options->reading, plays, &probe, error) &&
                (!options->output ||
                 intake_fits(results, &options->reading, output_fits, &options->format, error)) &&
                results_flush(results, error);
    client_release(probe.client, false);
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
    char *engine = database_term(results_database(results), "engine");
    struct writing writing = {.times = options->times, .engine = engine};
    bool good = (!options->output || output_write((enum output_format)options->format, results,
                                                  reading, &writing, options->output, error)) &&
                (!options->report ||
                 output_write(OUTPUT_REPORT, results, reading, &writing, options->report, error));
    free(engine);
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
        !results_count(results, &counts, &error) || !write_outputs(options, results, &error) ||
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
    const enum job_end end = job_run(loop, options, results, &error);
    if (end == JOB_DONE) {
        return conclude(options, results);
    }
    if (end == JOB_FAILED) {
        refuse(&error);
    }
    if (results_count(results, &counts, &error)) {
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
