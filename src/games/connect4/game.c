/* SPDX-License-Identifier: MIT */
/* The table of Connect Four for the registry, and all code that the tree of a search calls, as
 * one unit that is compiled for each level: level.h. */
#define PER_LEVEL static UNUSED

#include "evaluate.c"
#include "rules.c"
#include "search.c"
#include "solver/exact.c"
#include "solver/exact_line.c"
#include "solver/fallback.c"
#include "solver/proof.c"
#include "solver/solver.c"
#include "solver/solver_node.c"
#include "solver/solver_share.c"
#include "solver/solver_table.c"

#include "registry.h"
#include "skill.h"

/* Implements `correct` of game.h: where the book knows the position and the moves after it, a first
 * move that loses value is replaced by the book's line and its exact score, regardless of OwnBook.
 * Weak levels are not corrected. */
static bool connect4_correct(const struct connect4_position *start,
                             const struct game_settings *given, struct search_line *line)
{
    const struct connect4_book *book = connect4_book_of(given);
    struct connect4_position position = *start;
    int value;
    if (given->values[CONNECT4_SKILL] < SKILL_FULL || connect4_is_won(start) ||
        !connect4_book_find(book, start, &value) ||
        connect4_book_keeps(book, start, line->pv[0], value)) {
        return false;
    }
    struct search_line answer = connect4_exact_line_of(value, start->ply);
    connect4_exact_line_by_book(book, &answer, &position, &value);
    if (answer.length == 0) {
        return false;
    }
    answer.score = connect4_score_to_report(answer.score, answer.length);
    *line = answer;
    return true;
}

#define GAME                connect4
#define GAME_PERFT          1
#define GAME_DRAW           1
#define GAME_CORRECT        1
#define GAME_TEXTBOOK_VALUE 1
#define GAME_NUMBER(move)   connect4_move_column(move)
#include "game_template.h"

/* Openings, middle games with a fight over the odd and even ranks, and endings. */
static const char *const bench_positions[] = {
    "7/7/7/7/7/7 x",          "7/7/7/3x3/3o3/3x3 o",
    "7/7/7/3x3/3o3/1x1xo2 o", "7/7/3o3/3x3/2xo3/2oxo1x x",
    "7/7/7/7/ooo4/xxx4 x",    NULL,
};

static const struct setting settings[CONNECT4_SETTINGS] = {
    [CONNECT4_OWN_BOOK] = {.option = "OwnBook",
                           .help = "answer at once from the book of openings",
                           .kind = SETTING_CHECK,
                           .max = 1},
    [CONNECT4_NAMED_BOOK] = {.option = "Book File",
                             .help = "a file to read instead of the book that is built in",
                             .kind = SETTING_TEXT,
                             .initial_text = "",
                             .open = connect4_book_open,
                             .close = connect4_book_close},
    [CONNECT4_SKILL] = SKILL_SETTING,
    [CONNECT4_NOTATION] = NOTATION_SETTING,
};

const struct game LEVEL_NAME(game_connect4) = {
    GAME_FUNCTIONS,
    .aliases = (const char *const[]){"connectfour", "cfour", NULL},
    .title = "Connect Four",
    .rules = "Two players, x first, drop a stone into one of 7 columns in turns; it falls to the "
             "lowest free of 6\n"
             "squares. Four of one's own in a line, in any direction, win; a full board without "
             "that is a draw.\n"
             "A move names its column, 1 to 7.",
    .settings = settings,
    .setting_count = CONNECT4_SETTINGS,
    .look = &connect4_look,
    .bench_positions = bench_positions,
    .bench_depth = 14,
};
