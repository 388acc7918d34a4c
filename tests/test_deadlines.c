/* SPDX-License-Identifier: MIT */
/* Tests when a search ends: each argument of `go`, each option that affects time, and the limits of
 * a session. The test sets the clock. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "compiler.h"
#include "nim/position.h"
#include "server.h"
#include "stage.h"
#include "suite.h"

static void open_uci(void)
{
    stage_open(&dialect_uci);
}

/* Scripts a search that runs until it is stopped. */
static void script_endless(void)
{
    stage_script.waits = true;
    stage_script.count[0] = 0;
    stage_add(0, (struct stage_step){.nodes = 1,
                                     .line = {.depth = 1,
                                              .seldepth = 1,
                                              .bound = BOUND_EXACT,
                                              .length = 1,
                                              .pv = {nim_move(0, 1)}}});
}

START_TEST(limits_of_go_reach_the_search)
{
    const struct {
        const char *go;
        struct search_limits limits;
    } cases[] = {
        {"go nodes 4000", {.depth = MAX_PLY - 1, .nodes = 4000}},
        {"go nodes 0", {.depth = MAX_PLY - 1, .nodes = 1}},
        {"go depth 6", {.depth = 6, .nodes = UINT64_MAX}},
        {"go depth 0", {.depth = 1, .nodes = UINT64_MAX}},
        {"go depth 1000", {.depth = MAX_PLY - 1, .nodes = UINT64_MAX}},
        {"go mate 3", {.depth = MAX_PLY - 1, .nodes = UINT64_MAX, .mate_plies = 5}},
        {"go infinite", {.depth = MAX_PLY - 1, .nodes = UINT64_MAX}},
        {"go depth 5 nodes 70 searchmoves b2 c1",
         {.depth = 5,
          .nodes = 70,
          .restricted = true,
          .root_moves = {.count = 2, .moves = {nim_move(1, 2), nim_move(2, 1)}}}},
    };
    script_endless();
    for (int i = 0; i < LENGTH(cases); i++) {
        const struct search_limits *expected = &cases[i].limits;
        stage_say(cases[i].go);
        stage_say("\n");
        stage_await_script();
        const struct stage_order order = stage_order();
        const char *name = cases[i].go;
        ck_assert_msg(order.limits.depth == expected->depth, "%s: depth %d", name,
                      order.limits.depth);
        ck_assert_msg(order.limits.nodes == expected->nodes, "%s: nodes %llu", name,
                      (unsigned long long)order.limits.nodes);
        ck_assert_msg(order.limits.mate_plies == expected->mate_plies, "%s: mate in %d plies", name,
                      order.limits.mate_plies);
        ck_assert_msg(order.limits.restricted == expected->restricted, "%s", name);
        ck_assert_msg(order.limits.root_moves.count == expected->root_moves.count, "%s", name);
        for (int k = 0; k < expected->root_moves.count; k++) {
            ck_assert_int_eq(order.limits.root_moves.moves[k], expected->root_moves.moves[k]);
        }
        ck_assert_msg(order.soft_ns == INT64_MAX, "%s", name);
        stage_say("stop\n");
        stage_hear_until("bestmove a1");
    }
}
END_TEST

/* Expected values are computed by hand. `usable` is the clock minus the overhead. Each of the n
 * planned moves (40, or movestogo) costs the overhead again and adds the increment: even = (usable
 * + (n - 1) (increment - overhead)) / n. No iteration begins after `even`, or after 5/4 of it with
 * the option Ponder. The search is stopped at five times `even`, but at most at 40 % of
 * `usable`. */
START_TEST(a_clock_is_spent_by_its_time_increment_moves_to_go_overhead_and_ponder)
{
    static const struct {
        const char *set, *go;
        int64_t soft_ms, hard_ms;
    } cases[] = {
        /* (59990 - 390) / 40 */
        {"", "go wtime 60000", 1490, 7450},
        {"", "go wtime 60000 btime 10", 1490, 7450},
        {"", "go btime 60000", 1490, 7450}, /* the only clock that was sent */
        /* (59990 + 39 * 990) / 40 */
        {"", "go wtime 60000 winc 1000", 2465, 12325},
        {"", "go wtime 60000 binc 1000", 1490, 7450},
        /* (59990 - 90) / 10; 40 % of 59990 */
        {"", "go wtime 60000 movestogo 10", 5990, 23996},
        {"", "go wtime 60000 movestogo 1", 59990, 59990},
        /* 1490 * 5 / 4 */
        {"setoption name Ponder value true\n", "go wtime 60000", 1862, 7450},
        /* (59000 - 39000) / 40 */
        {"setoption name Ponder value false\nsetoption name Move Overhead value 1000\n",
         "go wtime 60000", 500, 2500},
        {"setoption name Move Overhead value 0\n", "go wtime 60000", 1500, 7500},
        /* movetime needs no overhead; the search ends a millisecond early. */
        {"setoption name Move Overhead value 10\n", "go movetime 200", -1, 199},
        {"", "go wtime 60000 movetime 200", 199, 199},
        {"", "go wtime 0 winc 0", 0, 0},
        {"position startpos moves a1\n", "go wtime 5 btime 60000 binc 1000", 2465, 12325},
    };
    script_endless();
    for (int i = 0; i < LENGTH(cases); i++) {
        stage_say(cases[i].set);
        stage_say(cases[i].go);
        stage_say("\n");
        if (cases[i].hard_ms > 0) {
            stage_await_script();
            const struct stage_order order = stage_order();
            const int64_t soft = cases[i].soft_ms < 0 ? INT64_MAX : cases[i].soft_ms * NS_PER_MS;
            ck_assert_msg(order.soft_ns == soft, "%s: soft %lld ms", cases[i].go,
                          (long long)(order.soft_ns / NS_PER_MS));
            stage_pass_ms(cases[i].hard_ms - 1);
            ck_assert_msg(stage_is_waiting(), "%s: ended too early", cases[i].go);
            stage_pass_ms(1);
        }
        /* The deadline is now and not later: the answer arrives without advancing the clock. */
        stage_pass_ms(0);
        stage_hear_until("bestmove ");
        if (cases[i].hard_ms == 0) {
            stage_await_script();
        }
    }
}
END_TEST

START_TEST(a_clock_runs_from_ponderhit_on)
{
    script_endless();
    stage_say("go ponder wtime 60000 movestogo 10\n");
    stage_await_script();
    ck_assert_int_eq(stage_order().soft_ns, INT64_MAX);
    stage_pass_ms(100000);
    ck_assert(stage_is_waiting());
    stage_say("ponderhit\n");
    stage_pass_ms(23995);
    ck_assert(stage_is_waiting());
    stage_pass_ms(1);
    stage_hear_until("bestmove a1");
}
END_TEST

START_TEST(a_search_without_a_limit_of_time_is_never_ended_by_the_clock)
{
    static const char *const searches[] = {"go\n", "go infinite\n", "go ponder wtime 1000\n",
                                           "go nodes 5\n", "go depth 5\n"};
    script_endless();
    for (int i = 0; i < LENGTH(searches); i++) {
        stage_say(searches[i]);
        stage_await_script();
        stage_pass_ms(100000);
        ck_assert_msg(stage_is_waiting(), "%s", searches[i]);
        stage_say("stop\n");
        stage_hear_until("bestmove a1");
    }
}
END_TEST

/* The answer does not depend on a timer: the clock is not advanced. */
START_TEST(a_stop_is_answered_without_waiting_for_time)
{
    script_endless();
    for (int i = 0; i < 50; i++) {
        const int64_t before = stage_now_ns();
        stage_say("go infinite\n");
        stage_await_script();
        stage_say("stop\n");
        stage_hear_until("bestmove a1");
        ck_assert_int_eq(stage_now_ns(), before);
    }
}
END_TEST

/* A session with a server's limits, which are checked once a second. */
static void pass_seconds(const struct time_limits *limits, int seconds)
{
    for (int i = 0; i < seconds; i++) {
        stage_pass_ms(1000);
        session_check_limits(stage_session, limits, stage_now_ns());
    }
}

/* The session must have sent this by now. */
static void expect_now(const char *expected)
{
    const char *line = stage_hear_now();
    ck_assert_msg(line != NULL, "nothing came, expected '%s'", expected);
    ck_assert_str_eq(line, expected);
}

static struct server_options defaults(void)
{
    struct server_options options = {0};
    server_default_options(&options);
    return options;
}

START_TEST(a_client_has_a_minute_to_say_something_and_to_end_its_line)
{
    const struct server_options options = defaults();
    pass_seconds(&options.limits, 59);
    ck_assert_ptr_null(stage_hear_now());
    pass_seconds(&options.limits, 2);
    expect_now("info string error: no command came in time: the session ends");
    stage_close();
    open_uci();
    stage_say("isready\n");
    ck_assert_str_eq(stage_hear(), "readyok");
    pass_seconds(&options.limits, 1000);
    stage_say("positi");
    pass_seconds(&options.limits, 59);
    ck_assert_ptr_null(stage_hear_now());
    pass_seconds(&options.limits, 2);
    expect_now("info string error: the end of a line did not come in time: the session ends");
}
END_TEST

START_TEST(a_search_has_an_hour)
{
    const struct server_options options = defaults();
    script_endless();
    stage_say("go infinite\n");
    stage_await_script();
    pass_seconds(&options.limits, 3599);
    ck_assert(stage_is_waiting());
    pass_seconds(&options.limits, 2);
    stage_say("stop\n"); /* an infinite search keeps its answer until stop */
    stage_hear_until("bestmove a1");
    stage_say("go\n");
    stage_await_script();
    pass_seconds(&options.limits, 3599);
    ck_assert(stage_is_waiting());
    pass_seconds(&options.limits, 2);
    stage_hear_until("bestmove a1");
}
END_TEST

START_TEST(a_session_may_be_idle_for_good_unless_it_is_limited)
{
    struct server_options options = defaults();
    stage_say("isready\n");
    ck_assert_str_eq(stage_hear(), "readyok");
    stage_pass_ms(INT64_C(30) * 86400 * 1000);
    pass_seconds(&options.limits, 1);
    ck_assert_ptr_null(stage_hear_now());
    options.limits.idle_s = 100;
    stage_say("isready\n");
    ck_assert_str_eq(stage_hear(), "readyok");
    pass_seconds(&options.limits, 99);
    ck_assert_ptr_null(stage_hear_now());
    pass_seconds(&options.limits, 2);
    expect_now("info string error: the session was idle for too long: it ends");
}
END_TEST

/* The values in the manual and in --help. */
START_TEST(limits_on_time_are_those_of_the_manual)
{
    const struct server_options options = defaults();
    ck_assert_int_eq(options.limits.first_line_s, 60);
    ck_assert_int_eq(options.limits.half_line_s, 60);
    ck_assert_int_eq(options.limits.idle_s, 0);
    ck_assert_int_eq(options.limits.unread_s, 60);
    ck_assert_int_eq(options.limits.search_s, 3600);
    ck_assert_int_eq(options.drain_s, 5);
    ck_assert_uint_eq(options.rules.mode, 0600);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("deadlines");
    TCase *tests = tcase_create("deadlines");
    tcase_set_timeout(tests, 10);
    tcase_add_checked_fixture(tests, open_uci, stage_close);
    tcase_add_test(tests, limits_of_go_reach_the_search);
    tcase_add_test(tests, a_clock_is_spent_by_its_time_increment_moves_to_go_overhead_and_ponder);
    tcase_add_test(tests, a_clock_runs_from_ponderhit_on);
    tcase_add_test(tests, a_search_without_a_limit_of_time_is_never_ended_by_the_clock);
    tcase_add_test(tests, a_stop_is_answered_without_waiting_for_time);
    tcase_add_test(tests, a_client_has_a_minute_to_say_something_and_to_end_its_line);
    tcase_add_test(tests, a_search_has_an_hour);
    tcase_add_test(tests, a_session_may_be_idle_for_good_unless_it_is_limited);
    tcase_add_test(tests, limits_on_time_are_those_of_the_manual);
    suite_add_tcase(suite, tests);
    return support_run(suite);
}
