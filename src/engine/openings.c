/* SPDX-License-Identifier: MIT */
/* Openings for fleets that play many games: positions a few random moves from the start, in which
 * neither side is ahead by much. */
#include <stdlib.h>
#include <string.h>

#include "engine_state.h"
#include "rng.h"

/* Random moves from the start, at least; ENGINE_OPENING_PLIES at most. */
#define PLIES_LEAST 4

/* How far ahead a side may be, in centipawns of the static evaluation. */
#define BALANCE_LIMIT 150

/* Positions tried before one is taken as it is. */
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

/* The opening of this number; false if there is none, or the job was cancelled. */
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

static void run_openings(void *opaque, int index)
{
    (void)index;
    struct engine *engine = opaque;
    void *position = malloc(engine->game->position_size);
    struct engine_event event = {.kind = ENGINE_OPENING};
    search_enter(&engine->search);
    for (int i = 0; position && i < engine->openings_count; i++) {
        if (make_opening(engine, (uint64_t)i, position, &event.opening)) {
            engine_post_entered(engine, &event);
        }
        if (search_stopped(&engine->search)) {
            break;
        }
    }
    search_leave(&engine->search);
    free(position);
    engine_post_end(engine);
}

void engine_make_openings(struct engine *engine, uint64_t seed, int count)
{
    engine->openings_seed = seed;
    engine->openings_count = count;
    engine_start_job(engine, 1, run_openings, NULL);
}
