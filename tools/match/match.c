/* SPDX-License-Identifier: MIT */
#include "match.h"

#include <ev.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config_file.h"
#include "memory.h"
#include "pgn.h"

static void take_stored(void *context, const struct played_game *played)
{
    standings_add(context, played);
}

bool match_read_standings(struct standings *standings, const struct match_options *options,
                          struct store *store, struct error *error)
{
    standings_init(standings, &options->schedule, options->names);
    return store_each(store, false, take_stored, standings, error);
}

/* Opens the files of games. With a database they hold its games; otherwise the games are appended,
 * because a file may be the only place that has those of an earlier match. */
static bool open_exports(struct match *match, struct error *error)
{
    const struct match_options *options = match->options;
    const struct format_context context = options_format_context(options);
    bool appends[EXPORT_FORMATS];
    for (enum export_format format = 0; format < EXPORT_FORMATS; format++) {
        appends[format] = !options->database && options->appending[format] != OVERWRITING;
    }
    return export_open(&match->exports, &context, options->exports, appends, error) &&
           export_stored(&match->exports, match->store, error);
}

bool match_init(struct match *match, struct ev_loop *loop, const struct match_options *options,
                const struct openings *openings, struct store *store, struct error *error)
{
    *match = (struct match){.loop = loop, .options = options, .openings = openings, .store = store};
    if (!match_read_standings(&match->standings, options, store, error) ||
        !config_add_results(options, &match->standings, error)) {
        return false;
    }
    match->handed = memory_zeroed((size_t)schedule_numbers(&options->schedule), 1);
    match_output_init(&match->output, options, &match->standings);
    progress_init(&match->progress, &match->standings,
                  options->quiet || options->output != OUTPUT_OWN, options->report_every);
    if (!match_log_open(&match->log, &options->log, options->names, options->engine_count, error) ||
        !match_events_open(&match->events, options, error) || !open_exports(match, error) ||
        !config_write(options, &match->standings, error)) {
        return false;
    }
    match_events_begin(&match->events, &match->standings);
    for (int i = 0; i < options->engine_count; i++) {
        const struct engine_options *engine = &options->engines[i];
        if (engine->warning) {
            match_log_note(match->log, MATCH_LOG_WARN, "%s: not set: %s", engine->name,
                           engine->warning);
            match_events_message(&match->events, engine->warning);
        }
    }
    return !match->events.lost.text[0] || error_set(error, "%s", match->events.lost.text);
}

bool match_finish(struct match *match, struct error *error)
{
    match_output_finish(&match->output);
    standings_finish(&match->standings);
    free(match->handed);
    match->handed = NULL;
    bool good = match_log_close(match->log, error);
    good = match_events_close(&match->events, good ? error : NULL) && good;
    return export_close(&match->exports, good ? error : NULL) && good;
}

void match_stop(struct match *match)
{
    match->stopping = true;
    ev_break(match->loop, EVBREAK_ALL);
}

/* Hands out a game of the first encounter that needs one. */
static bool next_of_encounters(struct match *match, struct scheduled_game *game)
{
    const struct schedule *schedule = &match->options->schedule;
    const struct encounters *encounters = &match->standings.encounters;
    for (int i = 0; i < encounters->count; i++) {
        const struct encounter *encounter = &encounters->list[i];
        const bool known = encounter->engines[0] >= 0 && encounter->engines[1] >= 0;
        for (int in = 0; known && !encounter->over && in < encounter->allowed; in++) {
            const int64_t number = schedule_number(schedule, i, in);
            if (!standings_has(&match->standings, number) && !match->handed[number]) {
                match->handed[number] = true;
                *game = standings_game(&match->standings, number);
                return true;
            }
        }
    }
    return false;
}

bool match_next(struct match *match, struct scheduled_game *game)
{
    int64_t games = schedule_games(&match->options->schedule);
    if (encounters_depend(&match->options->schedule)) {
        return !match->stopping && next_of_encounters(match, game);
    }
    while (match->next < games && standings_has(&match->standings, match->next)) {
        match->next++;
    }
    if (match->stopping || match->next >= games) {
        return false;
    }
    *game = schedule_game(&match->options->schedule, match->next++);
    return true;
}

const struct opening *match_open(const struct match *match, const struct scheduled_game *game,
                                 struct game_record *record)
{
    const struct match_options *options = match->options;
    int64_t index = game->opening + options->opening_start - 1;
    if (match->openings->count > 0) {
        const struct opening *from = &match->openings->list[index % match->openings->count];
        game_record_begin(record, from->fen, from->moves, NULL);
        return from;
    }
    if (!options->random_plies ||
        !opening_random(record, options->random_plies, options->seed, index)) {
        game_record_begin(record, NULL, NULL, NULL);
    }
    return NULL;
}

bool match_is_over(const struct match *match)
{
    const struct standings *standings = &match->standings;
    bool has_verdict = match->options->sprt.enabled &&
                       sprt_verdict(&match->options->sprt, &standings->tallies[0],
                                    schedule_is_paired(&standings->schedule)) != SPRT_RUNNING;
    return has_verdict || standings_is_complete(standings);
}

void match_game_begun(struct match *match, const struct played_game *played)
{
    const char *const *names = match->options->names;
    match_log_note(match->log, MATCH_LOG_TRACE, "game %lld begins: %s - %s",
                   (long long)played->number + 1, names[played->engines[0]],
                   names[played->engines[1]]);
    match_events_game_begun(&match->events, played);
    progress_clear(&match->progress);
    match_output_begun(&match->output, played);
}

void match_move_played(struct match *match, const struct played_game *played)
{
    match_events_move(&match->events, played);
}

/* Ends the match because a file could not be written. */
static void fail(struct match *match)
{
    match_log_note(match->log, MATCH_LOG_FATAL, "%s", match->lost.text);
    match_stop(match);
}

void match_game_over(struct match *match, const struct played_game *played)
{
    const struct match_options *options = match->options;
    if (match->stopping) {
        return;
    }
    match_log_note(match->log, MATCH_LOG_INFO, "game %lld has ended: %s (%s)",
                   (long long)played->number + 1, pgn_result_name(played->result),
                   verdict_name(played->verdict));
    const bool stores = options->database || options->page;
    if ((stores && !store_game(match->store, played, &match->lost)) ||
        !export_add(&match->exports, played, &match->lost)) {
        fail(match);
        return;
    }
    standings_add(&match->standings, played);
    match_events_game_ended(&match->events, played);
    match_events_standings(&match->events, &match->standings);
    const int interval = options->config.interval;
    match->lost = match->events.lost;
    if (match->lost.text[0] || (interval > 0 && match->standings.finished % interval == 0 &&
                                !config_write(options, &match->standings, &match->lost))) {
        fail(match);
        return;
    }
    progress_clear(&match->progress);
    match_output_ended(&match->output, played);
    progress_step(&match->progress, &match->standings, &match->options->sprt);
    if (match_is_over(match)) {
        match_stop(match);
    }
}

void match_ended(struct match *match)
{
    const struct standings *standings = &match->standings;
    const bool all = standings_is_complete(standings);
    match_events_end(&match->events, standings,
                     match->lost.text[0]    ? "failed"
                     : all                  ? "played"
                     : match_is_over(match) ? "decided"
                                            : "interrupted");
    if (!match->lost.text[0]) {
        match->lost = match->events.lost;
    }
    if (!match->lost.text[0]) {
        config_write(match->options, standings, &match->lost);
    }
}

void match_say(struct match *match, enum match_log_level level, const char *format, ...)
{
    struct error line = {""}; /* the longest message, an engine's name and a reason, fits */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line.text, sizeof line.text, format, arguments);
    va_end(arguments);
    progress_clear(&match->progress);
    if (match->options->output == OUTPUT_OWN) {
        puts(line.text);
        fflush(stdout);
    } else { /* whoever reads the other runner's lines does not expect this one */
        fprintf(stderr, "%s\n", line.text);
    }
    match_log_note(match->log, level, "%s", line.text);
    match_events_message(&match->events, line.text);
}
