/* SPDX-License-Identifier: MIT */
/* myosu-match: plays matches between engines, in any game, with our own rules as the referee. */
#include <errno.h>
#include <ev.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "adjudicate.h"
#include "agreement.h"
#include "checksum.h"
#include "export.h"
#include "file_options.h"
#include "game_runners.h"
#include "html_report.h"
#include "machine.h"
#include "match_options.h"
#include "probe.h"
#include "rounds.h"

enum exit_status { EXIT_PLAYED = 0, EXIT_REFUSED = 1, EXIT_WRONG_USE = 2, EXIT_INTERRUPTED = 3 };

static int refuse(const struct error *error)
{
    fprintf(stderr, "myosu-match: %s\n", error->text);
    return EXIT_REFUSED;
}

static void print_report(const struct standings *standings, const struct sprt *sprt)
{
    struct buffer report = {0};
    if (encounters_depend(&standings->schedule)) {
        rounds_report(standings, &report);
    } else {
        standings_report(standings, sprt, &report);
    }
    fputs(buffer_text(&report), stdout);
    buffer_finish(&report);
}

/* Finds out before the match whether its page can be written at the end. */
static bool check_page(const struct match_options *options, struct error *error)
{
    FILE *file = options->page ? fopen(options->page, "a") : NULL;
    if (options->page && !file) {
        return error_set(error, "-htmlout %s: %s", options->page, strerror(errno));
    }
    return !file || fclose(file) == 0;
}

/* The game has no notation for this format. The error names the formats for which it has one. */
static bool refuse_export(enum export_format wanted, const struct game *game, struct error *error)
{
    char others[64] = "";
    /* Every game is written as EPD, the last format. */
    for (enum export_format format = 0; format < EXPORT_FORMATS; format++) {
        if (export_fits(format, game)) {
            const size_t length = strlen(others);
            const char *between = length == 0 ? "" : format == EXPORT_EPD ? " or " : ", ";
            snprintf(others + length, sizeof others - length, "%s%s", between, export_name(format));
        }
    }
    return error_set(error, "%s cannot be written as %s; it can be as %s", game->name,
                     export_name(wanted), others);
}

static bool check_exports(const struct match_options *options, struct error *error)
{
    for (enum export_format format = 0; format < EXPORT_FORMATS; format++) {
        if (options->exports[format] && !export_fits(format, options->game)) {
            return refuse_export(format, options->game, error);
        }
    }
    return true;
}

static bool read_openings(const struct match_options *options, struct openings *openings,
                          struct error *error)
{
    *openings = (struct openings){0};
    if (options->random_plies) {
        struct game_record one;
        game_record_init(&one, options->game, &options->settings);
        bool good = opening_random(&one, options->random_plies, options->seed, 0);
        game_record_finish(&one);
        return good || error_set(error, "-openings: no game of %s lasts %d random plies",
                                 options->game->name, options->random_plies);
    }
    if (options->opening_path &&
        !openings_read(openings, options->opening_path, &options->opening_form, options->game,
                       &options->settings, error)) {
        return false;
    }
    if (options->opening_order == ORDER_RANDOM) {
        openings_shuffle(openings, options->seed);
    }
    return true;
}

static bool open_books(struct match_options *options, struct error *error)
{
    for (int i = 0; i < options->engine_count; i++) {
        struct engine_options *engine = &options->engines[i];
        struct error reason = {""};
        if (engine->book.path &&
            !engine_book_open(&engine->book, options->game, &options->settings, &reason)) {
            return error_set(error, "%s: %s", engine->name, reason.text);
        }
    }
    return true;
}

static void on_signal(struct ev_loop *loop, ev_signal *watcher, int events)
{
    (void)loop;
    (void)events;
    match_stop(watcher->data);
}

/* Plays until all games are played, the sequential test has its verdict, or a signal stops it. */
static void play_match(struct match *match)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    ev_signal watchers[LENGTH(signals)];
    if (match_is_over(match)) {
        return;
    }
    for (int i = 0; i < LENGTH(signals); i++) {
        ev_signal_init(&watchers[i], on_signal, signals[i]);
        watchers[i].data = match;
        ev_signal_start(match->loop, &watchers[i]);
    }
    game_runners_play(match);
    for (int i = 0; i < LENGTH(signals); i++) {
        ev_signal_stop(match->loop, &watchers[i]);
    }
    progress_clear(&match->progress);
    ev_run(match->loop, 0); /* until the last engine has ended */
}

static bool write_page(const struct match_options *options, const struct standings *standings,
                       struct store *store, const char *path, struct error *error)
{
    const struct format_context context = options_format_context(options);
    const struct html_report report = {&context, standings, &options->sprt};
    return html_report_write(&report, store, path, error);
}

static int finish_match(struct match *match)
{
    const struct match_options *options = match->options;
    struct error error = {""};
    const char *config = options->config.to;
    uint32_t checksum;
    if (match->lost.text[0]) {
        return refuse(&match->lost);
    }
    if (options->output == OUTPUT_OWN) {
        print_report(&match->standings, &options->sprt);
    } else {
        match_output_end(&match->output);
    }
    if (options->checksum) {
        const char *path = options->exports[EXPORT_PGN];
        if (!checksum_file(path, &checksum, &error)) {
            return refuse(&error);
        }
        printf("CRC-32 of %s: %08x\n", path, (unsigned)checksum);
    }
    if (options->page &&
        !write_page(options, &match->standings, match->store, options->page, &error)) {
        return refuse(&error);
    }
    if (!match_is_over(match)) {
        printf("Interrupted after %lld of %lld games; %s%s\n", (long long)match->standings.finished,
               (long long)standings_total(&match->standings),
               options->database ? "the same command goes on from here."
               : config          ? "-config file= goes on from the file "
                                 : "without -db they are not kept.",
               options->database || !config ? "" : config);
        return EXIT_INTERRUPTED;
    }
    return EXIT_PLAYED;
}

/* Warns if the engines that search at the same time, one in each game, need more processors than
 * there are: their moves may then be late. */
static void warn_of_load(const struct match_options *options)
{
    const int64_t threads = options_count_threads(options),
                  at_once = options_games_at_once(options);
    const int processors = machine_processors();
    if (threads * at_once > processors && !options->forces_concurrency) {
        fprintf(stderr,
                "myosu-match: warning: %lld games at the same time, %lld threads each, on %d "
                "processors: moves may be late; -force-concurrency hides this warning\n",
                (long long)at_once, (long long)threads, processors);
    }
}

static int play(struct match_options *options, struct ev_loop *loop)
{
    struct error error = {""};
    struct openings openings = {0};
    struct match match = {0};
    struct store *store = NULL;
    int status = EXIT_REFUSED;
    warn_of_load(options);
    if (!check_exports(options, &error) || !check_page(options, &error) ||
        !read_openings(options, &openings, &error) || !open_books(options, &error) ||
        !adjudicate_open_tables(&options->adjudication, options->game, &error) ||
        !(store = store_open(options->database, true, &error)) ||
        !agreement_make(store, options, &openings, &error) ||
        !probe_engines(loop, options, &error) ||
        !match_init(&match, loop, options, &openings, store, &error)) {
        refuse(&error);
    } else {
        play_match(&match);
        match_ended(&match);
        status = finish_match(&match);
    }
    if (!match_finish(&match, &error) && status != EXIT_REFUSED) {
        status = refuse(&error);
    }
    store_close(store);
    openings_finish(&openings);
    return status;
}

/* True if a testing framework runs the program under the name of another match runner. */
static bool is_named_for_framework(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return strncmp(name, "cutechess", 9) == 0 || strncmp(name, "fastchess", 9) == 0;
}

static int run_match(const char *program, int count, char **words)
{
    struct error error = {""};
    struct match_options options;
    int status = EXIT_WRONG_USE;
    switch (options_read(&options, count, words, &error)) {
    case OPTIONS_READ:
        options.framework = options.framework || is_named_for_framework(program);
        status = play(&options, ev_default_loop(0));
        break;
    case OPTIONS_ANSWERED:
        status = EXIT_PLAYED;
        break;
    case OPTIONS_REFUSED:
        refuse(&error);
        break;
    }
    options_finish(&options);
    return status;
}

static bool report(const struct match_options *options, struct store *store, struct error *error)
{
    struct standings standings;
    bool good = match_read_standings(&standings, options, store, error);
    if (good) {
        print_report(&standings, &options->sprt);
    }
    standings_finish(&standings);
    return good;
}

static bool export_to(struct match_options *options, struct store *store, const char *name,
                      const char *path, struct error *error)
{
    const struct format_context context = options_format_context(options);
    const bool appends[EXPORT_FORMATS] = {false};
    struct export_files files;
    if (strcmp(name, "html") == 0) {
        struct standings standings;
        bool good = match_read_standings(&standings, options, store, error) &&
                    write_page(options, &standings, store, path, error);
        standings_finish(&standings);
        return good;
    }
    for (enum export_format format = 0; format < EXPORT_FORMATS; format++) {
        if (strcmp(name, export_name(format)) == 0) {
            options->exports[format] = path;
            if (!check_exports(options, error)) {
                return false;
            }
            bool good = export_open(&files, &context, options->exports, appends, error) &&
                        export_stored(&files, store, error);
            return export_close(&files, good ? error : NULL) && good;
        }
    }
    error_set(error, "export: expected pgn, sgf, ggf, psq, moves, epd or html, found '%.40s'",
              name);
    return option_suggest("pgn|sgf|ggf|psq|moves|epd|html", name, error);
}

/* Runs `report FILE` if there is one word, otherwise `export FILE FORMAT PATH [KEY=VALUE...]`. */
static int look_back(int count, char **words)
{
    const char *database = words[0];
    struct error error = {""};
    struct match_options options = {0};
    struct store *store = store_open(database, false, &error);
    bool good = store && agreement_read(store, &options, &error) &&
                (count == 1 ? report(&options, store, &error)
                            : file_options_read_style(&options, count - 3, words + 3, &error) &&
                                  export_to(&options, store, words[1], words[2], &error));
    options_finish(&options);
    store_close(store);
    return good ? EXIT_PLAYED : refuse(&error);
}

int main(int count, char **words)
{
    signal(SIGPIPE, SIG_IGN);
    const bool reports = count > 1 && strcmp(words[1], "report") == 0;
    const bool exports = count > 1 && strcmp(words[1], "export") == 0;
    if ((reports && count != 3) || (exports && count < 5)) {
        struct error error;
        error_set(&error, "expected report FILE or export FILE FORMAT PATH [KEY=VALUE...]");
        refuse(&error);
        return EXIT_WRONG_USE;
    }
    if (reports || exports) {
        return look_back(count - 2, words + 2);
    }
    char *help[] = {"--help"};
    return count <= 1 ? run_match("", 1, help) : run_match(words[0], count - 1, words + 1);
}
