/* SPDX-License-Identifier: MIT */
/* The table of Ataxx for the registry, and all code that the tree of a search calls, as one unit
 * that is compiled for each level: level.h. */
#define PER_LEVEL static UNUSED

#include "evaluate.c"
#include "rules.c"
#include "search.c"

#include "registry.h"
#include "rules.h"
#include "skill.h"

#define GAME             ataxx
#define GAME_COUNT_MOVES 1
#define GAME_DRAW        1
#include "game_template.h"

static const char *const bench_positions[] = {
    "x5o/7/7/7/7/7/o5x x 0 1",
    "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    "x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1",
    NULL,
};

static const char *const blocked_names[] = {"none", "inner", "diamond", NULL};

static const struct setting settings[ATAXX_SETTINGS] = {
    [ATAXX_BLOCKED] = {.name = "blocked",
                       .option = "Blocked Squares",
                       .help = "squares that nobody can enter: none, four inside, a diamond",
                       .kind = SETTING_CHOICE,
                       .initial = 0,
                       .min = 0,
                       .max = 2,
                       .choices = blocked_names,
                       .shapes_board = true},
    [ATAXX_SKILL] = SKILL_SETTING,
};

const struct game LEVEL_NAME(game_ataxx) = {
    GAME_FUNCTIONS,
    .aliases = (const char *const[]){NULL},
    .title = "Ataxx",
    .rules =
        "Two players, x first, on 7 by 7 squares, some of which may be blocked. A piece grows "
        "to a free square\n"
        "beside it and stays where it is, or jumps to a free square two away. All pieces of "
        "the other side beside\n"
        "the target become the mover's. Who cannot move passes, as 0000. The game is over when "
        "nobody can move\n"
        "or one side has no piece left; most pieces win. 100 moves in a row without a piece "
        "that grows are a draw.\n"
        "A piece that grows is written by its target, g2, a jump by both squares, a1c3.",
    .settings = settings,
    .setting_count = ATAXX_SETTINGS,
    .look = &ataxx_look,
    .bench_positions = bench_positions,
    .bench_depth = 8,
};
