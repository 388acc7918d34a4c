/* SPDX-License-Identifier: MIT */
#include "agreement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoding.h"
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
                  schedule->kind == TOURNAMENT_GAUNTLET ? "gauntlet" : "roundrobin",
                  schedule->engines, schedule->challengers, schedule->rounds, schedule->games,
                  schedule->by_lot ? "lot" : "swap");
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
    agree(terms, "sprt");
    buffer_printf(value, "resign %d %d %d, draw %d %d %d, length %d", rules->resign_moves,
                  rules->resign_score, rules->resign_twosided, rules->draw_from, rules->draw_moves,
                  rules->draw_score, rules->max_moves);
    agree(terms, "adjudication");
    buffer_puts(value, options->event ? options->event : "");
    agree(terms, "event");
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
    char *value = database_term(&store->database, key);
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
        agreement->event = database_term(&store->database, "event");
    }
    for (int i = 0; good && i < agreement->name_count; i++) {
        char key[32];
        snprintf(key, sizeof key, "name %d", i + 1);
        char *name = need(store, key, error);
        good = name != NULL;
        if (good) {
            /* Names are shown on terminals, and another program may have written the file. */
            struct buffer line = {0};
            encoding_put_line(name, &line);
            agreement->names[i] = agreement->name_texts[i] = memory_text(buffer_text(&line));
            buffer_finish(&line);
        }
        free(name);
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
