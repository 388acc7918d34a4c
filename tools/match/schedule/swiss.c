/* SPDX-License-Identifier: MIT */
#include "swiss.h"

#include <stdbool.h>
#include <stdlib.h>

#include "memory.h"

/* How many choices are tried before engines may meet again: enough for every tournament of sensible
 * length, and less than a second. */
#define MOST_CHOICES 1000000

/* A round that is being paired. */
struct round {
    const struct swiss *swiss;
    int *order;  /* the engines that have no opponent yet, by rank */
    int allowed; /* meetings that two engines may have had */
    int choices; /* that were tried */
    int (*pairs)[2];
};

static int meetings(const struct round *round, int one, int other)
{
    return round->swiss->meetings[one * round->swiss->engines + other];
}

/* Returns the index of the first engine's candidate in the list: `choice` counts the candidates,
 * from 0. The first `group` engines have the same points. */
static int candidate(int group, int choice)
{
    const int lower = group / 2, size = group - lower;
    return group == 1 || choice >= group - 1 ? choice + 1
           : choice < size                   ? lower + choice
                                             : lower - 1 - (choice - size);
}

/* Pairs the engines of a list of even length; false if that is not possible. */
static bool pair(struct round *round, const int *list, int count, int found)
{
    int group = 1, *rest;
    bool good = count == 0;
    if (good) {
        return true;
    }
    while (group < count && round->swiss->points[list[group]] == round->swiss->points[list[0]]) {
        group++;
    }
    rest = memory_zeroed((size_t)count, sizeof *rest);
    for (int choice = 0; !good && choice < count - 1; choice++) {
        const int other = candidate(group, choice);
        if (meetings(round, list[0], list[other]) > round->allowed ||
            ++round->choices > MOST_CHOICES) {
            continue;
        }
        for (int i = 1, at = 0; i < count; i++) {
            if (i != other) {
                rest[at++] = list[i];
            }
        }
        round->pairs[found][0] = list[0];
        round->pairs[found][1] = list[other];
        good = pair(round, rest, count - 2, found + 1);
    }
    free(rest);
    return good;
}

static int compare(const struct swiss *swiss, int one, int other)
{
    const int64_t difference = swiss->points[other] - swiss->points[one];
    return difference < 0 ? -1 : difference > 0 ? 1 : one - other;
}

/* Lists the engines by rank. */
static void rank(const struct swiss *swiss, int *order)
{
    for (int engine = 0; engine < swiss->engines; engine++) {
        int at = engine;
        for (; at > 0 && compare(swiss, order[at - 1], engine) > 0; at--) {
            order[at] = order[at - 1];
        }
        order[at] = engine;
    }
}

/* Pairs all engines but the one at `bye` in the list (-1: all). */
static bool pair_others(struct round *round, int bye)
{
    const int engines = round->swiss->engines;
    int *list = memory_zeroed((size_t)engines + 1, sizeof *list), count = 0;
    for (int i = 0; i < engines; i++) {
        if (i != bye) {
            list[count++] = round->order[i];
        }
    }
    round->choices = 0;
    const bool good = pair(round, list, count, 0);
    free(list);
    return good;
}

int swiss_pair(const struct swiss *swiss, int (*pairs)[2])
{
    const int engines = swiss->engines;
    struct round round = {.swiss = swiss, .pairs = pairs};
    int bye = -1;
    bool good = false;
    round.order = memory_zeroed((size_t)engines, sizeof *round.order);
    rank(swiss, round.order);
    for (; !good; round.allowed++) {
        for (int last = engines - 1; engines % 2 == 1 && !good && last >= 0; last--) {
            bye = round.order[last];
            good = meetings(&round, bye, bye) <= round.allowed && pair_others(&round, last);
        }
        good = good || (engines % 2 == 0 && pair_others(&round, -1));
    }
    free(round.order);
    return engines % 2 == 1 ? bye : -1;
}
