/* SPDX-License-Identifier: MIT */
#include "game_runners.h"

#include <ev.h>
#include <stdlib.h>

#include "game_runner.h"
#include "memory.h"

/* How the engines are started for one runner. */
struct place {
    struct client_spec *specs; /* one for each engine */
    cpu_set_t processors;
};

/* Copies the specifications of the engines, which run on the processors of this runner. */
static void choose_processors(struct place *place, const struct match_options *options, int index)
{
    const int threads = (int)options_count_threads(options);
    place->specs = memory_zeroed((size_t)options->engine_count, sizeof *place->specs);
    place->processors = affinity_of_game(&options->affinity, index, threads);
    for (int i = 0; i < options->engine_count; i++) {
        place->specs[i] = options->engines[i].spec;
        if (options->affinity.used && CPU_COUNT(&place->processors) > 0) {
            place->specs[i].program.processors = &place->processors;
        }
    }
}

void game_runners_play(struct match *match)
{
    const int count = match->options->concurrency;
    struct game_runner **runners = memory_zeroed((size_t)count + 1, sizeof(struct game_runner *));
    struct place *places = memory_zeroed((size_t)count, sizeof *places);
    for (int i = 0; i < count; i++) {
        choose_processors(&places[i], match->options, i);
        runners[i] = game_runner_create(match, i, places[i].specs, runners);
    }
    for (int i = 0; i < count; i++) {
        game_runner_run(runners[i]);
    }
    while (!match->stopping) {
        ev_run(match->loop, 0);
    }
    for (int i = 0; i < count; i++) {
        game_runner_destroy(runners[i]);
        free(places[i].specs);
    }
    free(runners);
    free(places);
}
