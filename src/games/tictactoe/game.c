/* SPDX-License-Identifier: MIT */
/* The table of tic-tac-toe for the registry. */
#include "registry.h"
#include "rules.h"
#include "skill.h"

#define GAME                tictactoe
#define GAME_ANTISYMMETRIC  1
#define GAME_TEXTBOOK_VALUE 1
/* The texts number the squares from the top left. */
#define GAME_NUMBER(move) (6 - tictactoe_square(move) / 3 * 3 + tictactoe_square(move) % 3)
#include "game_template.h"

static const struct setting settings[TICTACTOE_SETTINGS] = {
    [TICTACTOE_SKILL] = SKILL_SETTING,
    [TICTACTOE_NOTATION] = NOTATION_SETTING,
};

static const char *const bench_positions[] = {
    "3/3/3 x", "3/1x1/3 o", "x2/3/3 o", "xo1/3/3 x", "x1o/3/3 x", NULL,
};

const struct game game_tictactoe = {
    GAME_FUNCTIONS,
    .aliases = (const char *const[]){"ttt", NULL},
    .title = "Tic-tac-toe",
    .rules = "Two players, x first, put a mark on a free square in turns. Three of one's own in a "
             "row, a column or a\n"
             "diagonal win; a full board without that is a draw. A move names its square: a1 is at "
             "the bottom left.",
    .settings = settings,
    .setting_count = TICTACTOE_SETTINGS,
    .look = &tictactoe_look,
    .bench_positions = bench_positions,
    .bench_depth = 9,
};
