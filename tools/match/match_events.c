/* SPDX-License-Identifier: MIT */
#include "match_events.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compiler.h"
#include "encoding.h"
#include "match_options.h"
#include "pgn.h"

bool match_events_open(struct match_events *events, const struct match_options *options,
                       struct error *error)
{
    const struct match_event_options *own = &options->events;
    *events = (struct match_events){.options = options, .file = -1};
    if (own->path) {
        events->file =
            open(own->path,
                 O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (own->appends ? 0 : O_TRUNC), 0666);
    }
    return !own->path || events->file >= 0 ||
           error_set(error, "-jsonout %s: %s", own->path, strerror(errno));
}

bool match_events_close(struct match_events *events, struct error *error)
{
    const bool closed = !events->options || events->file < 0 || close(events->file) == 0;
    return closed ||
           error_set(error, "-jsonout %s: %s", events->options->events.path, strerror(errno));
}

/* ---- JSON ---- */

/* Begins a member of an object, with a comma unless it is the first one. */
static void put_name(struct buffer *out, const char *name)
{
    const char last = out->data[out->end - 1];
    if (last != '{') {
        buffer_putc(out, ',');
    }
    buffer_printf(out, "\"%s\":", name);
}

static void put_text(struct buffer *out, const char *name, const char *text)
{
    put_name(out, name);
    if (text) {
        encoding_put_json(text, out);
    } else {
        buffer_puts(out, "null");
    }
}

static void put_number(struct buffer *out, const char *name, int64_t number)
{
    put_name(out, name);
    buffer_put_number(out, number);
}

/* Puts a number that is known, and null otherwise. JSON has no infinities. */
static void put_real(struct buffer *out, const char *name, double number, int decimals)
{
    put_name(out, name);
    if (isfinite(number)) {
        buffer_printf(out, "%.*f", decimals, number + 0.0);
    } else {
        buffer_puts(out, "null");
    }
}

static void put_known(struct buffer *out, const char *name, int64_t number)
{
    if (number >= 0) {
        put_number(out, name, number);
    }
}

/* Begins an event with its name and the time of day; false if there is no file. */
static bool begin(const struct match_events *events, struct buffer *out, const char *name)
{
    struct timespec now;
    if (events->file < 0) {
        return false;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    buffer_puts(out, "{");
    put_text(out, "event", name);
    put_real(out, "time", (double)now.tv_sec + (double)now.tv_nsec / 1e9, 3);
    return true;
}

/* Ends an event and writes it. */
static void end(struct match_events *events, struct buffer *out)
{
    buffer_puts(out, "}\n");
    const char *at = buffer_text(out);
    for (size_t left = buffer_length(out); left > 0 && !events->lost.text[0];) {
        const ssize_t count = write(events->file, at, left);
        if (count >= 0) {
            at += count;
            left -= (size_t)count;
        } else if (errno != EINTR) {
            error_set(&events->lost, "-jsonout %s: %s", events->options->events.path,
                      strerror(errno));
        }
    }
    buffer_finish(out);
}

/* ---- The events ---- */

static void put_sprt_terms(const struct sprt *sprt, struct buffer *out)
{
    put_real(out, "elo0", sprt->elo0, 2);
    put_real(out, "elo1", sprt->elo1, 2);
    put_name(out, "alpha");
    buffer_printf(out, "%g", sprt->alpha);
    put_name(out, "beta");
    buffer_printf(out, "%g", sprt->beta);
    put_text(out, "model", sprt->model == SPRT_LOGISTIC ? "logistic" : "normalized");
}

void match_events_begin(struct match_events *events, const struct standings *standings)
{
    const struct match_options *options = events->options;
    struct buffer out = {0};
    if (!begin(events, &out, "match_begun")) {
        return;
    }
    put_text(&out, "program", "myosu-match");
    put_text(&out, "version", MYOSU_VERSION);
    put_text(&out, "match", options->event);
    put_text(&out, "game", options->game_key);
    put_name(&out, "engines");
    for (int i = 0; i < options->engine_count; i++) {
        struct buffer control = {0};
        game_time_format(&options->engines[i].control, &control);
        buffer_puts(&out, i ? ",{" : "[{");
        put_text(&out, "name", options->names[i]);
        put_text(&out, "command", options->engines[i].command);
        put_text(&out, "limits", buffer_text(&control));
        buffer_putc(&out, '}');
        buffer_finish(&control);
    }
    buffer_putc(&out, ']');
    put_number(&out, "games", standings_total(standings));
    put_number(&out, "finished", standings->finished);
    put_number(&out, "concurrency", options->concurrency);
    put_number(&out, "seed", (int64_t)options->seed);
    if (options->sprt.enabled) {
        put_name(&out, "sprt");
        buffer_putc(&out, '{');
        put_sprt_terms(&options->sprt, &out);
        buffer_putc(&out, '}');
    }
    events->begun = true;
    end(events, &out);
}

static void put_players(const struct match_events *events, const struct played_game *played,
                        struct buffer *out)
{
    put_number(out, "game", played->number + 1);
    put_number(out, "round", played->round + 1);
    put_text(out, "first", events->options->names[played->engines[0]]);
    put_text(out, "second", events->options->names[played->engines[1]]);
}

static void put_moves(const struct played_game *played, const char *name, int count,
                      struct buffer *out)
{
    put_name(out, name);
    buffer_putc(out, '[');
    for (int i = 0; i < count; i++) {
        buffer_puts(out, i ? "," : "");
        encoding_put_json(played->moves[i].text, out);
    }
    buffer_putc(out, ']');
}

void match_events_game_begun(struct match_events *events, const struct played_game *played)
{
    struct buffer out = {0};
    if (!begin(events, &out, "game_begun")) {
        return;
    }
    put_players(events, played, &out);
    put_text(&out, "fen", played->fen);
    put_moves(played, "opening", played->opening_plies, &out);
    end(events, &out);
}

void match_events_move(struct match_events *events, const struct played_game *played)
{
    const struct played_move *move = &played->moves[played->count - 1];
    struct buffer out = {0};
    if (!events->options->events.moves || !begin(events, &out, "move")) {
        return;
    }
    put_number(&out, "game", played->number + 1);
    put_number(&out, "ply", played->count);
    put_text(&out, "engine", events->options->names[played->engines[move->player - 1]]);
    put_text(&out, "move", move->text);
    put_real(&out, "seconds", (double)move->time_us / 1e6, 6);
    if (move->has_score) {
        put_number(&out, move->is_mate ? "mate_plies" : "cp", move->score);
    }
    put_known(&out, "depth", move->depth > 0 ? move->depth : -1);
    put_known(&out, "nodes", move->nodes);
    if (move->left_us >= 0) {
        put_real(&out, "seconds_left", (double)move->left_us / 1e6, 6);
    }
    end(events, &out);
}

void match_events_game_ended(struct match_events *events, const struct played_game *played)
{
    struct buffer out = {0};
    if (!begin(events, &out, "game_ended")) {
        return;
    }
    put_players(events, played, &out);
    put_text(&out, "result", pgn_result_name(played->result));
    put_text(&out, "winner",
             played->result == RESULT_P1_WINS   ? events->options->names[played->engines[0]]
             : played->result == RESULT_P2_WINS ? events->options->names[played->engines[1]]
                                                : NULL);
    put_text(&out, "reason", verdict_name(played->verdict));
    put_text(&out, "detail", played->detail.text[0] ? played->detail.text : NULL);
    put_number(&out, "plies", played->count);
    put_moves(played, "moves", played->count, &out);
    end(events, &out);
}

static void put_tally(const struct tally *tally, bool paired, struct buffer *out)
{
    const struct estimate e = stats_estimate(tally, paired);
    put_number(out, "games", tally_games(tally));
    put_number(out, "wins", tally->wins);
    put_number(out, "losses", tally->losses);
    put_number(out, "draws", tally->draws);
    put_real(out, "points", (double)tally->wins + (double)tally->draws / 2, 1);
    put_real(out, "elo", e.elo, 2);
    put_real(out, "elo_error", e.elo_error, 2);
    put_real(out, "nelo", e.nelo, 2);
    put_real(out, "nelo_error", e.known ? e.nelo_error : INFINITY, 2);
    put_real(out, "superiority", e.superiority, 4);
    if (paired) {
        put_name(out, "pairs");
        for (int i = 0; i < LENGTH(tally->pairs); i++) {
            buffer_printf(out, "%s%lld", i ? "," : "[", (long long)tally->pairs[i]);
        }
        buffer_putc(out, ']');
    }
}

/* Puts the members of the standings, which the end of a match has, too. */
static void put_standings(const struct match_events *events, const struct standings *standings,
                          struct buffer *out)
{
    static const char *const verdicts[] = {"running", "H0", "H1"};
    const struct sprt *sprt = &events->options->sprt;
    const bool paired = schedule_is_paired(&standings->schedule);
    put_number(out, "finished", standings->finished);
    put_name(out, "engines");
    for (int i = 0; i < standings->schedule.engines; i++) {
        const struct tally tally = standings_of(standings, i);
        buffer_puts(out, i ? ",{" : "[{");
        put_text(out, "name", standings->names[i]);
        put_tally(&tally, paired && tally_pairs(&tally) > 0, out);
        buffer_putc(out, '}');
    }
    buffer_putc(out, ']');
    if (sprt->enabled) {
        const struct tally *tally = &standings->tallies[0];
        put_name(out, "sprt");
        buffer_putc(out, '{');
        put_real(out, "llr", sprt_llr(sprt, tally, paired), 4);
        put_real(out, "lower", sprt_lower_bound(sprt), 4);
        put_real(out, "upper", sprt_upper_bound(sprt), 4);
        put_text(out, "verdict", verdicts[sprt_verdict(sprt, tally, paired)]);
        buffer_putc(out, '}');
    }
}

void match_events_standings(struct match_events *events, const struct standings *standings)
{
    struct buffer out = {0};
    if (!begin(events, &out, "standings")) {
        return;
    }
    put_standings(events, standings, &out);
    end(events, &out);
}

void match_events_message(struct match_events *events, const char *text)
{
    struct buffer out = {0};
    if (!begin(events, &out, "message")) {
        return;
    }
    put_text(&out, "text", text);
    end(events, &out);
}

void match_events_end(struct match_events *events, const struct standings *standings,
                      const char *why)
{
    struct buffer out = {0};
    if (!events->begun || !begin(events, &out, "match_ended")) {
        return;
    }
    put_text(&out, "why", why);
    put_standings(events, standings, &out);
    end(events, &out);
}
