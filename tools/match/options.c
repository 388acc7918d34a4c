/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine_options.h"
#include "memory.h"
#include "registry.h"

/* The usual probabilities of a wrong verdict of a sequential test. */
#define SPRT_ERROR 0.05

#define MAX_CONCURRENCY 512

static bool read_game_parameter(struct match_options *options, const struct pair *pair,
                                struct error *error)
{
    const struct game *game = options->game;
    int index = game_find_parameter(game, pair->key);
    if (index < 0) {
        struct buffer known = {0};
        for (int i = 0; i < game->setting_count; i++) {
            if (game->settings[i].name) {
                buffer_printf(&known, " %s", game->settings[i].name);
            }
        }
        error_set(error, "-game %s: no parameter '%s'; there %s:%s", game->name, pair->key,
                  buffer_length(&known) ? "are" : "is none", buffer_text(&known));
        buffer_finish(&known);
        return false;
    }
    struct error reason = {""};
    return game_read_setting(&game->settings[index], pair->value ? pair->value : "",
                             &options->settings.values[index], &reason) ||
           error_set(error, "-game %s %s: %.200s", game->name, pair->key, reason.text);
}

static bool read_game(struct match_options *options, struct words *words, struct error *error)
{
    struct pair pair;
    if (!pairs_take_value(words, &pair, error)) {
        return false;
    }
    options->game = registry_find(registry_games(), pair.value);
    if (!options->game) {
        struct buffer known = {0};
        for (const struct game *const *game = registry_games(); *game; game++) {
            buffer_printf(&known, " %s", (*game)->name);
        }
        error_set(error, "-game: no game '%s'; there are:%s", pair.value, buffer_text(&known));
        buffer_finish(&known);
        return false;
    }
    game_named_settings(options->game, pair.value, &options->settings);
    struct buffer key = {0};
    buffer_puts(&key, options->game->name);
    while (pairs_next(words, &pair)) {
        if (!read_game_parameter(options, &pair, error)) {
            buffer_finish(&key);
            return false;
        }
        buffer_printf(&key, " %s=%s", pair.key, pair.value);
    }
    free(options->game_key);
    options->game_key = memory_text(buffer_text(&key));
    buffer_finish(&key);
    return true;
}

static bool read_tournament(struct match_options *options, struct words *words, struct error *error)
{
    struct pair pair;
    if (!pairs_take_value(words, &pair, error)) {
        return false;
    }
    if (strcasecmp(pair.value, "gauntlet") == 0) {
        options->schedule.kind = TOURNAMENT_GAUNTLET;
    } else if (strcasecmp(pair.value, "roundrobin") != 0) {
        return error_set(error, "-tournament: expected roundrobin or gauntlet, found '%s'",
                         pair.value);
    }
    while (pairs_next(words, &pair)) {
        if (strcmp(pair.key, "seeds") != 0) {
            return pairs_unknown_key("-tournament", &pair, "seeds", error);
        }
        if (!pairs_int(&pair, 1, INT_MAX, &options->schedule.challengers, error)) {
            return false;
        }
    }
    return true;
}

static bool read_colors(struct match_options *options, struct words *words, struct error *error)
{
    struct pair pair;
    if (!pairs_take_value(words, &pair, error)) {
        return false;
    }
    options->schedule.by_lot = strcmp(pair.value, "lot") == 0;
    if (!options->schedule.by_lot && strcmp(pair.value, "swap") != 0) {
        return error_set(error, "-colors: expected swap or lot, found '%s'", pair.value);
    }
    return true;
}

static bool read_opening_key(struct match_options *options, const struct pair *pair,
                             struct error *error)
{
    const char *value = pair->value ? pair->value : "";
    if (strcmp(pair->key, "file") == 0) {
        free(options->opening_path);
        options->opening_path = memory_text(value);
    } else if (strcmp(pair->key, "format") == 0) {
        int format = position_line_format(value);
        if (format < 0) {
            return error_set(error,
                             "-openings: no format '%s'; there are: auto fen epd moves "
                             "offset",
                             value);
        }
        options->opening_format = (enum line_format)format;
    } else if (strcmp(pair->key, "order") == 0) {
        options->opening_order = strcmp(value, "random") == 0 ? ORDER_RANDOM : ORDER_SEQUENTIAL;
        if (options->opening_order == ORDER_SEQUENTIAL && strcmp(value, "sequential") != 0) {
            return error_set(error, "-openings order: expected sequential or random, found '%s'",
                             value);
        }
    } else if (strcmp(pair->key, "start") == 0) {
        if (!pairs_number(pair, 1, INT64_MAX, &options->opening_start, error)) {
            return false;
        }
        options->opening_start--;
    } else if (strcmp(pair->key, "random") == 0) {
        return pairs_int(pair, 1, MAX_MOVES, &options->random_plies, error);
    } else {
        return pairs_unknown_key("-openings", pair, "file, format, order, start or random", error);
    }
    return true;
}

static bool read_openings(struct match_options *options, struct words *words, struct error *error)
{
    struct pair pair;
    while (pairs_next(words, &pair)) {
        if (!read_opening_key(options, &pair, error)) {
            return false;
        }
    }
    if (options->opening_path && options->random_plies) {
        return error_set(error, "-openings: either file or random, not both");
    }
    return true;
}

static bool read_sprt(struct match_options *options, struct words *words, struct error *error)
{
    struct sprt *sprt = &options->sprt;
    *sprt = (struct sprt){.enabled = true, .alpha = SPRT_ERROR, .beta = SPRT_ERROR, .elo1 = 5};
    struct pair pair;
    bool good = true;
    while (good && pairs_next(words, &pair)) {
        const char *value = pair.value ? pair.value : "";
        if (strcmp(pair.key, "elo0") == 0) {
            good = pairs_real(&pair, -1000, 1000, &sprt->elo0, error);
        } else if (strcmp(pair.key, "elo1") == 0) {
            good = pairs_real(&pair, -1000, 1000, &sprt->elo1, error);
        } else if (strcmp(pair.key, "alpha") == 0) {
            good = pairs_real(&pair, 1e-6, 0.5, &sprt->alpha, error);
        } else if (strcmp(pair.key, "beta") == 0) {
            good = pairs_real(&pair, 1e-6, 0.5, &sprt->beta, error);
        } else if (strcmp(pair.key, "model") == 0) {
            sprt->model = strcmp(value, "logistic") == 0 ? SPRT_LOGISTIC : SPRT_NORMALIZED;
            good =
                sprt->model == SPRT_LOGISTIC || strcmp(value, "normalized") == 0 ||
                error_set(error, "-sprt model: expected normalized or logistic, found '%s'", value);
        } else {
            good = pairs_unknown_key("-sprt", &pair, "elo0, elo1, alpha, beta or model", error);
        }
    }
    if (good && sprt->elo0 >= sprt->elo1) {
        return error_set(error, "-sprt: elo0 must be below elo1");
    }
    return good;
}

static bool read_resign(struct match_options *options, struct words *words, struct error *error)
{
    struct adjudication *rules = &options->adjudication;
    struct pair pair;
    bool good = true;
    while (good && pairs_next(words, &pair)) {
        if (strcmp(pair.key, "movecount") == 0) {
            good = pairs_int(&pair, 1, INT_MAX, &rules->resign_moves, error);
        } else if (strcmp(pair.key, "score") == 0) {
            good = pairs_int(&pair, 0, INT_MAX, &rules->resign_score, error);
        } else if (strcmp(pair.key, "twosided") == 0) {
            rules->resign_twosided = !pair.value || strcmp(pair.value, "true") == 0;
        } else {
            good = pairs_unknown_key("-resign", &pair, "movecount, score or twosided", error);
        }
    }
    if (good && (!rules->resign_moves || !rules->resign_score)) {
        return error_set(error, "-resign: movecount and score are both needed");
    }
    return good;
}

static bool read_draw(struct match_options *options, struct words *words, struct error *error)
{
    struct adjudication *rules = &options->adjudication;
    struct pair pair;
    bool good = true;
    while (good && pairs_next(words, &pair)) {
        if (strcmp(pair.key, "movenumber") == 0) {
            good = pairs_int(&pair, 0, INT_MAX, &rules->draw_from, error);
        } else if (strcmp(pair.key, "movecount") == 0) {
            good = pairs_int(&pair, 1, INT_MAX, &rules->draw_moves, error);
        } else if (strcmp(pair.key, "score") == 0) {
            good = pairs_int(&pair, 0, INT_MAX, &rules->draw_score, error);
        } else {
            good = pairs_unknown_key("-draw", &pair, "movenumber, movecount or score", error);
        }
    }
    if (good && !rules->draw_moves) {
        return error_set(error, "-draw: movecount is needed");
    }
    return good;
}

static bool read_seed(struct match_options *options, struct words *words, struct error *error)
{
    struct pair pair;
    int64_t seed;
    if (!pairs_take_value(words, &pair, error) ||
        !pairs_number(&pair, 0, INT64_MAX, &seed, error)) {
        return false;
    }
    options->seed = (uint64_t)seed;
    return true;
}

static bool read_engine(struct match_options *options, struct words *words, struct error *error)
{
    size_t count = (size_t)options->engine_count + 1;
    options->engines = memory_resized(options->engines, count, sizeof *options->engines);
    struct engine_options *engine = &options->engines[options->engine_count++];
    engine_options_init(engine);
    return engine_options_read(engine, "-engine", words, error);
}

static bool skip_pairs(struct match_options *options, struct words *words, struct error *error)
{
    (void)options;
    (void)error;
    struct pair pair;
    while (pairs_next(words, &pair)) {
    }
    return true;
}

static bool read_rounds(struct match_options *options, struct words *words, struct error *error)
{
    return pairs_take_int(words, 1, INT_MAX, &options->schedule.rounds, error);
}

static bool read_games(struct match_options *options, struct words *words, struct error *error)
{
    return pairs_take_int(words, 1, 1 << 20, &options->schedule.games, error);
}

static bool read_concurrency(struct match_options *options, struct words *words,
                             struct error *error)
{
    return pairs_take_int(words, 1, MAX_CONCURRENCY, &options->concurrency, error);
}

static bool read_max_moves(struct match_options *options, struct words *words, struct error *error)
{
    return pairs_take_int(words, 1, INT_MAX, &options->adjudication.max_moves, error);
}

static bool read_report_every(struct match_options *options, struct words *words,
                              struct error *error)
{
    return pairs_take_int(words, 1, INT_MAX, &options->report_every, error);
}

static bool read_quiet(struct match_options *options, struct words *words, struct error *error)
{
    (void)words;
    (void)error;
    options->quiet = true;
    return true;
}

/* Options whose value is a text that is kept as a copy. */
static const struct {
    const char *name;
    size_t offset;
} texts[] = {
    {"-db", offsetof(struct match_options, database)},
    {"-pgnout", offsetof(struct match_options, pgn)},
    {"-sgfout", offsetof(struct match_options, sgf)},
    {"-ggfout", offsetof(struct match_options, ggf)},
    {"-psqout", offsetof(struct match_options, psq)},
    {"-movesout", offsetof(struct match_options, moves)},
    {"-log", offsetof(struct match_options, log)},
    {"-event", offsetof(struct match_options, event)},
    {"-publish", offsetof(struct match_options, publish_address)},
    {"-publishname", offsetof(struct match_options, publish_name)},
};

static const struct {
    const char *name;
    bool (*read)(struct match_options *options, struct words *words, struct error *error);
} readers[] = {
    {"-engine", read_engine},
    {"-each", skip_pairs}, /* read when all engines are known */
    {"-game", read_game},
    {"-variant", read_game},
    {"-tournament", read_tournament},
    {"-rounds", read_rounds},
    {"-games", read_games},
    {"-repeat", skip_pairs}, /* other runners need it; here colours always swap */
    {"-recover", skip_pairs},
    {"-colors", read_colors},
    {"-openings", read_openings},
    {"-srand", read_seed},
    {"-seed", read_seed},
    {"-concurrency", read_concurrency},
    {"-sprt", read_sprt},
    {"-resign", read_resign},
    {"-draw", read_draw},
    {"-maxmoves", read_max_moves},
    {"-ratinginterval", read_report_every},
    {"-quiet", read_quiet},
};

static bool read_option(struct match_options *options, struct words *words, struct error *error)
{
    const char *option = words->list[words->at++];
    for (int i = 0; i < LENGTH(texts); i++) {
        if (strcmp(option, texts[i].name) == 0) {
            return pairs_take_text(words, (char **)((char *)options + texts[i].offset), error);
        }
    }
    for (int i = 0; i < LENGTH(readers); i++) {
        if (strcmp(option, readers[i].name) == 0) {
            return readers[i].read(options, words, error);
        }
    }
    return error_set(error, "'%s' is no option; see --help", option);
}

/* Reads every `-each` again for every engine, and then the engine's own pairs, which count more. */
static bool read_engines_again(struct match_options *options, int count, char **list,
                               struct error *error)
{
    struct words words = {.list = list, .count = count};
    for (int i = 0; i < options->engine_count; i++) {
        engine_options_finish(&options->engines[i]);
        engine_options_init(&options->engines[i]);
    }
    for (int pass = 0; pass < 2; pass++) {
        int engine = 0;
        for (words.at = 0; words.at < count;) {
            const char *word = list[words.at++];
            struct words kept = words;
            if (pass == 0 && strcmp(word, "-each") == 0) {
                for (int i = 0; i < options->engine_count; i++) {
                    words = kept;
                    if (!engine_options_read(&options->engines[i], "-each", &words, error)) {
                        return false;
                    }
                }
            } else if (pass == 1 && strcmp(word, "-engine") == 0 &&
                       !engine_options_read(&options->engines[engine++], "-engine", &words,
                                            error)) {
                return false;
            }
        }
    }
    return true;
}

static bool names_differ(const struct match_options *options, struct error *error)
{
    for (int i = 0; i < options->engine_count; i++) {
        for (int j = 0; j < i; j++) {
            if (strcmp(options->engines[i].name, options->engines[j].name) == 0) {
                return error_set(error, "two engines are called '%s': give each a name=",
                                 options->engines[i].name);
            }
        }
    }
    return true;
}

static bool complete(struct match_options *options, struct error *error)
{
    struct schedule *schedule = &options->schedule;
    if (options->engine_count < 2) {
        return error_set(error, "a match needs two engines: -engine cmd=... -engine cmd=...");
    }
    for (int i = 0; i < options->engine_count; i++) {
        if (!engine_options_complete(&options->engines[i], error)) {
            return false;
        }
    }
    if (!names_differ(options, error)) {
        return false;
    }
    const char *address = options->publish_address;
    if (address && strncmp(address, "unix:", 5) != 0 && strncmp(address, "tcp:", 4) != 0) {
        return error_set(error, "-publish: expected unix:PATH or tcp:HOST:PORT, found '%s'",
                         address);
    }
    schedule->engines = options->engine_count;
    schedule->seed = options->seed;
    if (schedule->challengers >= schedule->engines) {
        return error_set(error, "-tournament: %d seeds leave no opponent among %d engines",
                         schedule->challengers, schedule->engines);
    }
    if (options->sprt.enabled && schedule_pairings(schedule) != 1) {
        return error_set(error, "-sprt: a sequential test compares two engines, not %d",
                         schedule->engines);
    }
    return true;
}

bool options_read(struct match_options *options, int count, char **list, struct error *error)
{
    struct words words = {.list = list, .count = count};
    *options = (struct match_options){
        .game = registry_games()[0],
        .game_key = memory_text(registry_games()[0]->name),
        .schedule = {.rounds = 1, .games = 2, .challengers = 1},
        .concurrency = 1,
        .seed = 1,
    };
    game_default_settings(options->game, &options->settings);
    while (words.at < count) {
        if (!read_option(options, &words, error)) {
            return false;
        }
    }
    if (!options->game) {
        return error_set(error, "-game NAME is needed");
    }
    return read_engines_again(options, count, list, error) && complete(options, error);
}

void options_finish(struct match_options *options)
{
    for (int i = 0; i < options->engine_count; i++) {
        engine_options_finish(&options->engines[i]);
    }
    for (int i = 0; i < LENGTH(texts); i++) {
        free(*(char **)((char *)options + texts[i].offset));
    }
    free(options->engines);
    free(options->game_key);
    free(options->opening_path);
    *options = (struct match_options){0};
}
