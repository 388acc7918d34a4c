/* SPDX-License-Identifier: MIT */
/* The table of chess for the registry, and all code that the tree of a search calls, as one unit
 * that is compiled for each level: level.h. perft.c, which includes the template generate.h a
 * second time, is a separate unit. */
#define PER_LEVEL static UNUSED

#include <strings.h>

#include "classical/classical.c"
#include "classical/pawns.c"
#include "evaluate.c"
#include "position.c"
#include "rules.c"
#include "search.c"

#include "book.h"
#include "registry.h"
#include "rules.h"
#include "skill.h"
#include "strength.h"
#ifdef CHESS_TABLEBASE
#include "tablebase.h"
#endif

/* The book format supports only the standard initial position. */
static bool chess_book_move(const struct chess_position *position,
                            const struct game_settings *given, uint64_t seed, move_t *move)
{
    const struct chess_book *book = given->resources[CHESS_BOOK_FILE];
    return given->values[CHESS_OWN_BOOK] && book && !position->chess960 &&
           chess_book_find(book, position, seed, move);
}

#define GAME                 chess
#define GAME_PERFT           1
#define GAME_BOOK_MOVE       1
#define GAME_TEXTBOOK_VALUE  1
#define GAME_CLOCK(position) ((position)->state.clock)
#include "game_template.h"

#define CHESS960     "chess960"
#define FISCHERANDOM "fischerandom" /* in CECP, which calls the usual chess `normal` */

/* The name Chess960 also selects its notation of castling. */
static void begin_as(const char *alias, struct game_settings *chosen)
{
    if (strcasecmp(alias, CHESS960) == 0 || strcasecmp(alias, FISCHERANDOM) == 0) {
        chosen->values[CHESS_960] = 1;
    }
}

#ifdef CHESS_TABLEBASE
#define SETTING_COUNT CHESS_SETTINGS
#else
#define SETTING_COUNT CHESS_SYZYGY_PATH
#endif

static const struct setting settings[SETTING_COUNT] = {
    [CHESS_960] = {.name = "chess960",
                   .option = "UCI_Chess960",
                   .help = "castling from any squares of king and rooks",
                   .kind = SETTING_CHECK,
                   .max = 1,
                   .shapes_board = true},
    [CHESS_LIMIT_STRENGTH] = {.option = "UCI_LimitStrength",
                              .help = "play at the strength of UCI_Elo",
                              .kind = SETTING_CHECK,
                              .max = 1},
    [CHESS_ELO] = {.option = "UCI_Elo",
                   .help = "strength under UCI_LimitStrength, in Elo points",
                   .kind = SETTING_SPIN,
                   .initial = 1500,
                   .min = CHESS_ELO_MIN,
                   .max = CHESS_ELO_MAX},
    [CHESS_SKILL] = SKILL_SETTING,
    [CHESS_USE_NETWORK] = {.option = "Network",
                           .help = "evaluate with the neural network",
                           .kind = SETTING_CHECK,
                           .initial = 1,
                           .max = 1},
    [CHESS_OWN_BOOK] = {.option = "OwnBook",
                        .help = "answer at once from the book of openings",
                        .kind = SETTING_CHECK,
                        .max = 1},
    [CHESS_BOOK_FILE] = {.option = "Book File",
                         .help = "a book of openings, a file in PolyGlot's format",
                         .kind = SETTING_TEXT,
                         .initial_text = "",
                         .open = chess_book_open,
                         .close = chess_book_close},
#ifdef CHESS_TABLEBASE
    [CHESS_SYZYGY_PATH] = {.option = "SyzygyPath",
                           .help = "folders with Syzygy endgame tables, separated by ':'",
                           .kind = SETTING_TEXT,
                           .initial_text = "",
                           .open = chess_tablebase_open_setting,
                           .close = chess_tablebase_close_setting,
                           .changes_scores = true},
    [CHESS_SYZYGY_DEPTH] = {.option = "SyzygyProbeDepth",
                            .help = "least depth at which positions with the most pieces are "
                                    "looked up, in plies",
                            .kind = SETTING_SPIN,
                            .initial = 1,
                            .min = 1,
                            .max = 100},
    [CHESS_SYZYGY_LIMIT] = {.option = "SyzygyProbeLimit",
                            .help = "the most pieces of a position that is looked up; 0: none is",
                            .kind = SETTING_SPIN,
                            .initial = 7,
                            .min = 0,
                            .max = 7,
                            .changes_scores = true},
    [CHESS_SYZYGY_FIFTY] = {.option = "Syzygy50MoveRule",
                            .help = "wins that take more than fifty moves count as draws",
                            .kind = SETTING_CHECK,
                            .initial = 1,
                            .max = 1,
                            .changes_scores = true},
#endif
};

static const char *const bench_positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8",
    "2r2rk1/1b2qppp/p3p3/1p1n4/3N4/P3P3/1PQB1PPP/2R2RK1 b - - 3 19",
    "8/5pk1/4p1p1/7p/3R3P/4P1P1/r4P2/6K1 w - - 0 36",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1",
    "8/8/1p1k4/p1p5/P1P1K3/1P6/8/8 w - - 0 50",
    NULL,
};

const struct game LEVEL_NAME(game_chess) = {
    GAME_FUNCTIONS,
    .aliases = (const char *const[]){CHESS960, "standard", "normal", FISCHERANDOM, NULL},
    .begin_as = begin_as,
    .title = "Chess",
    .rules = "The rules of FIDE. White moves first. A move names where a piece goes from and to, "
             "and what a pawn\n"
             "becomes: e2e4, e7e8q. Castling is the king's move of two squares, e1g1. A game is "
             "drawn by stalemate,\n"
             "by the third repetition of a position, by fifty moves of both without a capture or a "
             "pawn's move, and\n"
             "where nobody has the pieces to mate. Under chess960 the pieces of the first rank "
             "begin in another\n"
             "order, and castling is written as the king taking his rook, e1h1.",
    .settings = settings,
    .setting_count = SETTING_COUNT,
    .look = &chess_look,
#ifdef CHESS_TABLEBASE
    .tables = &chess_tables_for_clients,
#endif
    .bench_positions = bench_positions,
    .bench_depth = 10,
};
