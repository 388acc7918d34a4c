/* SPDX-License-Identifier: MIT */
/* The option `Skill Level`, with which a person chooses the opponent's strength. A game that has
 * levels lists SKILL_SETTING among its settings. Its search.c has a table of them and defines
 * GAME_SKILL, the index of the setting (search_game.h). */
#ifndef GAMES_SKILL_H
#define GAMES_SKILL_H

#include "handicap.h"

/* Levels are 0 .. SKILL_FULL; the last is the full strength. */
#define SKILL_FULL 20

/* A row of a game's settings. */
#define SKILL_SETTING                                                                              \
    {                                                                                              \
        .option = "Skill Level", .help = "strength, 20 is the full one", .kind = SETTING_SPIN,     \
        .initial = SKILL_FULL, .min = 0, .max = SKILL_FULL                                         \
    }

/* The limits of a level. They are interpolated between the rows of a table. */
struct skill {
    int level;
    int depth;            /* hundredths of a ply: 150 is 1 or 2 plies at random */
    score_t error, sight; /* centipawns: handicap.h */
};

/* The value between `low` and `high` at this part of the whole. */
INLINE int skill_between(int low, int high, int part, int whole)
{
    return low + (high - low) * part / whole;
}

/* The handicap of a level by a table whose first row is level 0 and whose last row is SKILL_FULL -
 * 1; no handicap for SKILL_FULL. `seed` determines the random choices. */
INLINE struct search_handicap skill_handicap(const struct skill *table, int rows, int level,
                                             uint64_t seed)
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

#endif
