/* SPDX-License-Identifier: MIT */
#include "skill.h"

static int between(int low, int high, int part, int whole)
{
    return low + (high - low) * part / whole;
}

struct search_handicap skill_handicap(const struct skill *table, int rows, int level, uint64_t seed)
{
    if (level >= SKILL_FULL) {
        return search_no_handicap;
    }
    const struct skill *low = table, *high;
    while (low < table + rows - 2 && level >= low[1].level) {
        low++;
    }
    high = low + 1;
    const int part = level - low->level, whole = high->level - low->level;
    struct rng rng = {seed};
    const int chance = (int)rng_below(&rng, 100);
    return (struct search_handicap){
        .depth = (between(low->depth, high->depth, part, whole) + chance) / 100,
        .nodes = UINT64_MAX,
        .error = between(low->error, high->error, part, whole),
        .sight = between(low->sight, high->sight, part, whole),
        .seed = rng_next(&rng),
    };
}
