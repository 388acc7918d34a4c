/* SPDX-License-Identifier: MIT */
/* The table of gomoku for the registry, and all code that the tree of a search calls, as one unit
 * that is compiled for each level: level.h. */
#define PER_LEVEL static UNUSED

#include <strings.h>

#include "board.c"
#include "candidates.c"
#include "evaluate.c"
#include "forbidden.c"
#include "network.c"
#include "position.c"
#include "rules.c"
#include "search.c"
#include "vcf.c"

#include "opening.h"
#include "registry.h"
#include "rules.h"
#include "skill.h"

#define GAME         gomoku
#define GAME_DRAW    1
#define GAME_CORRECT 1
#include "game_template.h"

static const struct setting settings[GOMOKU_SETTINGS] = {
    [GOMOKU_SIZE] = {.name = "size",
                     .option = "Board Size",
                     .help = "files and ranks of the board",
                     .kind = SETTING_SPIN,
                     .initial = GOMOKU_DEFAULT_SIZE,
                     .min = GOMOKU_MIN_SIZE,
                     .max = GOMOKU_MAX_SIZE,
                     .shapes_board = true},
    [GOMOKU_RULE] = {.name = "rule",
                     .option = "Rule",
                     .help = "what wins and what is forbidden",
                     .kind = SETTING_CHOICE,
                     .initial = RULE_FREESTYLE,
                     .min = 0,
                     .max = GOMOKU_RULES - 1,
                     .choices = gomoku_rule_names,
                     .shapes_board = true},
    [GOMOKU_SKILL] = SKILL_SETTING,
};

#define OMOK "omok"

static const char *const aliases[] = {OMOK, "fiveinarow", NULL};

/* The alias Omok selects its own rule and a board of 19 squares a side. */
#define OMOK_SIZE 19

static void begin_as(const char *alias, struct game_settings *chosen)
{
    if (strcasecmp(alias, OMOK) == 0) {
        chosen->values[GOMOKU_RULE] = RULE_OMOK;
        chosen->values[GOMOKU_SIZE] = OMOK_SIZE;
    }
}

static const char *const bench_positions[] = {
    "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o",
    "15/15/15/15/15/15/6o8/5x9/8o6/3x3x1x5/8oo5/15/15/15/15 x",
    "15/15/15/15/8oox4/9xo4/8o1xx3/8o2x3/12x2/13o1/4x10/3o11/15/15/15 x",
    "15/15/15/15/15/15/4x10/5o9/2xxoxx8/2oo1oox7/2x1o1xo3x3/3oxo9/15/15/15 x",
    "15/15/15/15/15/2x1x10/3ooo9/3xox4o4/5ox8/4xoox7/4oxxxo6/5oo2x5/4xox8/15/15 x",
    "15/15/15/15/6x8/5o2x6/4oxoo7/3oxxxxoo5/2o1xx1oox5/1x3oxxxxo4/4o1oox6/3o11/15/15/15 x",
    ("15/15/1ox1o10/2xo1x9/3xoox8/2oxxo2x1o4/2x1ox7o1/6oxo1o1x2/5xoxxxox3/5oxooox4/7ox6/15/15/15/15"
     " x"),
    NULL,
};

const struct game LEVEL_NAME(game_gomoku) = {
    GAME_FUNCTIONS,
    .aliases = aliases,
    .begin_as = begin_as,
    .title = "Gomoku",
    .rules = "Two players, Black (x) first, put a stone on a free point in turns. Five of one's "
             "own in a line win;\n"
             "a full board without that is a draw. A move names its point: a1 is at the bottom "
             "left. The rule sets:\n"
             "freestyle  five or more win.\n"
             "standard   exactly five win; six or more do not.\n"
             "renju      Black needs exactly five, White five or more. Black may not make a "
             "double-three, a\n"
             "           double-four or more than five in a line, unless the same move makes "
             "exactly five.\n"
             "caro       exactly five win, unless the opponent stands at both ends.\n"
             "omok       the Korean rule, as a rule on a board of 19: exactly five win. Nobody may "
             "make a\n"
             "           double-three, unless the same move makes exactly five; double-fours are "
             "allowed.\n"
             "A double-three is a move that makes two open threes at once. An open three is three "
             "stones that one\n"
             "more makes an open four: four in a row whose two neighbours are free and would each "
             "make five.",
    .settings = settings,
    .setting_count = GOMOKU_SETTINGS,
    .look = &gomoku_look,
    .bench_positions = bench_positions,
    .bench_depth = 10,
};
