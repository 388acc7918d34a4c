/* SPDX-License-Identifier: MIT */
/* Tests the lines that other match runners print. The expected ones are outputs of these programs
 * that their users have published: of fastchess in brunocodutra/cinder, pull request 773, and of
 * cutechess-cli in princesslana/princhess, pull request 210, with other names of the engines. Its
 * error of Elo was 13.3 there, not 13.4, because that program approximates the quantile. */
#include <stdio.h>
#include <string.h>

#include "ending.h"
#include "foreign_report.h"
#include "registry.h"
#include "shell.h"
#include "suite.h"

#if !defined MATCH_PROGRAM || !defined FAKE_ENGINE
#error "MATCH_PROGRAM and FAKE_ENGINE must be the paths of the match runner and of an engine"
#endif

static const char *const names[] = {"dev", "base"};

/* Adds a game of the match, from the side of "dev". */
static void add(struct standings *standings, int64_t number, char result)
{
    const bool white = number % 2 == 0;
    struct played_game played = {.number = number,
                                 .result = result == '='              ? RESULT_DRAW
                                           : (result == '+') == white ? RESULT_P1_WINS
                                                                      : RESULT_P2_WINS};
    standings_add(standings, &played);
}

static void add_pairs(struct standings *standings, int64_t *number, int count, const char *results)
{
    for (int i = 0; i < count; i++) {
        add(standings, (*number)++, results[0]);
        add(standings, (*number)++, results[1]);
    }
}

static void expect_end(const struct foreign_report *report, const char *file)
{
    struct buffer text = {0}, expected = {0};
    char command[512];
    snprintf(command, sizeof command, "cat " TESTS_DATA "/match/%s", file);
    ck_assert_int_eq(shell_run(command, &expected), 0);
    foreign_report_end(report, &text);
    ck_assert_str_eq(buffer_text(&text), buffer_text(&expected));
    buffer_finish(&expected);
    buffer_finish(&text);
}

START_TEST(fastchess_reports_a_match_as_it_was_published)
{
    const struct schedule schedule = {.engines = 2, .rounds = 1687, .games = 2};
    const struct sprt sprt = {.enabled = true, .elo1 = 3, .alpha = 0.05, .beta = 0.1};
    struct standings standings;
    int64_t number = 0;
    standings_init(&standings, &schedule, names);
    add_pairs(&standings, &number, 36, "--");
    add_pairs(&standings, &number, 340, "-=");
    add_pairs(&standings, &number, 373, "+-");
    add_pairs(&standings, &number, 394, "==");
    add_pairs(&standings, &number, 462, "=+");
    add_pairs(&standings, &number, 82, "++");
    expect_end(&(struct foreign_report){.format = OUTPUT_FASTCHESS,
                                        .standings = &standings,
                                        .sprt = &sprt,
                                        .limits = "1+0.01",
                                        .threads = "1t",
                                        .hash = "16MB",
                                        .book = "engines/openings/UHO_Lichess_4852_v1.epd"},
               "output-fastchess.txt");
    standings_finish(&standings);
}
END_TEST

START_TEST(cutechess_reports_a_match_as_it_was_published)
{
    const struct schedule schedule = {.engines = 2, .rounds = 963, .games = 2};
    const struct sprt none = {.enabled = false};
    struct standings standings;
    standings_init(&standings, &schedule, names);
    for (int i = 0; i < 963; i++) {
        add(&standings, 2 * i, i < 526 ? '+' : i < 526 + 205 ? '-' : '=');
        if (i < 961) { /* two games have not ended */
            add(&standings, 2 * i + 1, i < 219 ? '+' : i < 219 + 473 ? '-' : '=');
        }
    }
    expect_end(&(struct foreign_report){.format = OUTPUT_CUTECHESS,
                                        .standings = &standings,
                                        .sprt = &none},
               "output-cutechess.txt");
    standings_finish(&standings);
}
END_TEST

/* The words are those of both programs. */
START_TEST(each_ending_has_its_words)
{
    static const struct {
        const char *fen, *moves, *words;
        enum game_result result;
        enum verdict verdict;
    } cases[] = {
        {NULL, "f2f3 e7e5 g2g4 d8h4", "Black mates", RESULT_P2_WINS, VERDICT_RULES},
        {"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7", "White mates", RESULT_P1_WINS, VERDICT_RULES},
        {"7k/8/8/6QK/8/8/8/8 w - - 0 1", "g5g6", "Draw by stalemate", RESULT_DRAW, VERDICT_RULES},
        {NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "Draw by 3-fold repetition", RESULT_DRAW,
         VERDICT_RULES},
        {"7k/8/8/8/8/8/R6K/8 w - - 99 80", "a2a3", "Draw by fifty moves rule", RESULT_DRAW,
         VERDICT_RULES},
        {"7k/8/8/8/8/8/r6K/1B6 w - - 0 1", "b1a2", "Draw by insufficient mating material",
         RESULT_DRAW, VERDICT_RULES},
        {NULL, "e2e4", "Black loses on time", RESULT_P1_WINS, VERDICT_TIME},
        {NULL, "e2e4", "White loses on time", RESULT_P2_WINS, VERDICT_TIME},
        {NULL, "", "White makes an illegal move", RESULT_P2_WINS, VERDICT_ILLEGAL},
        {NULL, "", "White disconnects", RESULT_P2_WINS, VERDICT_CRASH},
        {NULL, "", "Black's connection stalls", RESULT_P1_WINS, VERDICT_HANG},
        {NULL, "", "Black wins by adjudication", RESULT_P2_WINS, VERDICT_RESIGNATION},
        {NULL, "", "Draw by adjudication", RESULT_DRAW, VERDICT_DRAW},
        {NULL, "", "Draw by adjudication", RESULT_DRAW, VERDICT_LENGTH},
    };
    const struct game *game = registry_find(registry_games(), "chess");
    struct game_settings settings;
    game_default_settings(game, &settings);
    const struct format_context context = {.game = game, .settings = &settings, .names = names};
    for (int i = 0; i < LENGTH(cases); i++) {
        struct game_record record;
        struct played_game played = {0};
        struct buffer words = {0};
        ck_assert(game_record_open(&record, game, &settings, cases[i].fen, cases[i].moves, NULL));
        played_game_open(&played, &record, -1);
        played.result = cases[i].result;
        played.verdict = cases[i].verdict;
        ending_put(&context, &played, &words);
        ck_assert_str_eq(buffer_text(&words), cases[i].words);
        buffer_finish(&words);
        played_game_finish(&played);
        game_record_finish(&record);
    }
}
END_TEST

/* Stalemate and mating material are words of chess. */
START_TEST(a_draw_of_another_game_has_no_reason)
{
    const struct game *game = registry_find(registry_games(), "tictactoe");
    struct game_settings settings;
    struct game_record record;
    struct played_game played = {0};
    struct buffer words = {0};
    game_default_settings(game, &settings);
    const struct format_context context = {.game = game, .settings = &settings, .names = names};
    ck_assert(game_record_open(&record, game, &settings, NULL, "b2 a1 c1 a3 a2 c2 b1 b3 c3", NULL));
    played_game_open(&played, &record, -1);
    played.result = RESULT_DRAW;
    ending_put(&context, &played, &words);
    ck_assert_str_eq(buffer_text(&words), "Draw");
    buffer_finish(&words);
    played_game_finish(&played);
    game_record_finish(&record);
}
END_TEST

#define PLAYERS                                                                                    \
    " -engine cmd=" FAKE_ENGINE " name=dev depth=1 -engine cmd=" FAKE_ENGINE                       \
    " name=base depth=1 option.Delay=0 "

static void expect_output(const char *words, const char *expected)
{
    char command[1024];
    struct buffer output = {0};
    snprintf(command, sizeof command, MATCH_PROGRAM PLAYERS "%s 2>&1", words);
    ck_assert_int_eq(shell_run(command, &output), 0);
    ck_assert_str_eq(buffer_text(&output), expected);
    buffer_finish(&output);
}

START_TEST(a_match_prints_the_lines_of_the_other_program)
{
    expect_output("-maxmoves 2 -output format=cutechess",
                  "Started game 1 of 2 (dev vs base)\n"
                  "Finished game 1 (dev vs base): 1/2-1/2 {Draw by adjudication}\n"
                  "Score of dev vs base: 0 - 0 - 1  [0.500] 1\n"
                  "Started game 2 of 2 (base vs dev)\n"
                  "Finished game 2 (base vs dev): 1/2-1/2 {Draw by adjudication}\n"
                  "Score of dev vs base: 0 - 0 - 2  [0.500] 2\n"
                  "Score of dev vs base: 0 - 0 - 2  [0.500] 2\n"
                  "...      dev playing White: 0 - 0 - 1  [0.500] 1\n"
                  "...      dev playing Black: 0 - 0 - 1  [0.500] 1\n"
                  "...      White vs Black: 0 - 0 - 2  [0.500] 2\n"
                  "Elo difference: 0.0 +/- nan, LOS: 50.0 %, DrawRatio: 100.0 %\n"
                  "2 of 2 games finished.\nFinished match\n");
    expect_output("-maxmoves 2 -quiet -output format=fastchess",
                  "--------------------------------------------------\n"
                  "Results of dev vs base (1 plies, NULL, NULL):\n"
                  "Elo: 0.00 +/- nan, nElo: 0.00 +/- nan\n"
                  "LOS: 50.00 %, DrawRatio: 100.00 %, PairsRatio: nan\n"
                  "Games: 2, Wins: 0, Losses: 0, Draws: 2, Points: 1.0 (50.00 %)\n"
                  "Ptnml(0-2): [0, 0, 1, 0, 0], WL/DD Ratio: 0.00\n"
                  "--------------------------------------------------\nFinished match\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match_output");
    SUPPORT_ADD(suite, fastchess_reports_a_match_as_it_was_published);
    SUPPORT_ADD(suite, a_draw_of_another_game_has_no_reason);
    SUPPORT_ADD(suite, cutechess_reports_a_match_as_it_was_published);
    SUPPORT_ADD(suite, each_ending_has_its_words);
    SUPPORT_ADD(suite, a_match_prints_the_lines_of_the_other_program);
    return support_run(suite);
}
