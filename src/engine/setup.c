/* SPDX-License-Identifier: MIT */
/* An engine between its jobs: its creation and its end, its games, and the position. */
#include "engine_state.h"

#include <stdlib.h>
#include <string.h>

#include "registry.h"

/* Returns the bytes of the position being played and the one under construction. */
static int64_t positions_bytes(const struct game *game)
{
    return game ? 2 * (int64_t)game->position_size : 0;
}

struct engine *engine_create(const struct engine_config *config, struct error *error)
{
    struct engine *engine = aligned_alloc(CACHE_LINE, sizeof *engine);
    if (!engine) {
        error_set(error, "out of memory for an engine");
        return NULL;
    }
    memset(engine, 0, sizeof *engine);
    engine->config = *config;
    engine->options = (struct engine_options){
        .hash_megabytes = HASH_INITIAL,
        .threads = 1,
        .multipv = 1,
        .move_overhead_ms = MOVE_OVERHEAD_INITIAL,
    };
    engine->charge.budget = config->budget;
    budget_take_threads(config->budget, engine->options.threads); /* at least one */
    mailbox_init(&engine->mailbox);
    search_init(&engine->search);
    tt_init(&engine->tt);
    while (config->games[engine->game_count]) {
        engine->game_count++;
    }
    engine->games = calloc((size_t)engine->game_count, sizeof *engine->games);
    engine->variants = calloc((size_t)engine->game_count + 1, sizeof *engine->variants);
    engine->pool = config->reserve ? worker_reserve_take(config->reserve)
                                   : worker_pool_create(config->background);
    if (!engine->games || !engine->variants || !engine->pool) {
        error_set(error, "out of memory for an engine");
        engine_destroy(engine);
        return NULL;
    }
    for (int i = 0; i < engine->game_count; i++) {
        engine->games[i].game = config->games[i];
        engine->variants[i] = config->games[i]->name;
        game_default_settings(config->games[i], &engine->games[i].settings);
    }
    struct game_settings settings = engine_record(engine, config->game)->settings;
    if (config->alias && config->game->begin_as) {
        config->game->begin_as(config->alias, &settings);
    }
    if (!engine_begin(engine, config->game, &settings, error)) {
        engine_destroy(engine);
        return NULL;
    }
    return engine;
}

void engine_retire(struct engine *engine)
{
    if (!engine->retired) {
        engine->retired = true;
        engine_stop(engine);
        engine_end_job(engine);
        budget_take_threads(engine->config.budget, -engine->options.threads);
        mailbox_close(&engine->mailbox);
    }
}

static void return_pool(struct engine *engine)
{
    if (engine->pool && engine->config.reserve) {
        worker_reserve_give(engine->config.reserve, engine->pool);
    } else {
        worker_pool_destroy(engine->pool);
    }
}

void engine_destroy(struct engine *engine)
{
    if (!engine) {
        return;
    }
    engine_retire(engine);
    return_pool(engine);
    engine_destroy_workers(engine);
    free(engine->review.fen);
    free(engine->review.moves);
    tt_finish(&engine->tt);
    mailbox_finish(&engine->mailbox);
    search_finish(&engine->search);
    for (int i = 0; engine->games && i < engine->game_count; i++) {
        for (int k = 0; k < MAX_SETTINGS; k++) {
            free(engine->games[i].texts[k]);
            if (engine->games[i].settings.resources[k]) {
                engine->games[i].game->settings[k].close(engine->games[i].settings.resources[k]);
            }
        }
    }
    free(engine->games);
    free(engine->variants);
    free(engine->position);
    free(engine->scratch);
    charge_resize(&engine->charge, 0);
    free(engine);
}

struct engine_game *engine_record(struct engine *engine, const struct game *game)
{
    for (int i = 0; i < engine->game_count; i++) {
        if (engine->games[i].game == game) {
            return &engine->games[i];
        }
    }
    return NULL;
}

bool engine_begin(struct engine *engine, const struct game *game,
                  const struct game_settings *settings, struct error *error)
{
    if (game != engine->game) {
        const int64_t more = positions_bytes(game) - positions_bytes(engine->game);
        if (!charge_add(&engine->charge, more)) {
            return error_set(error, "the server has no memory left for a position of %s",
                             game->name);
        }
        void *position = malloc(game->position_size), *scratch = malloc(game->position_size);
        if (!position || !scratch) {
            free(position);
            free(scratch);
            charge_add(&engine->charge, -more);
            return error_set(error, "out of memory for a position of %s", game->name);
        }
        free(engine->position);
        free(engine->scratch);
        engine->position = position;
        engine->scratch = scratch;
        engine->game = game;
    }
    engine->settings = *settings;
    game->start(&engine->settings, engine->position);
    engine->rejection.text[0] = '\0';
    engine->outdated |= engine->learned;
    return true;
}

static bool read_parameters(const struct game *game, const struct engine_parameter *parameters,
                            int count, struct game_settings *settings, struct error *error)
{
    for (int i = 0; i < count; i++) {
        int index = game_find_parameter(game, parameters[i].name);
        if (index < 0) {
            struct buffer names;
            buffer_init(&names);
            for (int k = 0; k < game->setting_count; k++) {
                if (game->settings[k].name) {
                    buffer_printf(&names, " %s", game->settings[k].name);
                }
            }
            error_set(error, "newgame: %s has no parameter '%s'; it has:%s", game->name,
                      parameters[i].name, buffer_length(&names) ? buffer_text(&names) : " none");
            buffer_finish(&names);
            return false;
        }
        struct error reason;
        if (!parameters[i].value) {
            return error_set(error, "newgame: parameter '%s' has no value", parameters[i].name);
        }
        if (!game_read_setting(&game->settings[index], parameters[i].value,
                               &settings->values[index], &reason)) {
            return error_set(error, "newgame: parameter '%s': %s", parameters[i].name, reason.text);
        }
    }
    return true;
}

/* Returns the game of this name, or the present one for NULL, and its settings by the parameters;
 * NULL if there is no such game. */
static const struct game *find_game(struct engine *engine, const char *name,
                                    const struct engine_parameter *parameters, int count,
                                    struct game_settings *settings, struct error *error)
{
    const struct game *game = engine->game;
    *settings = engine->settings;
    if (name) {
        game = registry_find(engine->config.games, name);
        if (!game) {
            error_set(error, "newgame: unknown game '%s'; 'games' lists them", name);
            return NULL;
        }
        *settings = engine_record(engine, game)->settings;
        if (game->begin_as) {
            game->begin_as(name, settings);
        }
    }
    return read_parameters(game, parameters, count, settings, error) ? game : NULL;
}

bool engine_has_game(struct engine *engine, const char *name,
                     const struct engine_parameter *parameters, int count, struct error *error)
{
    struct game_settings settings;
    return find_game(engine, name, parameters, count, &settings, error) != NULL;
}

bool engine_new_game(struct engine *engine, const char *name,
                     const struct engine_parameter *parameters, int count, struct error *error)
{
    struct game_settings settings;
    const struct game *game = find_game(engine, name, parameters, count, &settings, error);
    return game && engine_begin(engine, game, &settings, error);
}

/* Plays the moves, separated by blanks, on the scratch position. */
static bool play_moves(struct engine *engine, const char *moves, struct error *error)
{
    const struct game *game = engine->game;
    char word[32];
    for (int number = 1;; number++) {
        moves += strspn(moves, " ");
        size_t length = strcspn(moves, " ");
        if (length == 0) {
            return true;
        }
        if (length >= sizeof word) {
            return error_set(error, "position: move %d: '%.*s...' is not a move", number, 24,
                             moves);
        }
        memcpy(word, moves, length);
        word[length] = '\0';
        moves += length;
        move_t move;
        struct error reason;
        if (!game->parse_move(engine->scratch, word, &move, &reason)) {
            return error_set(error, "position: move %d: %s", number, reason.text);
        }
        game->play(engine->scratch, move);
    }
}

bool engine_build_position(struct engine *engine, const char *fen, const char *moves,
                           struct error *notice)
{
    const struct game *game = engine->game;
    struct error reason = {""};
    notice->text[0] = '\0';
    if (!fen) {
        game->start(&engine->settings, engine->scratch);
    } else if (!game->parse_fen(&engine->settings, fen, engine->scratch, &reason)) {
        return error_set(notice, "position: %s", reason.text);
    } else if (reason.text[0]) {
        error_set(notice, "position: %s", reason.text);
    }
    return !moves || play_moves(engine, moves, notice);
}

bool engine_set_position(struct engine *engine, const char *fen, const char *moves,
                         struct error *error)
{
    if (!engine_build_position(engine, fen, moves, error)) {
        engine->rejection = *error;
        return false;
    }
    void *old = engine->position;
    engine->position = engine->scratch;
    engine->scratch = old;
    engine->rejection.text[0] = '\0';
    return true;
}

void engine_play(struct engine *engine, move_t move)
{
    engine->game->play(engine->position, move);
}

void engine_reject_position(struct engine *engine, const char *reason)
{
    error_set(&engine->rejection, "%s", reason);
}
