/* SPDX-License-Identifier: MIT */
#include "schedule.h"

#include "rng.h"

int schedule_pairings(const struct schedule *schedule)
{
    int n = schedule->engines;
    if (schedule->kind == TOURNAMENT_GAUNTLET) {
        return schedule->challengers * (n - schedule->challengers);
    }
    return n * (n - 1) / 2;
}

int64_t schedule_games(const struct schedule *schedule)
{
    return (int64_t)schedule_pairings(schedule) * schedule->rounds * schedule->games;
}

bool schedule_is_paired(const struct schedule *schedule)
{
    return schedule->games % 2 == 0 && schedule->colours == COLOURS_SWAP;
}

void schedule_pairing(const struct schedule *schedule, int pairing, int engines[2])
{
    if (schedule->kind == TOURNAMENT_GAUNTLET) {
        engines[0] = pairing % schedule->challengers;
        engines[1] = schedule->challengers + pairing / schedule->challengers;
        return;
    }
    engines[0] = 0;
    for (int opponents = schedule->engines - 1; pairing >= opponents; opponents--) {
        pairing -= opponents;
        engines[0]++;
    }
    engines[1] = engines[0] + 1 + pairing;
}

struct scheduled_game schedule_game(const struct schedule *schedule, int64_t number)
{
    int64_t encounter = number / schedule->games;
    int in_encounter = (int)(number % schedule->games);
    struct scheduled_game game = {
        .number = number,
        .round = (int)(encounter / schedule_pairings(schedule)),
        .pairing = (int)(encounter % schedule_pairings(schedule)),
        .pair = number - in_encounter % 2,
    };
    game.opening = schedule->policy == POLICY_ROUND ? game.round
                   : schedule->policy == POLICY_ENCOUNTER
                       ? encounter
                       : encounter * ((schedule->games + 1) / 2) + in_encounter / 2;
    int engines[2];
    schedule_pairing(schedule, game.pairing, engines);
    /* With an odd number of games, the extra game's colours alternate from round to round. */
    bool swapped = in_encounter % 2 == 1;
    if (schedule->games % 2 == 1) {
        swapped ^= game.round % 2 == 1;
    }
    if (schedule->colours == COLOURS_LOT) {
        swapped = rng_mix(schedule->seed ^ rng_mix((uint64_t)number + 1)) & 1;
    } else if (schedule->colours == COLOURS_KEEP) {
        swapped = false;
    }
    swapped ^= schedule->reversed;
    game.engines[0] = engines[swapped];
    game.engines[1] = engines[!swapped];
    return game;
}
