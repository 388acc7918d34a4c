/* SPDX-License-Identifier: MIT */
#include "strength.h"

#include "compiler.h"
#include "skill.h"

/* Values between the levels are interpolated linearly. */
static const struct {
    int elo, nodes, noise;
} levels[] = {
    {1000, 310, 272}, {1250, 380, 210}, {1500, 490, 162},  {1750, 780, 115},
    {2000, 4800, 42}, {2250, 40000, 0}, {2500, 120000, 0},
};

static int between(int low, int high, int part, int whole)
{
    return low + (high - low) * part / whole;
}

struct chess_strength chess_strength_of(int elo)
{
    int i = 0;
    while (i < LENGTH(levels) - 2 && elo >= levels[i + 1].elo) {
        i++;
    }
    int part = elo - levels[i].elo, whole = levels[i + 1].elo - levels[i].elo;
    return (struct chess_strength){
        .nodes = (uint64_t)between(levels[i].nodes, levels[i + 1].nodes, part, whole),
        .noise = between(levels[i].noise, levels[i + 1].noise, part, whole),
    };
}

struct chess_strength chess_strength_of_skill(int level)
{
    return chess_strength_of(between(CHESS_ELO_MIN, CHESS_ELO_MAX, level, SKILL_FULL - 1));
}
