/* SPDX-License-Identifier: MIT */
/* The table of Othello for the registry, and all code that the tree of a search calls, as one
 * unit that is compiled for each level: level.h. */
#define PER_LEVEL static UNUSED

#include "evaluate.c"
#include "rules.c"
#include "search.c"
#include "solver.c"

#include "book.h"
#include "registry.h"
#include "rules.h"
#include "skill.h"

/* Books have only positions of 8 by 8 squares. */
static bool othello_book_move(const struct othello_position *position,
                              const struct game_settings *given, uint64_t seed, move_t *move)
{
    const struct othello_book *book = given->resources[OTHELLO_BOOK_FILE];
    return given->values[OTHELLO_OWN_BOOK] && book && position->size == 8 &&
           othello_book_find(book, position, seed, move);
}

#define GAME           othello
#define GAME_BOOK_MOVE 1
#define GAME_PERFT     1
#define GAME_DRAW      1
#include "game_template.h"

/* Indexed by the choices of othello_size. */
static const char *const size_names[] = {"8", "6", "10", NULL};

static const struct setting settings[OTHELLO_SETTINGS] = {
    [OTHELLO_SIZE] = {.name = "size",
                      .option = "Board Size",
                      .help = "files and ranks of the board",
                      .kind = SETTING_CHOICE,
                      .initial = 0,
                      .min = 0,
                      .max = 2,
                      .choices = size_names,
                      .shapes_board = true},
    [OTHELLO_OWN_BOOK] = {.option = "OwnBook",
                          .help = "answer at once from the book of openings",
                          .kind = SETTING_CHECK,
                          .max = 1},
    [OTHELLO_BOOK_FILE] = {.option = "Book File",
                           .help = "a book of openings, a file that othello_book made",
                           .kind = SETTING_TEXT,
                           .initial_text = "",
                           .open = othello_book_open,
                           .close = othello_book_close},
    [OTHELLO_SKILL] = SKILL_SETTING,
};

static const char *const bench_positions[] = {
    "8/8/8/3xo3/3ox3/8/8/8 x",
    "8/8/2x5/2oxxx2/2xxo3/3xoo2/8/8 o",
    "8/3o1x2/2xoox2/1xxooo2/2xoxx2/2oooo2/3x4/8 x",
    "2oooo2/2oxx1o1/ooxxoox1/xoxoxoxx/xxooxxxx/1xxoox2/2xxxx2/1ooooo2 o",
    "2xxxxx1/1oxxxx2/ooxoxxoo/oxoxoooo/ooxxxooo/xoxooo1o/x1oooo2/1xxxxx2 x",
    NULL,
};

const struct game LEVEL_NAME(game_othello) = {
    GAME_FUNCTIONS,
    .perft_counts_ends = true,
    .aliases = (const char *const[]){"reversi", "flipello", NULL},
    .title = "Othello",
    .rules = "Two players, Black (x) first, put a disc on a free square in turns. All discs of the "
             "opponent that\n"
             "stand in a line without a gap between the new disc and another one of one's own, in "
             "any of the eight\n"
             "directions, are turned over; at least one must be. Who can turn none passes. The "
             "game is over when\n"
             "neither can; who has more discs wins. A move names its square: a1 is at the bottom "
             "left. Scores count\n"
             "discs: 100 centipawns are a disc more at the end of the game, when the empty squares "
             "go to the winner.",
    .settings = settings,
    .setting_count = OTHELLO_SETTINGS,
    .look = &othello_look,
    .bench_positions = bench_positions,
    .bench_depth = 8,
};
