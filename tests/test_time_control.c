/* SPDX-License-Identifier: MIT */
/* Tests time control as a table: the client's arguments and the resulting limits. All times are in
 * milliseconds. */
#include "clock.h"
#include "suite.h"
#include "time_control.h"

#define NONE (-1)

static const struct {
    const char *name;
    struct time_control control;
    int64_t soft_from, soft_to, hard_from, hard_to; /* NONE: no limit */
} cases[] = {
    {"nothing said", {0}, NONE, NONE, NONE, NONE},
    {"movetime 100 ends within its last two milliseconds",
     {.has_movetime = true, .movetime = 100, .overhead = 10},
     NONE,
     NONE,
     98,
     100},
    {"movetime 1", {.has_movetime = true, .movetime = 1}, NONE, NONE, 0, 1},
    {"movetime 0 is at once", {.has_movetime = true, .movetime = 0}, NONE, NONE, 0, 0},
    {"movetime below 0 is at once", {.has_movetime = true, .movetime = -5}, NONE, NONE, 0, 0},
    {"a game of a minute",
     {.has_clock = true, .remaining = 60000, .overhead = 10},
     1000,
     2000,
     4000,
     9000},
    {"the increment is spent",
     {.has_clock = true, .remaining = 10000, .increment = 1000, .overhead = 10},
     1000,
     1400,
     1400,
     4000},
    {"more increment than clock",
     {.has_clock = true, .remaining = 100, .increment = 60000, .overhead = 10},
     1,
     90,
     1,
     90},
    {"the last move of a period",
     {.has_clock = true, .remaining = 5000, .movestogo = 1, .overhead = 10},
     4990,
     4990,
     4990,
     4990},
    {"two moves to go",
     {.has_clock = true, .remaining = 5000, .movestogo = 2, .overhead = 10},
     1000,
     2500,
     1500,
     2500},
    {"less left than the overhead",
     {.has_clock = true, .remaining = 5, .overhead = 10},
     0,
     0,
     0,
     0},
    {"nothing left", {.has_clock = true, .remaining = 0, .overhead = 10}, 0, 0, 0, 0},
    {"less than nothing left", {.has_clock = true, .remaining = -3000, .overhead = 10}, 0, 0, 0, 0},
    {"a clock and a shorter move",
     {.has_clock = true, .remaining = 600000, .has_movetime = true, .movetime = 50, .overhead = 10},
     48,
     50,
     48,
     50},
    {"a clock that ends before the move",
     {.has_clock = true, .remaining = 20, .has_movetime = true, .movetime = 5000, .overhead = 10},
     0,
     10,
     0,
     10},
    {"a clock of centuries",
     {.has_clock = true, .remaining = INT64_MAX, .increment = INT64_MAX, .overhead = 10},
     1,
     INT64_MAX / NS_PER_MS,
     1,
     INT64_MAX / NS_PER_MS},
};

static void check(const char *name, const char *what, int64_t ns, int64_t from, int64_t to)
{
    if (from == NONE) {
        ck_assert_msg(ns == INT64_MAX, "%s: %s is %lld ns, expected none", name, what,
                      (long long)ns);
    } else {
        ck_assert_msg(ns >= from * NS_PER_MS && ns <= to * NS_PER_MS,
                      "%s: %s is %lld us, expected %lld to %lld ms", name, what,
                      (long long)ns / 1000, (long long)from, (long long)to);
    }
}

START_TEST(each_row_gives_its_budget)
{
    const struct time_budget budget = time_control_budget(&cases[_i].control);
    check(cases[_i].name, "soft", budget.soft, cases[_i].soft_from, cases[_i].soft_to);
    check(cases[_i].name, "hard", budget.hard, cases[_i].hard_from, cases[_i].hard_to);
}
END_TEST

START_TEST(no_budget_is_more_than_the_clock_less_the_overhead)
{
    struct time_control control = {.has_clock = true};
    for (control.remaining = 0; control.remaining < 100000; control.remaining += 37) {
        for (control.movestogo = 0; control.movestogo < 50; control.movestogo += 7) {
            for (control.increment = 0; control.increment < 10000; control.increment += 997) {
                control.overhead = control.movestogo * 3;
                int64_t usable = control.remaining - control.overhead;
                usable = usable < 0 ? 0 : usable;
                struct time_budget budget = time_control_budget(&control);
                ck_assert_int_ge(budget.soft, 0);
                ck_assert_int_le(budget.soft, budget.hard);
                ck_assert_int_le(budget.hard, usable * NS_PER_MS);
            }
        }
    }
}
END_TEST

/* With pondering, the plan for a move that is not the last has more time, but never more than the
 * limit. */
START_TEST(who_ponders_takes_more_time_within_the_same_limit)
{
    struct time_control control = {.has_clock = true, .remaining = 60000, .overhead = 10};
    for (control.movestogo = 0; control.movestogo < 50; control.movestogo++) {
        control.ponders = false;
        struct time_budget plain = time_control_budget(&control);
        control.ponders = true;
        struct time_budget budget = time_control_budget(&control);
        ck_assert_int_eq(budget.hard, plain.hard);
        ck_assert_int_le(budget.soft, budget.hard);
        ck_assert_int_ge(budget.soft, plain.soft);
        ck_assert(plain.soft == plain.hard || budget.soft > plain.soft);
    }
}
END_TEST

/* A game that uses the planned time for every move never runs out of time. */
START_TEST(a_whole_game_stays_within_its_clock)
{
    struct time_control control = {.has_clock = true, .remaining = 60000, .overhead = 10};
    for (int move = 0; move < 500; move++) {
        int64_t used = time_control_budget(&control).hard / NS_PER_MS + 5;
        control.remaining -= used < 6 ? 0 : used;
        ck_assert_int_ge(control.remaining, 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("time_control");
    TCase *table = tcase_create("table");
    tcase_add_loop_test(table, each_row_gives_its_budget, 0, (int)(sizeof cases / sizeof cases[0]));
    suite_add_tcase(suite, table);
    SUPPORT_ADD(suite, no_budget_is_more_than_the_clock_less_the_overhead);
    SUPPORT_ADD(suite, who_ponders_takes_more_time_within_the_same_limit);
    SUPPORT_ADD(suite, a_whole_game_stays_within_its_clock);
    return support_run(suite);
}
