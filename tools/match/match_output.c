/* SPDX-License-Identifier: MIT */
#include "match_output.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "ending.h"
#include "match_options.h"

/* The games between two ratings, if -ratinginterval is not given: cutechess-cli prints them at the
 * end, fastchess after each ten pairs. */
enum { FASTCHESS_INTERVAL = 10 };

static void put_seconds(int64_t ms, struct buffer *out)
{
    buffer_printf(out, "%g", (double)ms / 1000);
}

/* Appends a time control as fastchess shows it: "10+0.1", "0.1/move", "5 plies", "5000 nodes". */
static void put_limits(const struct engine_options *engine, struct buffer *out)
{
    const struct game_time *control = &engine->control;
    if (control->base_ms || control->inc_ms) {
        if (control->moves) {
            buffer_printf(out, "%d/", control->moves);
        }
        put_seconds(control->base_ms, out);
        if (control->inc_ms) {
            buffer_putc(out, '+');
            put_seconds(control->inc_ms, out);
        }
    } else if (control->movetime_ms) {
        put_seconds(control->movetime_ms, out);
        buffer_puts(out, "/move");
    } else if (control->depth) {
        buffer_printf(out, "%d plies", control->depth);
    } else {
        buffer_printf(out, "%lld nodes", (long long)control->nodes);
    }
}

static void put_option(const struct engine_options *engine, const char *name, const char *unit,
                       struct buffer *out)
{
    for (int i = 0; i < engine->spec.option_count; i++) {
        const struct client_setting *option = &engine->spec.options[i];
        if (strcasecmp(option->name, name) == 0 && option->value) {
            buffer_printf(out, "%s%s", option->value, unit);
            return;
        }
    }
    buffer_puts(out, "NULL");
}

static void put_threads(const struct engine_options *engine, struct buffer *out)
{
    put_option(engine, "Threads", "t", out);
}

static void put_hash(const struct engine_options *engine, struct buffer *out)
{
    put_option(engine, "Hash", "MB", out);
}

/* Appends what the first two engines have in common, or "ONE - OTHER". */
static void put_both(const struct match_options *options,
                     void (*put)(const struct engine_options *engine, struct buffer *out),
                     struct buffer *out)
{
    struct buffer other = {0};
    put(&options->engines[0], out);
    put(&options->engines[1], &other);
    if (strcmp(buffer_text(out), buffer_text(&other)) != 0) {
        buffer_printf(out, " - %s", buffer_text(&other));
    }
    buffer_finish(&other);
}

void match_output_init(struct match_output *output, const struct match_options *options,
                       const struct standings *standings)
{
    *output = (struct match_output){.options = options, .context = options_format_context(options)};
    put_both(options, put_limits, &output->limits);
    put_both(options, put_threads, &output->threads);
    put_both(options, put_hash, &output->hash);
    output->report = (struct foreign_report){.format = (enum output_format)options->output,
                                             .standings = standings,
                                             .sprt = &options->sprt,
                                             .limits = buffer_text(&output->limits),
                                             .threads = buffer_text(&output->threads),
                                             .hash = buffer_text(&output->hash),
                                             .book = options->opening_path};
}

void match_output_finish(struct match_output *output)
{
    buffer_finish(&output->limits);
    buffer_finish(&output->threads);
    buffer_finish(&output->hash);
}

static void print(struct buffer *text)
{
    fputs(buffer_text(text), stdout);
    fflush(stdout);
    buffer_finish(text);
}

/* True if each game has its lines: in the form of another runner, or for a testing framework. */
static bool tells_games(const struct match_output *output)
{
    const struct match_options *options = output->options;
    return options->framework || (output->report.format != OUTPUT_OWN && !options->quiet);
}

void match_output_begun(const struct match_output *output, const struct played_game *played)
{
    struct buffer text = {0};
    if (tells_games(output)) {
        foreign_report_begun(&output->report, played, &text);
        print(&text);
    }
}

/* True if the ratings are due, but for the last game. */
static bool ratings_are_due(const struct match_output *output)
{
    const struct match_options *options = output->options;
    const struct standings *standings = output->report.standings;
    const bool fastchess = output->report.format == OUTPUT_FASTCHESS;
    int64_t every = options->report_every;
    if (every < 0) {
        every = fastchess ? FASTCHESS_INTERVAL : 0;
    }
    if (fastchess && schedule_is_paired(&options->schedule)) {
        every *= 2; /* it counts pairs */
    }
    return every > 0 && standings->finished % every == 0 && !standings_is_complete(standings);
}

void match_output_ended(const struct match_output *output, const struct played_game *played)
{
    struct buffer text = {0}, ending = {0};
    if (!tells_games(output)) {
        return;
    }
    ending_put(&output->context, played, &ending);
    foreign_report_ended(&output->report, played, buffer_text(&ending), &text);
    foreign_report_score(&output->report, played->number, &text);
    if (output->report.format != OUTPUT_OWN && ratings_are_due(output)) {
        foreign_report_ratings(&output->report, &text);
    }
    print(&text);
    buffer_finish(&ending);
}

void match_output_end(const struct match_output *output)
{
    struct buffer text = {0};
    if (output->report.format != OUTPUT_OWN) {
        foreign_report_end(&output->report, &text);
        print(&text);
    }
}
