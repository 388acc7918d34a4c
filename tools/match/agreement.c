/* SPDX-License-Identifier: MIT */
#include "agreement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_options.h"
#include "game_words.h"
#include "memory.h"
#include "rng.h"

/* Version of the database's layout. */
#define LAYOUT "1"

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
    if (options->random_plies) {
        buffer_printf(out, "%d random plies", options->random_plies);
        return;
    }
    uint64_t hash = 0;
    for (int64_t i = 0; i < openings->count; i++) {
        hash = mix_text(hash, openings->list[i].fen);
        hash = mix_text(hash, openings->list[i].moves);
    }
    buffer_printf(out, "%lld read, checksum %016llx, from number %lld", (long long)openings->count,
                  (unsigned long long)hash, (long long)options->opening_start + 1);
}

static void format_schedule(const struct schedule *schedule, struct buffer *out)
{
    buffer_printf(out, "%s %d engines %d seeds %d rounds %d games %s",
                  schedule->kind == TOURNAMENT_GAUNTLET ? "gauntlet" : "roundrobin",
                  schedule->engines, schedule->challengers, schedule->rounds, schedule->games,
                  schedule->by_lot ? "lot" : "swap");
}

static void format_sprt(const struct sprt *sprt, struct buffer *out)
{
    if (sprt->enabled) {
        buffer_printf(out, "%d %.17g %.17g %.17g %.17g", (int)sprt->model, sprt->elo0, sprt->elo1,
                      sprt->alpha, sprt->beta);
    } else {
        buffer_puts(out, "none");
    }
}

static void format_adjudication(const struct adjudication *rules, struct buffer *out)
{
    buffer_printf(out, "resign %d %d %d, draw %d %d %d, length %d", rules->resign_moves,
                  rules->resign_score, rules->resign_twosided, rules->draw_from, rules->draw_moves,
                  rules->draw_score, rules->max_moves);
}

static bool agree(struct store *store, const char *key, struct buffer *value, struct error *error)
{
    bool good = store_agree(store, key, buffer_text(value), error);
    buffer_clear(value);
    return good;
}

static bool agree_on_engines(struct store *store, const struct match_options *options,
                             struct buffer *value, struct error *error)
{
    for (int i = 0; i < options->engine_count; i++) {
        char key[32];
        snprintf(key, sizeof key, "name %d", i + 1);
        if (!store_agree(store, key, options->engines[i].name, error)) {
            return false;
        }
        snprintf(key, sizeof key, "engine %d", i + 1);
        buffer_puts(value, options->engines[i].key);
        if (!agree(store, key, value, error)) {
            return false;
        }
    }
    return true;
}

static bool agree_on_all(struct store *store, const struct match_options *options,
                         const struct openings *openings, struct buffer *value, struct error *error)
{
    if (!store_agree(store, "layout", LAYOUT, error) ||
        !store_agree(store, "game", options->game_key, error)) {
        return false;
    }
    format_schedule(&options->schedule, value);
    if (!agree(store, "schedule", value, error) ||
        !agree_on_engines(store, options, value, error)) {
        return false;
    }
    format_openings(options, openings, value);
    if (!agree(store, "openings", value, error)) {
        return false;
    }
    buffer_printf(value, "%llu", (unsigned long long)options->seed);
    if (!agree(store, "seed", value, error)) {
        return false;
    }
    format_sprt(&options->sprt, value);
    if (!agree(store, "sprt", value, error)) {
        return false;
    }
    format_adjudication(&options->adjudication, value);
    return agree(store, "adjudication", value, error) &&
           store_agree(store, "event", options->event ? options->event : "", error);
}

bool agreement_make(struct store *store, const struct match_options *options,
                    const struct openings *openings, struct error *error)
{
    struct buffer value = {0};
    if (!store_begin(store, error)) {
        return false;
    }
    bool good = agree_on_all(store, options, openings, &value, error);
    buffer_finish(&value);
    return good ? store_end(store, true, error) : (store_end(store, false, NULL), false);
}

static bool read_schedule(struct schedule *schedule, const char *text, struct error *error)
{
    char kind[16], colors[16];
    if (sscanf(text, "%15s %d engines %d seeds %d rounds %d games %15s", kind, &schedule->engines,
               &schedule->challengers, &schedule->rounds, &schedule->games, colors) != 6 ||
        schedule->engines < 2 || schedule->rounds < 1 || schedule->games < 1) {
        return error_set(error, "the database's schedule is not understood: %s", text);
    }
    schedule->kind = strcmp(kind, "gauntlet") == 0 ? TOURNAMENT_GAUNTLET : TOURNAMENT_ROUND_ROBIN;
    schedule->by_lot = strcmp(colors, "lot") == 0;
    return true;
}

static void read_sprt(struct sprt *sprt, const char *text)
{
    int model;
    sprt->enabled = sscanf(text, "%d %lf %lf %lf %lf", &model, &sprt->elo0, &sprt->elo1,
                           &sprt->alpha, &sprt->beta) == 5;
    sprt->model = sprt->enabled && model == SPRT_LOGISTIC ? SPRT_LOGISTIC : SPRT_NORMALIZED;
}

/* Returns the value of a required key, for the caller to free. */
static char *need(struct store *store, const char *key, struct error *error)
{
    char *value = store_value(store, key);
    if (!value) {
        error_set(error, "the database holds no match: it has no '%s'", key);
    }
    return value;
}

bool agreement_read(struct store *store, struct agreement *agreement, struct error *error)
{
    *agreement = (struct agreement){0};
    char *game = need(store, "game", error);
    char *schedule = game ? need(store, "schedule", error) : NULL;
    char *seed = schedule ? need(store, "seed", error) : NULL;
    char *sprt = seed ? need(store, "sprt", error) : NULL;
    struct error reason;
    bool good = sprt &&
                (game_words_read(game, &agreement->game, &agreement->settings, &reason) ||
                 error_set(error, "the database's game: %.250s", reason.text)) &&
                read_schedule(&agreement->schedule, schedule, error);
    if (good) {
        agreement->schedule.seed = strtoull(seed, NULL, 10);
        read_sprt(&agreement->sprt, sprt);
        int count = agreement->schedule.engines;
        agreement->names = memory_zeroed((size_t)count, sizeof *agreement->names);
        agreement->name_texts = memory_zeroed((size_t)count, sizeof *agreement->name_texts);
        agreement->name_count = count;
        agreement->event = store_value(store, "event");
    }
    for (int i = 0; good && i < agreement->name_count; i++) {
        char key[32];
        snprintf(key, sizeof key, "name %d", i + 1);
        agreement->name_texts[i] = need(store, key, error);
        agreement->names[i] = agreement->name_texts[i];
        good = agreement->names[i];
    }
    free(game);
    free(schedule);
    free(seed);
    free(sprt);
    return good;
}

void agreement_finish(struct agreement *agreement)
{
    for (int i = 0; i < agreement->name_count; i++) {
        free(agreement->name_texts[i]);
    }
    free(agreement->name_texts);
    free(agreement->names);
    free(agreement->event);
    *agreement = (struct agreement){0};
}
