/* SPDX-License-Identifier: MIT */
/* Compares Syzygy's tables of three and four pieces with a solution of these endings, and plays won
 * endings to their end. The folder MYOSU_SYZYGY has the tables; without them the test is skipped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/rules.h"
#include "chess/tablebase.h"
#include "chess_solver.h"
#include "registry.h"
#include "rng.h"
#include "support.h"

/* meson treats a test with this exit status as skipped. */
#define EXIT_SKIPPED 77

/* Those of three pieces are compared completely. */
static const char *const endings[] = {"KQvK",  "KRvK",  "KBvK",  "KNvK", "KPvK",
                                      "KQvKR", "KBNvK", "KRvKB", NULL};

static const struct game *game;

static void solve_all(void)
{
    for (int i = 0; endings[i]; i++) {
        solve_ending(endings[i]);
    }
}

/* Sets up a solved position, or the same one with the colours exchanged. */
static void set_up(const struct chess_board *board, bool swap, struct chess_position *position)
{
    memset(position, 0, sizeof *position);
    struct chess_board *own = &position->state.board;
    for (int kind = PAWN; kind < KINDS; kind++) {
        own->kinds[kind] = swap ? __builtin_bswap64(board->kinds[kind]) : board->kinds[kind];
    }
    for (int side = WHITE; side < SIDES; side++) {
        own->sides[side ^ swap] = swap ? __builtin_bswap64(board->sides[side]) : board->sides[side];
    }
    own->side = board->side ^ swap;
    chess_complete(position);
}

static const char *fen_of(const struct chess_position *position)
{
    static char text[100];
    LOCAL_BUFFER fen = {0};
    game->format_fen(position, &fen);
    snprintf(text, sizeof text, "%s", buffer_text(&fen));
    return text;
}

START_TEST(tables_agree_with_the_solution)
{
    static const enum chess_wdl results[] = {
        [SOLVED_DRAW] = WDL_DRAW, [SOLVED_WIN] = WDL_WIN, [SOLVED_LOSS] = WDL_LOSS};
    struct rng rng = {3};
    for (int i = 0; endings[i]; i++) {
        const uint32_t count = solved_count(endings[i]);
        const uint32_t step = count > 1000000 ? SUITE_SANITIZED ? 1000 : 100 : 1;
        int compared = 0, decided = 0;
        for (uint32_t at = (uint32_t)rng_below(&rng, step); at < count; at += step) {
            struct chess_board board;
            struct chess_position position;
            const enum solved solved = solved_position(endings[i], at, &board);
            if (solved == SOLVED_ILLEGAL) {
                continue;
            }
            set_up(&board, rng_below(&rng, 2) == 1, &position);
            enum chess_wdl wdl;
            ck_assert_msg(chess_tablebase_probe(&position, &wdl), "%s: not found",
                          fen_of(&position));
            ck_assert_msg(wdl == results[solved], "%s: the tables have %d, the solution %d",
                          fen_of(&position), wdl, results[solved]);
            compared++;
            decided += solved != SOLVED_DRAW;
        }
        printf("%s: %d positions, %d decided\n", endings[i], compared, decided);
        ck_assert_int_gt(compared, 1000);
    }
}
END_TEST

/* Plays a position to its end, each side by a shallow search with the tables. */
static enum game_result play(struct support_search *search, struct chess_position *position,
                             int *plies)
{
    enum game_result result;
    for (*plies = 0; (result = game->result(position)) == RESULT_NONE; ++*plies) {
        support_search_limits(search)->depth = 2;
        const struct search_line *line = support_search_run(search, position);
        ck_assert_int_gt(line->length, 0);
        game->play(position, line->pv[0]);
    }
    return result;
}

/* A game that is not won within fifty moves, or that repeats a position twice, is a draw. */
START_TEST(won_endings_are_won_within_fifty_moves)
{
    static const char *const won[] = {"KBNvK", "KQvKR", "KRvK", "KPvK"};
    struct support_search *search = support_search_create(game, 1);
    struct rng rng = {5};
    for (int i = 0; i < LENGTH(won); i++) {
        int most = 0;
        for (int games = 0; games < (SUITE_SANITIZED ? 5 : 25);) {
            struct chess_board board;
            struct chess_position position;
            const uint32_t at = (uint32_t)rng_below(&rng, solved_count(won[i]));
            const enum solved solved = solved_position(won[i], at, &board);
            if (solved != SOLVED_WIN && solved != SOLVED_LOSS) {
                continue;
            }
            set_up(&board, false, &position);
            char fen[100];
            snprintf(fen, sizeof fen, "%s", fen_of(&position));
            const bool white = (solved == SOLVED_WIN) == (board.side == WHITE);
            int plies;
            support_search_clear(search);
            const enum game_result result = play(search, &position, &plies);
            ck_assert_msg(result == (white ? RESULT_P1_WINS : RESULT_P2_WINS),
                          "%s ends after %d plies: %d", fen, plies, result);
            most = plies > most ? plies : most;
            games++;
        }
        printf("%s: won within %d plies\n", won[i], most);
    }
    support_search_destroy(search);
}
END_TEST

int main(void)
{
    const char *folder = getenv("MYOSU_SYZYGY");
    struct error error;
    game = support_game("chess");
    if (!folder || chess_tablebase_open(folder, &error) < 4) {
        printf("skipped: there are no tables of four pieces: MYOSU_SYZYGY is '%s'\n",
               folder ? folder : "");
        return EXIT_SKIPPED;
    }
    Suite *suite = suite_create("chess_endings");
    TCase *test_case = tcase_create("endings");
    tcase_set_timeout(test_case, 600);
    tcase_add_unchecked_fixture(test_case, solve_all, NULL);
    tcase_add_test(test_case, tables_agree_with_the_solution);
    tcase_add_test(test_case, won_endings_are_won_within_fifty_moves);
    suite_add_tcase(suite, test_case);
    return support_run(suite);
}
