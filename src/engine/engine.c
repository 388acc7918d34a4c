/* SPDX-License-Identifier: MIT */
#include "engine_state.h"

#include <stdlib.h>
#include <string.h>

#include "registry.h"

/* Memory of one worker, in bytes, whatever the game: its own, and what its stack comes to use. */
static int64_t worker_memory(const struct engine_config *config)
{
    size_t most = 0;
    for (const struct game *const *game = config->games; *game; game++) {
        size_t bytes = (*game)->search->worker_size + (*game)->position_size;
        most = bytes > most ? bytes : most;
    }
    return (int64_t)(most + sizeof(struct search_worker) + WORKER_STACK_USE);
}

int64_t engine_memory(const struct engine *engine, int hash_megabytes, int threads)
{
    return ((int64_t)hash_megabytes << 20) + threads * worker_memory(&engine->config);
}

/* Every engine has one thread and at least a small table, however little is left. */
static void take_budget(struct engine *engine)
{
    int *hash_megabytes = &engine->options.hash_megabytes;
    int64_t left = budget_memory_left(engine->config.budget) - worker_memory(&engine->config);
    if (left < (int64_t)HASH_INITIAL << 20) {
        *hash_megabytes = left >> 20 > 0 ? (int)(left >> 20) : 1;
    }
    budget_take(engine->config.budget, 1, engine_memory(engine, *hash_megabytes, 1));
}

static void return_budget(struct engine *engine)
{
    const struct engine_options *options = &engine->options;
    budget_take(engine->config.budget, -options->threads,
                -engine_memory(engine, options->hash_megabytes, options->threads));
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
    take_budget(engine);
    mailbox_init(&engine->mailbox);
    search_init(&engine->search);
    tt_init(&engine->tt);
    while (config->games[engine->game_count]) {
        engine->game_count++;
    }
    engine->games = calloc((size_t)engine->game_count, sizeof *engine->games);
    engine->variants = calloc((size_t)engine->game_count + 1, sizeof *engine->variants);
    engine->pool = worker_pool_create(config->background);
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
    if (!engine_begin(engine, config->game, &engine_record(engine, config->game)->settings,
                      error)) {
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
        return_budget(engine);
        mailbox_close(&engine->mailbox);
    }
}

void engine_destroy(struct engine *engine)
{
    if (!engine) {
        return;
    }
    engine_retire(engine);
    worker_pool_destroy(engine->pool);
    engine_destroy_workers(engine);
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
    free(engine);
}

const struct game *engine_game(const struct engine *engine)
{
    return engine->game;
}

const struct game *const *engine_games(const struct engine *engine)
{
    return engine->config.games;
}

const struct game_settings *engine_settings(const struct engine *engine)
{
    return &engine->settings;
}

const void *engine_position(const struct engine *engine)
{
    return engine->position;
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
        void *position = malloc(game->position_size), *scratch = malloc(game->position_size);
        if (!position || !scratch) {
            free(position);
            free(scratch);
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

/* The game of this name, NULL for the same one, and its settings by the parameters; NULL if there
 * is none such. */
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

bool engine_set_position(struct engine *engine, const char *fen, const char *moves,
                         struct error *error)
{
    const struct game *game = engine->game;
    if (fen) {
        struct error reason;
        if (!game->parse_fen(&engine->settings, fen, engine->scratch, &reason)) {
            return error_set(error, "position: %s", reason.text);
        }
    } else {
        game->start(&engine->settings, engine->scratch);
    }
    if (moves && !play_moves(engine, moves, error)) {
        return false;
    }
    void *old = engine->position;
    engine->position = engine->scratch;
    engine->scratch = old;
    return true;
}
