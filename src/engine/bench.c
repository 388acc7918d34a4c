/* SPDX-License-Identifier: MIT */
/* Jobs other than a search of the position. The bench searches fixed positions to a fixed depth,
 * with one thread and a table of a fixed size that is emptied before each game: its count of nodes
 * is the same on every machine. Perft counts the tree of legal moves, one move of the root at a
 * time. Openings, for fleets that play many games, are positions a few random moves from the start
 * in which neither side is ahead by much. */
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "clock.h"
#include "compiler.h"
#include "engine_state.h"
#include "registry.h"
#include "rng.h"

#define BENCH_HASH_MEGABYTES 16

/* The engine's search is idle while a bench runs. The bench borrows it, with its own table and
 * worker. */
struct bench {
    struct engine *engine;
    struct search_worker *worker;
    struct tt tt;
    struct game_settings settings; /* of the game that is searched */
    struct engine_bench total;
};

void engine_restore_search(struct engine *engine)
{
    struct search *search = &engine->search;
    search->game = engine->game;
    search->settings = &engine->settings;
    search->tt = &engine->tt;
    search->workers = engine->workers;
    search->worker_count = engine->worker_count;
}

bool engine_rearm(struct engine *engine)
{
    search_rearm(&engine->search);
    return !atomic_load(&engine->cancelled);
}

/* Posts an event between search_enter and search_leave: a thread that waits for room counts as
 * asleep. */
static void post_entered(struct engine *engine, const struct engine_event *event)
{
    search_leave(&engine->search);
    engine_post(engine, event);
    search_enter(&engine->search);
}

static void run_position(struct bench *bench, const struct game *game, const char *fen, int index,
                         int count)
{
    struct engine *engine = bench->engine;
    struct search *search = &engine->search;
    struct search_worker *worker = bench->worker;
    if (!game_set_up_bench(game, &bench->settings, fen, worker->position) ||
        !engine_rearm(engine)) {
        bench->total.complete = false;
        return;
    }
    search->start_ns = clock_ns();
    atomic_store(&worker->nodes, 0);
    tt_age(&bench->tt);
    game->search->run(worker);
    struct engine_event event = {.kind = ENGINE_BENCH_MOVE};
    event.bench = (struct engine_bench){
        .game = game,
        .fen = fen,
        .index = index,
        .count = count,
        .move = worker->lines[0].length ? worker->lines[0].pv[0] : MOVE_NONE,
        .depth = worker->lines[0].depth,
        .nodes = atomic_load(&worker->nodes),
        .elapsed_ns = clock_ns() - search->start_ns,
    };
    bench->total.nodes += event.bench.nodes;
    bench->total.elapsed_ns += event.bench.elapsed_ns;
    post_entered(engine, &event);
}

/* Returns the bytes of memory that the bench of a game uses. */
static int64_t memory_of(const struct game *game)
{
    return engine_worker_bytes(game) + ((int64_t)BENCH_HASH_MEGABYTES << 20);
}

static void run_game(struct bench *bench, const struct game *game)
{
    struct engine *engine = bench->engine;
    struct search *search = &engine->search;
    const int64_t bytes = memory_of(game);
    if (!charge_add(&engine->charge, bytes)) {
        bench->total.complete = false;
        return;
    }
    bench->worker = search_worker_create(search, game->search, game->position_size, 0);
    if (!bench->worker || !tt_resize(&bench->tt, BENCH_HASH_MEGABYTES, NULL)) {
        search_worker_destroy(bench->worker);
        charge_add(&engine->charge, -bytes);
        bench->total.complete = false;
        return;
    }
    game_default_settings(game, &bench->settings);
    search->game = game;
    search->settings = &bench->settings;
    search->tt = &bench->tt;
    search->workers = &bench->worker;
    search->worker_count = 1;
    search->report = NULL;
    search->limits = (struct search_limits){
        .depth = engine->bench_depth > 0 ? engine->bench_depth
                 : game->bench_depth > 0 ? game->bench_depth
                                         : GAME_BENCH_DEPTH,
        .nodes = UINT64_MAX,
        .multipv = 1,
    };
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    static const char *const start[] = {GAME_BENCH_START, NULL};
    const char *const *fens = game->bench_positions ? game->bench_positions : start;
    int count = 0;
    while (fens[count]) {
        count++;
    }
    for (int i = 0; i < count && !atomic_load(&engine->cancelled); i++) {
        run_position(bench, game, fens[i], i + 1, count);
    }
    search_worker_destroy(bench->worker);
    tt_finish(&bench->tt);
    charge_add(&engine->charge, -bytes);
}

static void run_bench(void *opaque, int index UNUSED)
{
    struct engine *engine = opaque;
    struct bench bench = {.engine = engine, .total = {.complete = true}};
    tt_init(&bench.tt);
    search_enter(&engine->search);
    for (int i = 0; i < engine->game_count; i++) {
        if (!engine->bench_game || engine->games[i].game == engine->bench_game) {
            run_game(&bench, engine->games[i].game);
        }
    }
    search_leave(&engine->search);
    engine_restore_search(engine);
    bench.total.complete &= !atomic_load(&engine->cancelled);
    engine_post(engine, &(struct engine_event){.kind = ENGINE_BENCH_TOTAL, .bench = bench.total});
    engine_post_end(engine);
}

bool engine_bench(struct engine *engine, const char *name, int depth, struct error *error)
{
    engine->bench_game = name ? registry_find(engine->config.games, name) : engine->game;
    bool all = name && strcmp(name, "all") == 0;
    if (!engine->bench_game && !all) {
        return error_set(error, "bench: unknown game '%s'; expected a game or all", name);
    }
    if (depth < 0 || depth >= MAX_PLY) {
        return error_set(error, "bench: depth %d is out of range (1 to %d)", depth, MAX_PLY - 1);
    }
    for (int i = 0; i < engine->game_count; i++) {
        const struct game *game = engine->games[i].game;
        const int64_t memory = memory_of(game);
        if ((all || game == engine->bench_game) &&
            memory > budget_memory_left(engine->config.budget)) {
            return error_set(error, "bench: needs %d MiB, more than the server has left",
                             (int)(memory >> 20) + 1);
        }
    }
    engine->bench_depth = depth;
    engine_start_job(engine, 1, run_bench, NULL);
    return true;
}

static void run_perft(void *opaque, int index UNUSED)
{
    struct engine *engine = opaque;
    const struct game *game = engine->game;
    struct search *search = &engine->search;
    int64_t start = clock_ns();
    search_enter(search);
    struct move_list list = {.count = 0};
    game->legal_moves(engine->position, &list);
    struct engine_event event = {.kind = ENGINE_PERFT_MOVE};
    uint64_t total = engine->perft_depth == 0;
    FREED void *child = alloc_local(game->position_size);
    for (int i = 0; child && i < list.count && engine->perft_depth > 0; i++) {
        memcpy(child, engine->position, game->position_size);
        game->play(child, list.moves[i]);
        uint64_t nodes = game->perft(child, engine->perft_depth - 1, search);
        if (search_stopped(search)) {
            break;
        }
        total += nodes;
        event.perft = (struct engine_perft){.move = list.moves[i], .nodes = nodes};
        post_entered(engine, &event);
    }
    search_leave(search);
    event.kind = ENGINE_PERFT_TOTAL;
    event.perft = (struct engine_perft){
        .nodes = total,
        .elapsed_ns = clock_ns() - start,
        .complete = !search_stopped(search),
    };
    engine_post(engine, &event);
    engine_post_end(engine);
}

bool engine_perft(struct engine *engine, int depth, struct error *error)
{
    if (!engine_has_position(engine, "go perft", error)) {
        return false;
    }
    if (depth < 0 || depth >= MAX_PLY) {
        return error_set(error, "go perft: depth %d is out of range (0 to %d)", depth, MAX_PLY - 1);
    }
    engine->perft_depth = depth;
    engine_start_job(engine, 1, run_perft, NULL);
    return true;
}

/* The least random moves from the start; the most are ENGINE_OPENING_PLIES. */
#define PLIES_LEAST 4

/* How far ahead a side may be, in centipawns of the static evaluation. */
#define BALANCE_LIMIT 150

/* Positions that are tried before an unbalanced one is accepted. */
#define ATTEMPTS 200

/* Plays random moves from the start on `position`; false if they ended the game. */
static bool play_random(const struct engine *engine, struct rng *rng, void *position,
                        struct engine_opening *opening)
{
    const struct game *game = engine->game;
    game->start(&engine->settings, position);
    opening->count = PLIES_LEAST + (int)rng_below(rng, ENGINE_OPENING_PLIES - PLIES_LEAST + 1);
    for (int ply = 0; ply < opening->count; ply++) {
        struct move_list list = {.count = 0};
        game->legal_moves(position, &list);
        if (list.count == 0) {
            return false;
        }
        opening->moves[ply] = list.moves[rng_below(rng, (uint64_t)list.count)];
        game->play(position, opening->moves[ply]);
    }
    return game->result(position) == RESULT_NONE;
}

/* Makes the opening of this number; false if there is none, or the job was cancelled. */
static bool make_opening(const struct engine *engine, uint64_t number, void *position,
                         struct engine_opening *found)
{
    struct rng rng = {.state = rng_mix(rng_mix(engine->openings_seed) + number)};
    bool any = false;
    for (int attempt = 0; attempt < ATTEMPTS && !atomic_load(&engine->cancelled); attempt++) {
        struct engine_opening opening;
        if (play_random(engine, &rng, position, &opening)) {
            *found = opening;
            any = true;
            if (abs(engine->game->evaluate(position)) <= BALANCE_LIMIT) {
                return true;
            }
        }
    }
    return any && !atomic_load(&engine->cancelled);
}

static void run_openings(void *opaque, int index UNUSED)
{
    struct engine *engine = opaque;
    FREED void *position = alloc_local(engine->game->position_size);
    struct engine_event event = {.kind = ENGINE_OPENING};
    search_enter(&engine->search);
    for (int i = 0; position && i < engine->openings_count; i++) {
        if (make_opening(engine, (uint64_t)i, position, &event.opening)) {
            post_entered(engine, &event);
        }
        if (search_stopped(&engine->search)) {
            break;
        }
    }
    search_leave(&engine->search);
    engine_post_end(engine);
}

void engine_make_openings(struct engine *engine, uint64_t seed, int count)
{
    engine->openings_seed = seed;
    engine->openings_count = count;
    engine_start_job(engine, 1, run_openings, NULL);
}
