/* SPDX-License-Identifier: MIT */
/* Tests each number that a client reads about a search: the search is a script with known numbers,
 * and time passes only as the script says. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "compiler.h"
#include "nim/position.h"
#include "stage.h"
#include "suite.h"

static void open_uci(void)
{
    stage_open(&dialect_uci);
}

/* Returns a line a1 b2 c3, or one that begins with `first`. */
static struct search_line line_from(move_t first, int depth, score_t score)
{
    return (struct search_line){
        .depth = depth,
        .seldepth = depth + 5,
        .score = score,
        .bound = BOUND_EXACT,
        .length = 3,
        .pv = {first, nim_move(1, 2), nim_move(2, 3)},
    };
}

static struct search_line line_of(int depth, score_t score)
{
    return line_from(nim_move(0, 1), depth, score);
}

static void expect(const char *expected)
{
    ck_assert_str_eq(stage_hear(), expected);
}

START_TEST(an_info_tells_depth_score_nodes_speed_table_and_time_of_the_search)
{
    stage_script.hashfull = 321;
    stage_add(0, (struct stage_step){.takes_ns = 250 * NS_PER_MS,
                                     .nodes = 12345,
                                     .tb_hits = 17,
                                     .line = line_of(7, -34)});
    stage_add(0, (struct stage_step){.takes_ns = 1750 * NS_PER_MS,
                                     .nodes = 999987655,
                                     .tb_hits = 3,
                                     .line = line_of(8, 51)});
    stage_say("go depth 8\n");
    /* 12345 nodes in a quarter of a second; 1,000,000,000 in two seconds. */
    expect("info depth 7 seldepth 12 multipv 1 score cp -34 nodes 12345 nps 49380 hashfull 321 "
           "tbhits 17 time 250 pv a1 b2 c3");
    expect("info depth 8 seldepth 13 multipv 1 score cp 51 nodes 1000000000 nps 500000000 "
           "hashfull 321 tbhits 20 time 2000 pv a1 b2 c3");
    expect("bestmove a1 ponder b2");
}
END_TEST

START_TEST(a_second_search_counts_from_its_own_beginning)
{
    stage_add(0,
              (struct stage_step){
                  .takes_ns = 100 * NS_PER_MS, .nodes = 500, .tb_hits = 2, .line = line_of(1, 0)});
    for (int i = 0; i < 2; i++) {
        stage_say("go depth 1\n");
        expect("info depth 1 seldepth 6 multipv 1 score cp 0 nodes 500 nps 5000 hashfull 0 "
               "tbhits 2 time 100 pv a1 b2 c3");
        expect("bestmove a1 ponder b2");
        stage_pass_ms(5000);
    }
}
END_TEST

START_TEST(nodes_and_hits_are_those_of_all_threads)
{
    stage_add(0,
              (struct stage_step){
                  .takes_ns = NS_PER_SECOND, .nodes = 1000, .tb_hits = 1, .line = line_of(9, 20)});
    stage_add(1, (struct stage_step){.nodes = 200, .tb_hits = 30});
    stage_add(2, (struct stage_step){.nodes = 34, .tb_hits = 400});
    stage_say("setoption name Threads value 3\nisready\n");
    expect("readyok");
    stage_say("go depth 9\n");
    expect("info depth 9 seldepth 14 multipv 1 score cp 20 nodes 1234 nps 1234 hashfull 0 "
           "tbhits 431 time 1000 pv a1 b2 c3");
    expect("bestmove a1 ponder b2");
    ck_assert_int_eq(stage_order().workers, 3);
}
END_TEST

/* The answer is that of the thread with the deepest completed iteration; at equal depth, the one
 * with the higher score. */
START_TEST(a_helpers_better_line_is_the_answer)
{
    static const struct {
        int depth;
        score_t score;
        enum search_bound bound;
        bool wins;
    } helpers[] = {
        {9, 20, BOUND_EXACT, true},   {8, 31, BOUND_EXACT, true},  {8, 29, BOUND_EXACT, false},
        {7, 500, BOUND_EXACT, false}, {9, 40, BOUND_LOWER, false}, {9, 40, BOUND_UPPER, false},
    };
    stage_say("setoption name Threads value 2\nisready\n");
    expect("readyok");
    stage_add(0, (struct stage_step){.nodes = 10, .line = line_of(8, 30)});
    stage_add(1, (struct stage_step){.nodes = 10});
    for (int i = 0; i < LENGTH(helpers); i++) {
        char last[100];
        stage_script.steps[1][0].line =
            line_from(nim_move(2, 2), helpers[i].depth, helpers[i].score);
        stage_script.steps[1][0].line.pv[2] = nim_move(0, 3);
        stage_script.steps[1][0].line.bound = helpers[i].bound;
        stage_say("go depth 9\n");
        stage_hear_until("info depth 8 seldepth 13 multipv 1 score cp 30 ");
        if (helpers[i].wins) {
            snprintf(last, sizeof last, "info depth %d seldepth %d multipv 1 score cp %d ",
                     helpers[i].depth, helpers[i].depth + 5, helpers[i].score);
            const char *line = stage_hear_until(last);
            ck_assert_str_eq(strstr(line, " pv "), " pv c2 b2 a3");
        }
        expect(helpers[i].wins ? "bestmove c2 ponder b2" : "bestmove a1 ponder b2");
    }
}
END_TEST

/* The probability of a win in permille: even at +150; each +100 doubles the odds. */
static double chance(score_t score)
{
    return 1000. / (1. + pow(2., -(score - 150) / 100.));
}

START_TEST(wdl_are_the_chances_of_a_win_a_draw_and_a_loss)
{
    static const score_t scores[] = {-2000, -700, -300, -151, -100, 0, 34, 100, 150, 300, 900};
    stage_say("setoption name UCI_ShowWDL value true\n");
    for (int i = 0; i < LENGTH(scores); i++) {
        int win, draw, loss;
        stage_script.count[0] = 0;
        stage_add(0, (struct stage_step){.nodes = 1, .line = line_of(4, scores[i])});
        stage_say("go depth 4\n");
        const char *line = stage_hear(), *wdl = strstr(line, " wdl ");
        ck_assert_ptr_nonnull(wdl);
        ck_assert_int_eq(sscanf(wdl, " wdl %d %d %d nodes", &win, &draw, &loss), 3);
        ck_assert_msg(fabs(win - chance(scores[i])) < 25., "%s", line);
        ck_assert_msg(fabs(loss - chance(-scores[i])) < 25., "%s", line);
        ck_assert_msg(win + draw + loss == 1000 && draw >= 0, "%s", line);
        expect("bestmove a1 ponder b2");
    }
}
END_TEST

START_TEST(a_proven_result_is_certain_and_counted_in_moves)
{
    static const struct {
        int plies;
        const char *score;
    } mates[] = {
        {1, " score mate 1 wdl 1000 0 0 "},
        {3, " score mate 2 wdl 1000 0 0 "},
        {-2, " score mate -1 wdl 0 0 1000 "},
        {-6, " score mate -3 wdl 0 0 1000 "},
    };
    stage_say("setoption name UCI_ShowWDL value true\n");
    for (int i = 0; i < LENGTH(mates); i++) {
        const int plies = mates[i].plies;
        const score_t score = plies > 0 ? score_mate_in(plies) : score_mated_in(-plies);
        stage_script.count[0] = 0;
        stage_add(0, (struct stage_step){.nodes = 1, .line = line_of(4, score)});
        stage_say("go depth 4\n");
        const char *line = stage_hear();
        ck_assert_msg(strstr(line, mates[i].score) != NULL, "%s", line);
        expect("bestmove a1 ponder b2");
    }
}
END_TEST

START_TEST(wdl_are_told_to_those_who_want_them_alone)
{
    stage_add(0, (struct stage_step){.nodes = 1, .line = line_of(4, 10)});
    stage_say("go depth 4\n");
    ck_assert_ptr_null(strstr(stage_hear(), "wdl"));
    expect("bestmove a1 ponder b2");
}
END_TEST

START_TEST(a_bound_is_told_and_is_no_answer)
{
    struct search_line bound = line_from(nim_move(1, 1), 6, 80);
    bound.pv[1] = nim_move(2, 1);
    bound.bound = BOUND_LOWER;
    stage_add(0, (struct stage_step){.nodes = 100, .line = bound});
    bound.bound = BOUND_UPPER;
    bound.score = 60;
    stage_add(0, (struct stage_step){.nodes = 100, .line = bound});
    stage_add(0, (struct stage_step){.nodes = 100, .line = line_of(6, 70)});
    stage_say("go depth 6\n");
    stage_hear_until("info depth 6 seldepth 11 multipv 1 score cp 80 lowerbound nodes 100 ");
    stage_hear_until("info depth 6 seldepth 11 multipv 1 score cp 60 upperbound nodes 200 ");
    stage_hear_until("info depth 6 seldepth 11 multipv 1 score cp 70 nodes 300 ");
    expect("bestmove a1 ponder b2");
}
END_TEST

START_TEST(several_lines_have_their_numbers)
{
    static const char *const first[] = {"pv a1 b2", "pv b1 b2", "pv c1 b2"};
    for (int i = 0; i < 3; i++) {
        stage_add(0, (struct stage_step){.nodes = 10,
                                         .multipv = i + 1,
                                         .line = line_from(nim_move(i, 1), 5, 30 - 10 * i)});
    }
    stage_say("setoption name MultiPV value 3\ngo depth 5\n");
    for (int i = 0; i < 3; i++) {
        char begin[100];
        snprintf(begin, sizeof begin, "info depth 5 seldepth 10 multipv %d score cp %d nodes ",
                 i + 1, 30 - 10 * i);
        const char *line = stage_hear_until(begin);
        ck_assert_msg(strstr(line, first[i]) != NULL, "%s", line);
    }
    stage_hear_until("bestmove a1 ponder b2");
    ck_assert_int_eq(stage_order().limits.multipv, 3);
}
END_TEST

/* 128 lines at once, then 32 per second. The last one is held back and sent before the
 * bestmove. */
START_TEST(lines_that_come_too_fast_are_held_back_but_for_the_last)
{
    int heard = 0;
    stage_script.gated = stage_script.waits = true;
    for (int i = 1; i <= 200; i++) {
        stage_add(0, (struct stage_step){.nodes = 1, .line = line_of(i, i)});
    }
    stage_say("go infinite\n");
    stage_let(150);
    while (stage_hear_now()) {
        heard++;
    }
    ck_assert_int_eq(heard, 128);
    stage_pass_ms(250);
    stage_let(49);
    while (stage_hear_now()) {
        heard++;
    }
    ck_assert_int_eq(heard, 128 + 32 / 4);
    stage_let(1);
    ck_assert_ptr_null(stage_hear_now());
    stage_say("stop\n");
    stage_hear_until("info depth 200 seldepth 205 multipv 1 score cp 200 nodes 200 ");
    expect("bestmove a1 ponder b2");
}
END_TEST

START_TEST(a_silent_search_tells_nodes_speed_and_time_within_a_second)
{
    stage_script.waits = true;
    stage_add(0, (struct stage_step){.nodes = 81});
    stage_say("go infinite\n");
    stage_await_script();
    stage_pass_ms(449);
    ck_assert_ptr_null(stage_hear_now());
    stage_pass_ms(1);
    expect("info nodes 81 nps 180 time 450");
    stage_pass_ms(449);
    ck_assert_ptr_null(stage_hear_now());
    stage_pass_ms(1);
    expect("info nodes 81 nps 90 time 900");
    stage_script.count[0] = 0;
    stage_say("stop\n");
    stage_hear_until("bestmove");
}
END_TEST

START_TEST(a_bench_tells_nodes_and_speed_of_all_positions)
{
    stage_add(
        0, (struct stage_step){.takes_ns = 200 * NS_PER_MS, .nodes = 5000, .line = line_of(8, 1)});
    stage_say("bench\n");
    expect("nim         1/2  depth  8  a1  3 5 7 x");
    expect("nim         2/2  depth  8  a1  9 9 9 o");
    expect("10000 nodes 25000 nps");
}
END_TEST

/* The same search in UGI: mates in plies, and no move to ponder on. */
START_TEST(ugi_reads_mates_in_plies_and_no_move_to_ponder_on)
{
    stage_close();
    stage_open(&dialect_ugi);
    stage_script.hashfull = 5;
    stage_add(0, (struct stage_step){.takes_ns = 10 * NS_PER_MS,
                                     .nodes = 40,
                                     .tb_hits = 2,
                                     .line = line_of(5, score_mate_in(5))});
    stage_say("go depth 5\n");
    expect("info depth 5 seldepth 10 multipv 1 score mate 5 nodes 40 nps 4000 hashfull 5 tbhits 2 "
           "time 10 pv a1 b2 c3");
    expect("bestmove a1");
}
END_TEST

START_TEST(an_operator_reads_state_game_and_seconds_of_silence)
{
    struct buffer text = {0};
    stage_pass_ms(3000);
    session_describe(stage_session, stage_now_ns(), &text);
    ck_assert_str_eq(buffer_text(&text), "7 - idle nim 3\n");
    buffer_clear(&text);
    stage_script.waits = true;
    stage_say("go infinite\n");
    stage_pass_ms(61500);
    session_describe(stage_session, stage_now_ns(), &text);
    ck_assert_str_eq(buffer_text(&text), "7 - unlimited nim 61\n");
    buffer_finish(&text);
}
END_TEST

START_TEST(searches_and_nodes_are_counted_for_the_operator)
{
    stage_add(0, (struct stage_step){.nodes = 4321, .line = line_of(3, 0)});
    for (int i = 0; i < 3; i++) {
        stage_say("go depth 3\n");
        stage_hear_until("bestmove");
    }
    stage_say("go perft 2\n");
    stage_hear_until("Nodes searched");
    ck_assert_int_eq(stage_counters.searches, 4);
    ck_assert_int_eq(stage_counters.nodes, 3 * 4321);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("info");
    TCase *tests = tcase_create("info");
    tcase_set_timeout(tests, 10);
    tcase_add_checked_fixture(tests, open_uci, stage_close);
    tcase_add_test(tests, an_info_tells_depth_score_nodes_speed_table_and_time_of_the_search);
    tcase_add_test(tests, a_second_search_counts_from_its_own_beginning);
    tcase_add_test(tests, nodes_and_hits_are_those_of_all_threads);
    tcase_add_test(tests, a_helpers_better_line_is_the_answer);
    tcase_add_test(tests, wdl_are_the_chances_of_a_win_a_draw_and_a_loss);
    tcase_add_test(tests, a_proven_result_is_certain_and_counted_in_moves);
    tcase_add_test(tests, wdl_are_told_to_those_who_want_them_alone);
    tcase_add_test(tests, a_bound_is_told_and_is_no_answer);
    tcase_add_test(tests, several_lines_have_their_numbers);
    tcase_add_test(tests, lines_that_come_too_fast_are_held_back_but_for_the_last);
    tcase_add_test(tests, a_silent_search_tells_nodes_speed_and_time_within_a_second);
    tcase_add_test(tests, a_bench_tells_nodes_and_speed_of_all_positions);
    tcase_add_test(tests, ugi_reads_mates_in_plies_and_no_move_to_ponder_on);
    tcase_add_test(tests, an_operator_reads_state_game_and_seconds_of_silence);
    tcase_add_test(tests, searches_and_nodes_are_counted_for_the_operator);
    suite_add_tcase(suite, tests);
    return support_run(suite);
}
