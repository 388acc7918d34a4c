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
struct search_handicap skill_handicap(const struct skill *table, int rows, int level,
                                      uint64_t seed);

#endif
