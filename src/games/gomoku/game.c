/* SPDX-License-Identifier: MIT */
/* The table of gomoku for the registry, and all code that the tree of a search calls, as one unit
 * that is compiled for each level: level.h. */
#define PER_LEVEL static UNUSED

#include <stdlib.h>
#include <strings.h>

#include "board.c"
#include "candidates.c"
#include "evaluate.c"
#include "position.c"
#include "rules.c"
#include "search.c"
#include "vcf.c"

#include "registry.h"
#include "rules.h"
#include "skill.h"

/* The maximum distance of the first stone from the middle, in points. */
#define OPENING_DISTANCE 2

INLINE int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The number of king's steps between two squares. */
static int distance(move_t a, move_t b)
{
    return larger(abs(gomoku_file(a) - gomoku_file(b)), abs(gomoku_rank(a) - gomoku_rank(b)));
}

/* The distance between the middle of the board and a file or a rank, in half-points. If the size is
 * even, the middle lies between points. */
static int half_points(const struct gomoku_position *position, int line)
{
    return abs(2 * line - position->size - 1);
}

/* The first stone on the board; MOVE_NONE if there is none. */
static move_t only_stone(const struct gomoku_position *position)
{
    for (int rank = 1; rank <= position->size; rank++) {
        for (int file = 1; file <= position->size; file++) {
            const move_t square = (move_t)gomoku_square(file, rank);
            if (!gomoku_is_empty(position, square)) {
                return square;
            }
        }
    }
    return MOVE_NONE;
}

/* Whether the square is suitable for the next stone. `stone` is the one on the board, or MOVE_NONE
 * if the board is empty. */
static bool is_fit(const struct gomoku_position *position, move_t stone, move_t square)
{
    return stone == MOVE_NONE
               ? larger(half_points(position, gomoku_file(square)),
                        half_points(position, gomoku_rank(square))) <= 2 * OPENING_DISTANCE
               : distance(square, stone) == 1;
}

/* Implements `correct` of game.h for the first two stones, about which a search of any length finds
 * too little: the first stone stands at most OPENING_DISTANCE points from the middle, otherwise it
 * is moved to the middle. The second stone stands next to the first, otherwise it is moved to the
 * adjacent point nearest to the middle. This applies to all levels and rules. */
static bool gomoku_correct(const struct gomoku_position *position,
                           const struct game_settings *given UNUSED, struct search_line *line)
{
    struct move_list list = {.count = 0};
    if (position->stone_count > 1 || score_is_mate(line->score)) {
        return false;
    }
    const move_t stone = only_stone(position);
    move_t best = MOVE_NONE;
    int least = 0;
    if (is_fit(position, stone, line->pv[0])) {
        return false;
    }
    gomoku_legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        const move_t move = list.moves[i];
        const int far =
            half_points(position, gomoku_file(move)) + half_points(position, gomoku_rank(move));
        if (is_fit(position, stone, move) && (best == MOVE_NONE || far < least)) {
            best = move;
            least = far;
        }
    }
    if (best == MOVE_NONE) {
        return false;
    }
    line->pv[0] = best;
    line->length = 1;
    return true;
}

#define GAME                gomoku
#define GAME_DRAW           1
#define GAME_CORRECT        1
#define GAME_TEXTBOOK_VALUE 1
#define GAME_TEXTBOOK_MOVES 1
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
    .aliases = (const char *const[]){OMOK, "fiveinarow", NULL},
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
