/* SPDX-License-Identifier: MIT */
/* The table of trees with given values for the registry. */
#include "registry.h"
#include "rules.h"
#include "skill.h"

#define GAME        tree
#define GAME_DRAW   1
#define GAME_POINTS 1
#include "game_template.h"

static const struct setting settings[TREE_SETTINGS] = {[TREE_SKILL] = SKILL_SETTING};

static const char *const bench_positions[] = {
    "((3 12 8) (2 4 6) (14 5 2))",
    "(((4 6) (7 9)) ((1 2) (0 1)))",
    NULL,
};

const struct game game_tree = {
    GAME_FUNCTIONS,
    .aliases = (const char *const[]){NULL},
    .title = "Tree",
    .rules =
        "A game tree with given values, to try what a search does. MAX begins, and MAX and MIN "
        "move in turns\n"
        "from a node to one of its children, which are numbered from 1, until a leaf is "
        "reached. Its value is\n"
        "the score of MAX. A position is a nested list of the leaves' values, such as\n"
        "((3 12 8) (2 4 6) (14 5 2)), with at most 1,023 nodes and 64 plies and values from "
        "-9999 to 9999;\n"
        "\"min\" after it means that MIN moves first.",
    .settings = settings,
    .setting_count = TREE_SETTINGS,
    .bench_positions = bench_positions,
    .bench_depth = 4,
};
