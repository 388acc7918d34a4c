/* SPDX-License-Identifier: MIT */
#include "encounters.h"

#include <stdlib.h>

#include "memory.h"
#include "rng.h"
#include "swiss.h"

bool encounters_depend(const struct schedule *schedule)
{
    return schedule->kind == TOURNAMENT_KNOCKOUT || schedule->kind == TOURNAMENT_SWISS;
}

void encounters_place(const struct schedule *schedule, int *engines)
{
    struct rng rng = {.state = rng_mix(schedule->seed)};
    for (int i = 0; i < schedule->engines; i++) {
        engines[i] = i;
    }
    for (int i = schedule->engines - 1; i > schedule->challengers; i--) {
        const uint64_t choices = (uint64_t)(i - schedule->challengers) + 1;
        const int other = schedule->challengers + (int)rng_below(&rng, choices);
        const int kept = engines[i];
        engines[i] = engines[other];
        engines[other] = kept;
    }
}

/* Allows an encounter so many games more, and counts their points. */
static void allow(const struct schedule *schedule, const uint8_t *results, int index, int games,
                  struct encounter *encounter)
{
    const int from = encounter->allowed;
    encounter->allowed += games;
    for (int in = from; in < encounter->allowed; in++) {
        const int64_t number = schedule_number(schedule, index, in);
        const enum game_result result = (enum game_result)results[number];
        const bool swapped = schedule_is_swapped(schedule, number);
        if (result != RESULT_NONE) {
            const int64_t first = result == RESULT_P1_WINS ? 2 : result == RESULT_DRAW ? 1 : 0;
            encounter->points[swapped] += first;
            encounter->points[!swapped] += 2 - first;
            encounter->finished++;
        }
    }
}

/* Decides a knockout's encounter: an engine with more than half of the regular points wins. If they
 * are level, further games follow, two at a time (one, if the number of games is odd). */
static void decide(const struct schedule *schedule, const uint8_t *results, int index,
                   struct encounter *encounter, bool first_better)
{
    const int64_t *points = encounter->points;
    allow(schedule, results, index, schedule->games, encounter);
    const bool early = points[0] > schedule->games || points[1] > schedule->games;
    while (encounter->finished == encounter->allowed && points[0] == points[1] &&
           encounter->allowed < schedule_most_games(schedule)) {
        allow(schedule, results, index, schedule_extra_games(schedule), encounter);
    }
    const int64_t lead = points[0] - points[1];
    const bool complete = encounter->finished == encounter->allowed;
    encounter->by_rank = complete && lead == 0;
    if (early || complete) {
        encounter->over = true;
        encounter->winner = lead > 0 || (lead == 0 && first_better) ? 0 : 1;
    }
}

/* Returns the place (0: the best) at a slot of a bracket of `size` slots, in which the best two can
 * only meet in the last round, the best four in the last but one, and so on. */
static int place_at(int slot, int size)
{
    int place = 0;
    for (int span = 2; span <= size; span *= 2) {
        /* In a bracket of `span` slots, the best engine of each pair of slots stays where it was in
         * one of half the size, and meets the one that complements it. */
        const int here = slot / (size / span);
        place = here % 2 == 1 ? span - 1 - place : place;
    }
    return place;
}

static void find_knockout(struct encounters *encounters, const struct schedule *schedule,
                          const uint8_t *results)
{
    int size = 2, index = 0;
    while (size < schedule->engines) {
        size *= 2;
    }
    /* The engine at each slot of a round: an engine, -1 if it is not known yet, -2 for a bye. */
    int *slots = memory_zeroed((size_t)size, sizeof *slots);
    int *placed = memory_zeroed((size_t)schedule->engines, sizeof *placed);
    int *place = memory_zeroed((size_t)schedule->engines, sizeof *place);
    encounters_place(schedule, placed);
    for (int i = 0; i < schedule->engines; i++) {
        place[placed[i]] = i;
    }
    for (int slot = 0; slot < size; slot++) {
        const int at = place_at(slot, size);
        slots[slot] = at < schedule->engines ? placed[at] : -2;
    }
    for (; size > 1; size /= 2) {
        encounters->rounds++;
        for (int slot = 0; slot < size; slot += 2) {
            const int one = slots[slot], other = slots[slot + 1];
            if (one == -2 || other == -2) {
                slots[slot / 2] = one == -2 ? other : one;
                continue;
            }
            struct encounter *encounter = &encounters->list[index];
            encounter->engines[0] = one;
            encounter->engines[1] = other;
            if (one >= 0 && other >= 0) {
                decide(schedule, results, index, encounter, place[one] < place[other]);
            }
            slots[slot / 2] = encounter->winner >= 0 ? encounter->engines[encounter->winner] : -1;
            index++;
        }
    }
    free(slots);
    free(placed);
    free(place);
}

/* The rounds of a Swiss tournament so far: see swiss.h. */
struct history {
    int64_t *points;
    int *meetings;
    int8_t *colours, *floats;
};

/* Notes a pair of a round: who began more games, and who had more points. */
static void note_pair(const struct schedule *schedule, const struct history *history, int round,
                      int index, const int *pair)
{
    int8_t *colours = history->colours + (size_t)round * (size_t)schedule->engines;
    int8_t *floats = history->floats + (size_t)round * (size_t)schedule->engines;
    const int64_t lead = history->points[pair[0]] - history->points[pair[1]];
    int begun = 0;
    for (int game = 0; game < schedule->games && schedule->colours != COLOURS_LOT; game++) {
        begun += schedule_is_swapped(schedule, schedule_number(schedule, index, game)) ? -1 : 1;
    }
    for (int side = 0; side < 2; side++) {
        const int sign = side == 0 ? 1 : -1;
        colours[pair[side]] = (int8_t)(sign * ((begun > 0) - (begun < 0)));
        floats[pair[side]] = (int8_t)(sign * ((lead < 0) - (lead > 0)));
    }
}

/* Fills in a round of a Swiss tournament. Returns true if all its games are finished. */
static bool find_round(struct encounters *encounters, const struct schedule *schedule,
                       const uint8_t *results, int round, const struct history *history)
{
    const int engines = schedule->engines, pairs = engines / 2;
    int64_t *points = history->points;
    int *meetings = history->meetings;
    const struct swiss swiss = {
        .engines = engines,
        .rounds = round,
        .points = points,
        .point = 2 * (int64_t)schedule->games,
        .meetings = meetings,
        .colours = history->colours,
        .floats = history->floats,
    };
    int(*found)[2] = memory_zeroed((size_t)pairs, sizeof *found);
    bool over = true;
    const int bye = encounters->byes[round] = swiss_pair(&swiss, found);
    for (int i = 0; i < pairs; i++) {
        /* The engine that gets White is the second one, if that begins. */
        const int index = round * pairs + i, swapped = schedule->reversed;
        const int one = found[i][swapped], other = found[i][!swapped];
        struct encounter *encounter = &encounters->list[index];
        encounter->engines[0] = one;
        encounter->engines[1] = other;
        note_pair(schedule, history, round, index, encounter->engines);
        allow(schedule, results, index, schedule->games, encounter);
        encounter->over = encounter->finished == schedule->games;
        encounter->winner = !encounter->over || encounter->points[0] == encounter->points[1] ? -1
                            : encounter->points[0] > encounter->points[1]                    ? 0
                                                                                             : 1;
        over = over && encounter->over;
    }
    for (int i = 0; i < pairs; i++) {
        const struct encounter *encounter = &encounters->list[round * pairs + i];
        const int one = encounter->engines[0], other = encounter->engines[1];
        points[one] += encounter->points[0];
        points[other] += encounter->points[1];
        meetings[one * engines + other]++;
        meetings[other * engines + one]++;
    }
    if (bye >= 0) {
        history->floats[round * engines + bye] = -1;
        points[bye] += 2 * (int64_t)schedule->games;
        meetings[bye * engines + bye]++;
    }
    free(found);
    return over;
}

static void find_swiss(struct encounters *encounters, const struct schedule *schedule,
                       const uint8_t *results)
{
    const size_t engines = (size_t)schedule->engines, all = engines * (size_t)schedule->rounds;
    const struct history history = {.points = memory_zeroed(engines, sizeof(int64_t)),
                                    .meetings = memory_zeroed(engines * engines, sizeof(int)),
                                    .colours = memory_zeroed(all, 1),
                                    .floats = memory_zeroed(all, 1)};
    encounters->rounds = schedule->rounds;
    encounters->byes = memory_zeroed((size_t)schedule->rounds, sizeof *encounters->byes);
    bool over = true;
    for (int round = 0; round < schedule->rounds; round++) {
        encounters->byes[round] = -1;
        over = over && find_round(encounters, schedule, results, round, &history);
    }
    free(history.points);
    free(history.meetings);
    free(history.colours);
    free(history.floats);
}

void encounters_find(struct encounters *encounters, const struct schedule *schedule,
                     const uint8_t *results)
{
    encounters_finish(encounters);
    encounters->count = schedule_pairings(schedule);
    encounters->list = memory_zeroed((size_t)encounters->count, sizeof *encounters->list);
    for (int i = 0; i < encounters->count; i++) {
        encounters->list[i] = (struct encounter){.engines = {-1, -1}, .winner = -1};
    }
    if (schedule->kind == TOURNAMENT_KNOCKOUT) {
        find_knockout(encounters, schedule, results);
    } else {
        find_swiss(encounters, schedule, results);
    }
}

void encounters_finish(struct encounters *encounters)
{
    free(encounters->list);
    free(encounters->byes);
    *encounters = (struct encounters){.count = 0};
}
