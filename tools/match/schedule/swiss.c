/* SPDX-License-Identifier: MIT */
#include "swiss.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* How many choices are tried in each group before the best way so far is taken: enough for groups
 * of sensible size, and much less than a second. */
#define MOST_CHOICES 200000

/* How much an engine prefers a colour (A.6). */
enum strength { NONE, MILD, STRONG, ABSOLUTE };

struct preference {
    int colour; /* 1: White; -1: Black; 0: none */
    enum strength strength;
    int difference; /* games with White less those with Black */
};

/* The criteria that count engines, in their order: C.10 to C.15. */
enum { COLOUR, STRONG_COLOUR, DOWN, UP, DOWN_BEFORE, UP_BEFORE, CRITERIA };

/* A round that is being paired. */
struct round {
    const struct swiss *swiss;
    struct preference *preferences;
    int allowed;        /* meetings that two engines may have had */
    bool forced;        /* engines that must have the same colour may meet */
    int choices, tries; /* so far, in this group; and to pair those that it leaves */
};

/* A group that is being paired: `list` holds the engines that float down to it, then its own, then
 * all that follow. */
struct group {
    struct round *round;
    const int *list;
    int floaters, count, rest; /* from above; with its own engines; those that follow */
    int *room;                 /* for the lists of engines that are left */
    int leaving;               /* the engines that float down */
    bool found;
    int64_t *distances, *best_distances; /* of the pairs, the greatest first (C.6) */
    int counts[CRITERIA], best_counts[CRITERIA];
    int *opponents, *best; /* of each engine; -1: it floats down */
};

/* Returns the colour of an engine in its last game but `back`; 0: it has not played so many. */
static int colour_back(const struct swiss *swiss, int engine, int back)
{
    for (int round = swiss->rounds - 1; round >= 0; round--) {
        const int colour = (int)swiss->colours[round * swiss->engines + engine];
        if (colour && back-- == 0) {
            return colour;
        }
    }
    return 0;
}

static struct preference preference_of(const struct swiss *swiss, int engine)
{
    const int last = colour_back(swiss, engine, 0);
    struct preference preference = {.difference = 0};
    for (int round = 0; round < swiss->rounds; round++) {
        preference.difference += swiss->colours[round * swiss->engines + engine];
    }
    const int difference = preference.difference;
    const bool twice = last && last == colour_back(swiss, engine, 1);
    preference.strength = difference > 1 || difference < -1 || twice ? ABSOLUTE
                          : difference                               ? STRONG
                          : last                                     ? MILD
                                                                     : NONE;
    preference.colour = difference > 1    ? -1
                        : difference < -1 ? 1
                        : twice           ? -last
                        : difference      ? -difference
                                          : -last;
    return preference;
}

/* True if the first engine gets White; it is the one with the higher rank (E). */
static bool gets_white(const struct round *round, int one, int other)
{
    const struct swiss *swiss = round->swiss;
    const struct preference a = round->preferences[one], b = round->preferences[other];
    if (a.colour != b.colour) { /* E.1 */
        return a.colour ? a.colour > 0 : b.colour < 0;
    }
    if (a.strength != b.strength) { /* E.2 */
        return (a.strength > b.strength) == (a.colour > 0);
    }
    if (a.strength == ABSOLUTE && abs(a.difference) != abs(b.difference)) {
        return (abs(a.difference) > abs(b.difference)) == (a.colour > 0);
    }
    for (int back = 0; back < swiss->rounds; back++) { /* E.3 */
        const int had = colour_back(swiss, one, back), have = colour_back(swiss, other, back);
        if (had * have < 0) {
            return had < 0;
        }
    }
    return a.colour ? a.colour > 0 : one % 2 == 0; /* E.4, E.5 */
}

static bool may_meet(const struct round *round, int one, int other)
{
    const struct preference a = round->preferences[one], b = round->preferences[other];
    return round->swiss->meetings[one * round->swiss->engines + other] <= round->allowed &&
           (round->forced || a.strength < ABSOLUTE || b.strength < ABSOLUTE ||
            a.colour != b.colour);
}

static bool may_rest(const struct round *round, int engine)
{
    return round->swiss->meetings[engine * round->swiss->engines + engine] <= round->allowed;
}

/* True if engines can be paired; one of an odd number has the bye. Changes the order of the list.
 */
static bool can_pair(struct round *round, int *list, int count)
{
    bool good = count == 0;
    for (int i = 1; !good && i < count; i++) {
        if (may_meet(round, list[0], list[i]) && ++round->tries <= MOST_CHOICES) {
            const int other = list[i];
            list[i] = list[1];
            list[1] = other;
            good = can_pair(round, list + 2, count - 2);
            list[1] = list[i];
            list[i] = other;
        }
    }
    return good ||
           (count % 2 == 1 && may_rest(round, list[0]) && can_pair(round, list + 1, count - 1));
}

/* Returns the float of an engine `back` rounds ago; 0: none. */
static int float_of(const struct group *group, int engine, int back)
{
    const struct swiss *swiss = group->round->swiss;
    return swiss->rounds > back
               ? swiss->floats[(swiss->rounds - 1 - back) * swiss->engines + engine]
               : 0;
}

/* Counts what a pair costs, -1: an engine that leaves the group; or takes it back. */
static void count_pair(struct group *group, int one, int other, int sign)
{
    const struct round *round = group->round;
    const int64_t *points = round->swiss->points;
    int *counts = group->counts;
    if (other < 0) {
        counts[DOWN] += sign * (float_of(group, one, 0) < 0);
        counts[DOWN_BEFORE] += sign * (float_of(group, one, 1) < 0);
        return;
    }
    const struct preference a = round->preferences[one], b = round->preferences[other];
    if (a.colour && a.colour == b.colour) {
        const bool first = gets_white(round, one, other) == (a.colour > 0);
        counts[COLOUR] += sign;
        counts[STRONG_COLOUR] += sign * ((first ? b : a).strength >= STRONG);
    }
    if (points[one] != points[other]) {
        counts[UP] += sign * (float_of(group, other, 0) > 0);
        counts[UP_BEFORE] += sign * (float_of(group, other, 1) > 0);
    }
}

static int compare_numbers(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a < b) - (a > b);
}

/* Finds the differences in points; those of engines that leave are as if they met one with a point
 * less than the group (C.6, A.8). */
static void measure(struct group *group)
{
    const struct swiss *swiss = group->round->swiss;
    const int64_t low = swiss->points[group->list[group->count - 1]];
    for (int i = 0; i < group->count; i++) {
        const int engine = group->list[i];
        const bool leaves = group->opponents[engine] < 0 && i < group->floaters;
        group->distances[i] = swiss->points[engine] - low + (leaves ? swiss->point : 0);
    }
    int left = group->leaving;
    for (int i = 0; i < group->floaters; i++) {
        left -= group->opponents[group->list[i]] < 0;
    }
    for (int i = group->floaters; left > 0; i++, left--) {
        group->distances[i] = swiss->point;
    }
    qsort(group->distances, (size_t)group->count, sizeof *group->distances, compare_numbers);
}

/* Returns less than 0 if the choices so far are better than the best way. */
static int compare_ways(const struct group *group)
{
    int64_t difference = 0;
    for (int i = 0; difference == 0 && i < group->count; i++) {
        difference = group->distances[i] - group->best_distances[i];
    }
    for (int i = 0; difference == 0 && i < CRITERIA; i++) {
        difference = group->counts[i] - group->best_counts[i];
    }
    return difference < 0 ? -1 : difference > 0;
}

/* Keeps the way if all that are left can be paired. */
static void judge(struct group *group)
{
    struct round *round = group->round;
    const int engines = round->swiss->engines;
    int *list = memory_zeroed((size_t)engines + 1, sizeof *list), count = 0;
    for (int i = 0; i < group->count + group->rest; i++) {
        if (i >= group->count || group->opponents[group->list[i]] < 0) {
            list[count++] = group->list[i];
        }
    }
    round->tries = 0;
    if (can_pair(round, list, count)) {
        group->found = true;
        memcpy(group->best, group->opponents, (size_t)engines * sizeof *group->best);
        memcpy(group->best_counts, group->counts, sizeof group->counts);
        memcpy(group->best_distances, group->distances,
               (size_t)group->count * sizeof *group->distances);
    }
    free(list);
}

/* Returns the place in the list of the first engine's candidate, from 0 on: the lower half in
 * order, then the upper half from its end. */
static int candidate(int count, int choice)
{
    const int lower = count / 2, size = count - lower;
    return choice < size ? lower + choice : lower - 1 - (choice - size);
}

/* Tries all ways to pair the engines of a list, of which the first `floaters` have more points and
 * `leaving` float down. */
static void search(struct group *group, const int *list, int count, int floaters, int leaving)
{
    if (leaving > count || ++group->round->choices > MOST_CHOICES) {
        return;
    }
    if (floaters == 0) {
        if (group->found && compare_ways(group) >= 0) {
            return;
        }
        if (count == 0) {
            judge(group);
            return;
        }
    }
    int *rest = group->room + (size_t)count * (size_t)group->count;
    const int first = list[0];
    const int choices = floaters > 0 ? count - floaters : count - 1;
    for (int choice = 0; choice <= choices; choice++) {
        const bool leaves = choice == choices;
        const int at = leaves ? 0 : floaters > 0 ? floaters + choice : candidate(count, choice);
        if (leaves ? leaving == 0 : !may_meet(group->round, first, list[at])) {
            continue;
        }
        int left = 0;
        for (int i = 1; i < count; i++) {
            if (leaves || i != at) {
                rest[left++] = list[i];
            }
        }
        const int other = leaves ? -1 : list[at];
        group->opponents[first] = other;
        if (!leaves) {
            group->opponents[other] = first;
        }
        if (!leaves || floaters == 0) {
            count_pair(group, first, other, 1);
        }
        if (floaters == 1 && leaving - leaves <= left) {
            measure(group);
        }
        search(group, rest, left, floaters > 0 ? floaters - 1 : 0, leaving - leaves);
        if (!leaves || floaters == 0) {
            count_pair(group, first, other, -1);
        }
    }
}

/* Pairs a group in the best way. `list` has the engines that float down to it, its own, and all
 * that follow; those of the group that float down are moved behind the others. Returns the number
 * of the others; -1: there is no way. */
static int pair_group(struct round *round, int *list, int floaters, int count, int rest,
                      int (*pairs)[2])
{
    const size_t engines = (size_t)round->swiss->engines, size = (size_t)count;
    struct group group = {.round = round,
                          .list = list,
                          .floaters = floaters,
                          .count = count,
                          .rest = rest,
                          .room = memory_zeroed((size + 1) * size, sizeof(int)),
                          .distances = memory_zeroed(size, sizeof(int64_t)),
                          .best_distances = memory_zeroed(size, sizeof(int64_t)),
                          .opponents = memory_zeroed(engines, sizeof(int)),
                          .best = memory_zeroed(engines, sizeof(int))};
    int paired = -1;
    for (int leaving = count % 2; !group.found && leaving <= count; leaving += 2) {
        group.leaving = leaving;
        round->choices = 0;
        if (floaters == 0) {
            measure(&group);
        }
        search(&group, list, count, floaters, leaving);
    }
    if (group.found) {
        int *behind = group.room, left = 0;
        paired = 0;
        for (int i = 0; i < count; i++) {
            const int one = list[i], other = group.best[one];
            if (other < 0) {
                behind[left++] = one;
            } else if (group.opponents[one] != one) {
                group.opponents[other] = other; /* the pair is written */
                const bool white = gets_white(round, one, other);
                pairs[paired / 2][!white] = one;
                pairs[paired / 2][white] = other;
                paired += 2;
            }
        }
        memcpy(list + paired, behind, (size_t)left * sizeof *list);
    }
    free(group.room);
    free(group.distances);
    free(group.best_distances);
    free(group.opponents);
    free(group.best);
    return paired;
}

/* Lists the engines by rank. */
static void rank(const struct swiss *swiss, int *order)
{
    for (int engine = 0; engine < swiss->engines; engine++) {
        int at = engine;
        for (; at > 0 && swiss->points[order[at - 1]] < swiss->points[engine]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = engine;
    }
}

/* Pairs all engines, group by group. Returns true if that is possible, and finds the bye. */
static bool pair_all(struct round *round, int *order, int (*pairs)[2], int *bye)
{
    const struct swiss *swiss = round->swiss;
    int floaters = 0, at = 0;
    rank(swiss, order);
    for (int end = 0; end < swiss->engines; floaters = end - at) {
        const int64_t points = swiss->points[order[end]];
        while (end < swiss->engines && swiss->points[order[end]] == points) {
            end++;
        }
        const int paired =
            pair_group(round, order + at, floaters, end - at, swiss->engines - end, pairs + at / 2);
        if (paired < 0) {
            return false;
        }
        at += paired;
    }
    *bye = floaters > 0 ? order[at] : -1;
    return true;
}

int swiss_pair(const struct swiss *swiss, int (*pairs)[2])
{
    const size_t engines = (size_t)swiss->engines;
    struct round round = {.swiss = swiss};
    int *order = memory_zeroed(engines, sizeof *order), bye = -1;
    round.preferences = memory_zeroed(engines, sizeof *round.preferences);
    for (int engine = 0; engine < swiss->engines; engine++) {
        round.preferences[engine] = preference_of(swiss, engine);
    }
    while (!pair_all(&round, order, pairs, &bye)) {
        round.allowed += round.forced;
        round.forced = true;
    }
    free(order);
    free(round.preferences);
    return bye;
}
