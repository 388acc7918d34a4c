/* SPDX-License-Identifier: MIT */
#include "skill.h"

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
        .depth = (skill_between(low->depth, high->depth, part, whole) + chance) / 100,
        .nodes = UINT64_MAX,
        .error = skill_between(low->error, high->error, part, whole),
        .sight = skill_between(low->sight, high->sight, part, whole),
        .seed = rng_next(&rng),
    };
}
