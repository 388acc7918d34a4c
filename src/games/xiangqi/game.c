/* SPDX-License-Identifier: MIT */
/* The table of xiangqi for the registry, and all code that the tree of a search calls, as one
 * unit that is compiled for each level: level.h. */
#define PER_LEVEL static UNUSED

#include "evaluate.c"
#include "position.c"
#include "rules.c"
#include "search.c"

#include "registry.h"
#include "rules.h"
#include "skill.h"

#define GAME             xiangqi
#define GAME_COUNT_MOVES 1
#define GAME_DRAW        1
#include "game_template.h"

static const char *const bench_positions[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "3akabr1/9/2n1b4/p1p1p3p/6r2/2P6/P3P3P/N1C1B1C2/4N4/R2AKAB1R w - - 0 1",
    NULL,
};

static const struct setting settings[XIANGQI_SETTINGS] = {
    [XIANGQI_SKILL] = SKILL_SETTING,
};

const struct game LEVEL_NAME(game_xiangqi) = {
    GAME_FUNCTIONS,
    .aliases = (const char *const[]){NULL},
    .title = "Xiangqi",
    .rules =
        "Two armies, Red first, on the crossings of 9 by 10 lines with a river between. Kings and "
        "advisors stay\n"
        "in their palaces, elephants on their side of the river; a horse is blocked by a piece "
        "beside it, an\n"
        "elephant by one between; a cannon takes over exactly one piece; a pawn goes forward, and "
        "sideways beyond\n"
        "the river. Kings must not face each other on an open file. Who is mated or cannot move "
        "loses. At the\n"
        "third occurrence of a position who checks, or chases one unprotected piece, with every "
        "move loses;\n"
        "otherwise it is a draw, as are 60 moves of each side without a capture. A move is two "
        "squares: h2e2.",
    .settings = settings,
    .setting_count = XIANGQI_SETTINGS,
    .look = &xiangqi_look,
    .bench_positions = bench_positions,
    .bench_depth = 8,
};
