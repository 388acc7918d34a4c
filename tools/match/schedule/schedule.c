/* SPDX-License-Identifier: MIT */
#include "schedule.h"

#include <strings.h>

#include "compiler.h"
#include "rng.h"

/* How often further games are played while the encounter of a knockout is level. */
#define EXTRA_TIMES 10

static const char *const kind_names[] = {
    [TOURNAMENT_ROUND_ROBIN] = "roundrobin",
    [TOURNAMENT_GAUNTLET] = "gauntlet",
    [TOURNAMENT_PYRAMID] = "pyramid",
    [TOURNAMENT_KNOCKOUT] = "knockout",
    [TOURNAMENT_SWISS] = "swiss",
};

const char *schedule_kind_name(enum tournament kind)
{
    return kind_names[kind];
}

bool schedule_find_kind(const char *name, enum tournament *kind)
{
    for (int i = 0; i < LENGTH(kind_names); i++) {
        if (strcasecmp(name, kind_names[i]) == 0) {
            *kind = (enum tournament)i;
            return true;
        }
    }
    *kind = TOURNAMENT_ROUND_ROBIN;
    return strcasecmp(name, "round-robin") == 0;
}

int schedule_pairings(const struct schedule *schedule)
{
    int n = schedule->engines;
    switch (schedule->kind) {
    case TOURNAMENT_GAUNTLET:
        return schedule->challengers * (n - schedule->challengers);
    case TOURNAMENT_KNOCKOUT:
        return n - 1;
    case TOURNAMENT_SWISS:
        return schedule->rounds * (n / 2);
    default:
        return n * (n - 1) / 2;
    }
}

/* True if each pairing has one encounter, in a round of its own. */
static bool is_single(const struct schedule *schedule)
{
    return schedule->kind == TOURNAMENT_KNOCKOUT || schedule->kind == TOURNAMENT_SWISS;
}

int64_t schedule_games(const struct schedule *schedule)
{
    const int rounds = is_single(schedule) ? 1 : schedule->rounds;
    return (int64_t)schedule_pairings(schedule) * rounds * schedule->games;
}

int schedule_extra_games(const struct schedule *schedule)
{
    return schedule->games % 2 == 0 ? 2 : 1;
}

int schedule_most_games(const struct schedule *schedule)
{
    return schedule->kind == TOURNAMENT_KNOCKOUT
               ? schedule->games + EXTRA_TIMES * schedule_extra_games(schedule)
               : schedule->games;
}

int64_t schedule_numbers(const struct schedule *schedule)
{
    return is_single(schedule)
               ? (int64_t)schedule_pairings(schedule) * schedule_most_games(schedule)
               : schedule_games(schedule);
}

int64_t schedule_number(const struct schedule *schedule, int encounter, int game)
{
    const int games = schedule->games, extra = schedule_extra_games(schedule);
    if (game < games) {
        return (int64_t)encounter * games + game;
    }
    const int64_t time = (game - games) / extra;
    return schedule_games(schedule) + (time * schedule_pairings(schedule) + encounter) * extra +
           (game - games) % extra;
}

bool schedule_is_paired(const struct schedule *schedule)
{
    return schedule->games % 2 == 0 && schedule->colours == COLOURS_SWAP && !schedule->singles;
}

void schedule_pairing(const struct schedule *schedule, int pairing, int engines[2])
{
    if (is_single(schedule)) {
        engines[0] = engines[1] = -1;
        return;
    }
    if (schedule->kind == TOURNAMENT_GAUNTLET) {
        engines[0] = pairing % schedule->challengers;
        engines[1] = schedule->challengers + pairing / schedule->challengers;
        return;
    }
    if (schedule->kind == TOURNAMENT_PYRAMID) {
        for (engines[0] = 1; pairing >= engines[0]; engines[0]++) {
            pairing -= engines[0];
        }
        engines[1] = pairing;
        return;
    }
    engines[0] = 0;
    for (int opponents = schedule->engines - 1; pairing >= opponents; opponents--) {
        pairing -= opponents;
        engines[0]++;
    }
    engines[1] = engines[0] + 1 + pairing;
}

/* The place of a game: its encounter, and its number in it. */
struct place {
    int64_t encounter;
    int game;
};

static struct place place_of(const struct schedule *schedule, int64_t number)
{
    const int64_t games = schedule_games(schedule);
    const int extra = schedule_extra_games(schedule), pairings = schedule_pairings(schedule);
    if (number < games) {
        return (struct place){number / schedule->games, (int)(number % schedule->games)};
    }
    const int64_t times = (number - games) / extra;
    const int time = (int)(times / pairings);
    return (struct place){times % pairings,
                          schedule->games + time * extra + (int)((number - games) % extra)};
}

/* Returns the round of an encounter, from 0. */
static int round_of(const struct schedule *schedule, int64_t encounter)
{
    const int n = schedule->engines, pairings = schedule_pairings(schedule);
    int engines[2], size = 2, round = 0;
    switch (schedule->kind) {
    case TOURNAMENT_SWISS:
        return (int)(encounter / (n / 2));
    case TOURNAMENT_PYRAMID:
        schedule_pairing(schedule, (int)(encounter % pairings), engines);
        return (int)(encounter / pairings) * (n - 1) + engines[0] - 1;
    case TOURNAMENT_KNOCKOUT:
        while (size < n) {
            size *= 2;
        }
        for (int64_t left = encounter - (n - size / 2); left >= 0; left -= size / 2) {
            round++;
            size /= 2;
        }
        return round;
    default:
        return (int)(encounter / pairings);
    }
}

bool schedule_is_swapped(const struct schedule *schedule, int64_t number)
{
    const struct place place = place_of(schedule, number);
    bool swapped = place.game % 2 == 1;
    /* With an odd number of games, the extra game's colours alternate from round to round, but in
     * a Swiss tournament they depend on the earlier ones. */
    if (schedule->games % 2 == 1 && schedule->kind != TOURNAMENT_SWISS) {
        swapped ^= round_of(schedule, place.encounter) % 2 == 1;
    }
    if (schedule->colours == COLOURS_LOT) {
        swapped = rng_mix(schedule->seed ^ rng_mix((uint64_t)number + 1)) & 1;
    } else if (schedule->colours == COLOURS_KEEP) {
        swapped = false;
    }
    return swapped ^ schedule->reversed;
}

/* Returns the index of a game's opening. Further games of a knockout have those after the others,
 * in the order of their numbers. */
static int64_t opening_of(const struct schedule *schedule, int64_t number, struct place place)
{
    const int64_t games = schedule_games(schedule), encounters = games / schedule->games;
    const int each = (schedule->games + 1) / 2;
    const int64_t further = number < games ? 0 : (number - games) / schedule_extra_games(schedule);
    switch (schedule->policy) {
    case POLICY_ROUND:
        return round_of(schedule, place.encounter);
    case POLICY_ENCOUNTER:
        return place.encounter;
    default:
        return number < games ? place.encounter * each + place.game / 2
                              : encounters * each + further;
    }
}

struct scheduled_game schedule_game(const struct schedule *schedule, int64_t number)
{
    const struct place place = place_of(schedule, number);
    struct scheduled_game game = {
        .number = number,
        .round = round_of(schedule, place.encounter),
        .pairing = (int)(place.encounter % schedule_pairings(schedule)),
        .opening = opening_of(schedule, number, place),
        .pair = number - place.game % 2,
    };
    int engines[2];
    schedule_pairing(schedule, game.pairing, engines);
    const bool swapped = schedule_is_swapped(schedule, number);
    game.engines[0] = engines[swapped];
    game.engines[1] = engines[!swapped];
    return game;
}
