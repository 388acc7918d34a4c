/* SPDX-License-Identifier: MIT */
#include "agreement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_options.h"
#include "game_words.h"
#include "rng.h"

/* Version of the database's layout. */
#define LAYOUT "1"

/* The rules by which a Swiss tournament is paired. */
#define SWISS_RULES "C.04.3"

/* The words for the colours, also if they are reversed. */
static const char *const colour_words[][2] = {[COLOURS_SWAP] = {"swap", "swap-reversed"},
                                              [COLOURS_LOT] = {"lot", "lot-reversed"},
                                              [COLOURS_KEEP] = {"keep", "keep-reversed"}};

static uint64_t mix_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++) {
        hash = rng_mix(hash ^ (unsigned char)*text);
    }
    return rng_mix(hash + 1);
}

/* Describes the openings by their content, independently of the file name. */
static void format_openings(const struct match_options *options, const struct openings *openings,
                            struct buffer *out)
{
    static const char *const policies[] = {"default", "encounter", "round"};
    const struct schedule *schedule = &options->schedule;
    if (options->random_plies) {
        buffer_printf(out, "%d random plies", options->random_plies);
    } else {
        uint64_t hash = 0;
        for (int64_t i = 0; i < openings->count; i++) {
            hash = mix_text(hash, openings->list[i].fen);
            hash = mix_text(hash, openings->list[i].moves);
        }
        buffer_printf(out, "%lld read, checksum %016llx, from number %lld",
                      (long long)openings->count, (unsigned long long)hash,
                      (long long)options->opening_start);
    }
    if (schedule->policy != POLICY_DEFAULT || schedule->engines > 2) {
        buffer_printf(out, ", policy %s", policies[schedule->policy]);
    }
}

/* The terms of a match that are being stored or compared, one after another. */
struct terms {
    struct database *database;
    struct buffer value; /* of the next term */
    struct error *error;
    bool good; /* all terms so far are agreed */
};

static void agree(struct terms *terms, const char *key)
{
    terms->good = terms->good &&
                  database_agree(terms->database, key, buffer_text(&terms->value), terms->error);
    buffer_clear(&terms->value);
}

/* Writes a time control in a form that read_control reads. */
static void put_control(const struct game_time *control, struct buffer *out)
{
    buffer_printf(out, "%d moves %lld ms base %lld ms inc %lld ms move", control->moves,
                  (long long)control->base_ms, (long long)control->inc_ms,
                  (long long)control->movetime_ms);
}

static bool read_control(const char *text, struct game_time *control)
{
    long long base, inc, movetime;
    if (sscanf(text, "%d moves %lld ms base %lld ms inc %lld ms move", &control->moves, &base, &inc,
               &movetime) != 4) {
        return false;
    }
    control->base_ms = base;
    control->inc_ms = inc;
    control->movetime_ms = movetime;
    return true;
}

static void agree_on_engines(struct terms *terms, const struct match_options *options)
{
    for (int i = 0; i < options->engine_count; i++) {
        char key[32];
        snprintf(key, sizeof key, "name %d", i + 1);
        buffer_puts(&terms->value, options->engines[i].name);
        agree(terms, key);
        snprintf(key, sizeof key, "engine %d", i + 1);
        buffer_puts(&terms->value, options->engines[i].key);
        agree(terms, key);
        snprintf(key, sizeof key, "time %d", i + 1);
        put_control(&options->engines[i].control, &terms->value);
        agree(terms, key);
    }
}

static void agree_on_all(struct terms *terms, const struct match_options *options,
                         const struct openings *openings)
{
    const struct schedule *schedule = &options->schedule;
    const struct sprt *sprt = &options->sprt;
    const struct adjudication *rules = &options->adjudication;
    struct buffer *value = &terms->value;
    buffer_puts(value, LAYOUT);
    agree(terms, "layout");
    buffer_puts(value, options->game_key);
    agree(terms, "game");
    buffer_printf(value, "%s %d engines %d seeds %d rounds %d games %s",
                  schedule_kind_name(schedule->kind), schedule->engines, schedule->challengers,
                  schedule->rounds, schedule->games,
                  colour_words[schedule->colours][schedule->reversed]);
    buffer_puts(value, schedule->kind == TOURNAMENT_SWISS ? " " SWISS_RULES : "");
    agree(terms, "schedule");
    agree_on_engines(terms, options);
    format_openings(options, openings, value);
    agree(terms, "openings");
    buffer_printf(value, "%llu", (unsigned long long)options->seed);
    agree(terms, "seed");
    if (sprt->enabled) {
        buffer_printf(value, "%d %.17g %.17g %.17g %.17g", (int)sprt->model, sprt->elo0, sprt->elo1,
                      sprt->alpha, sprt->beta);
    } else {
        buffer_puts(value, "none");
    }
    buffer_puts(value, schedule->singles ? " games" : "");
    agree(terms, "sprt");
    buffer_printf(value, "resign %d %d %d, draw %d %d %d, length %d", rules->resign_moves,
                  rules->resign_score, rules->resign_twosided, rules->draw_from, rules->draw_moves,
                  rules->draw_score, rules->max_moves);
    if (rules->tables) {
        buffer_printf(value, ", tables %d %d %d", rules->table_pieces, rules->table_results,
                      rules->ignores_clock);
    }
    agree(terms, "adjudication");
    buffer_puts(value, options->event ? options->event : "");
    agree(terms, "event");
    buffer_puts(value, options->site ? options->site : "");
    agree(terms, "site");
}

bool agreement_make(struct store *store, const struct match_options *options,
                    const struct openings *openings, struct error *error)
{
    struct terms terms = {.database = &store->database, .error = error, .good = true};
    if (!store_begin(store, error)) {
        return false;
    }
    agree_on_all(&terms, options, openings);
    buffer_finish(&terms.value);
    return store_end(store, terms.good, error);
}

static bool read_schedule(struct schedule *schedule, const char *text, struct error *error)
{
    char kind[16], colors[16];
    if (sscanf(text, "%15s %d engines %d seeds %d rounds %d games %15s", kind, &schedule->engines,
               &schedule->challengers, &schedule->rounds, &schedule->games, colors) != 6 ||
        schedule->engines < 2 || schedule->rounds < 1 || schedule->games < 1) {
        return error_set(error, "the database's schedule is not understood: %s", text);
    }
    if (!schedule_find_kind(kind, &schedule->kind)) {
        return error_set(error, "the database's tournament is not known: %s", kind);
    }
    if (schedule->kind == TOURNAMENT_SWISS && !strstr(text, SWISS_RULES)) {
        return error_set(error, "the database's tournament was paired by other rules");
    }
    for (int colours = COLOURS_SWAP; colours <= COLOURS_KEEP; colours++) {
        for (int reversed = 0; reversed < 2; reversed++) {
            if (strcmp(colors, colour_words[colours][reversed]) == 0) {
                schedule->colours = colours;
                schedule->reversed = reversed;
            }
        }
    }
    return true;
}

static void read_sprt(struct sprt *sprt, const char *text)
{
    int model;
    sprt->enabled = sscanf(text, "%d %lf %lf %lf %lf", &model, &sprt->elo0, &sprt->elo1,
                           &sprt->alpha, &sprt->beta) == 5;
    sprt->model = sprt->enabled && model == SPRT_LOGISTIC ? SPRT_LOGISTIC : SPRT_NORMALIZED;
}

/* Replaces `text` by the value of a required key. */
static bool need(struct store *store, const char *key, char **text, struct error *error)
{
    free(*text);
    *text = database_term(&store->database, key);
    return *text || error_set(error, "the database holds no match: it has no '%s'", key);
}

/* Reads a term that may be missing or empty. Returns it, or NULL. */
static const char *read_name(struct store *store, const char *key, char **stored)
{
    *stored = database_term(&store->database, key);
    return *stored && **stored ? *stored : NULL;
}

bool agreement_read(struct store *store, struct match_options *options, struct error *error)
{
    struct schedule *schedule = &options->schedule;
    struct error reason;
    char *text = NULL, key[32];
    *options = (struct match_options){0};
    bool good = need(store, "game", &text, error) &&
                (game_words_read(text, &options->game, &options->settings, &reason) ||
                 error_set(error, "the database's game: %.250s", reason.text)) &&
                need(store, "schedule", &text, error) && read_schedule(schedule, text, error) &&
                need(store, "seed", &text, error);
    if (good) {
        schedule->seed = strtoull(text, NULL, 10);
        good = need(store, "sprt", &text, error);
    }
    if (good) {
        read_sprt(&options->sprt, text);
        schedule->singles = strstr(text, " games") != NULL;
    }
    for (int i = 1; good && i <= schedule->engines; i++) {
        snprintf(key, sizeof key, "name %d", i);
        good = need(store, key, &text, error);
        engine_options_set_name(engine_options_add(options), good ? text : "");
    }
    bool timed = true; /* older databases have no time controls */
    for (int i = 0; good && i < options->engine_count; i++) {
        snprintf(key, sizeof key, "time %d", i + 1);
        free(text);
        text = database_term(&store->database, key);
        timed = timed && text && read_control(text, &options->engines[i].control);
    }
    free(text);
    options_list_engines(options);
    if (!timed) {
        free(options->controls);
        options->controls = NULL;
    }
    options->event = read_name(store, "event", &options->stored_event);
    options->site = read_name(store, "site", &options->stored_site);
    return good;
}
