/* SPDX-License-Identifier: MIT */
#include "budget.h"
#include "suite.h"

START_TEST(memory_is_taken_on_every_level_or_on_none)
{
    struct budget server = {.memory = 100, .reserve = 30};
    struct budget peer = {.memory = 80, .above = &server};
    struct budget session = {.memory = 200, .above = &peer};
    ck_assert_int_eq(budget_memory_left(&session), 80);
    ck_assert_int_eq(budget_table_left(&session), 70);
    ck_assert(budget_take_memory(&session, 80));
    ck_assert_int_eq(server.memory, 20);
    ck_assert_int_eq(peer.memory, 0);
    ck_assert_int_eq(session.memory, 120);
    ck_assert(!budget_take_memory(&session, 1)); /* the peer has none left */
    ck_assert_int_eq(server.memory, 20);
    ck_assert_int_eq(peer.memory, 0);
    ck_assert_int_eq(session.memory, 120);
    budget_force_memory(&session, 30); /* it is already in use */
    ck_assert_int_eq(server.memory, -10);
    ck_assert_int_eq(peer.memory, -30);
    ck_assert(!budget_take_memory(&server, 1));
    budget_force_memory(&session, -110);
    ck_assert_int_eq(server.memory, 100);
    ck_assert_int_eq(peer.memory, 80);
    ck_assert_int_eq(session.memory, 200);
}
END_TEST

START_TEST(a_charge_follows_a_size)
{
    struct budget budget = {.memory = 100};
    struct charge charge = {.budget = &budget};
    ck_assert(charge_resize(&charge, 60));
    ck_assert(!charge_add(&charge, 41));
    ck_assert_int_eq(charge.bytes, 60);
    ck_assert_int_eq(budget.memory, 40);
    ck_assert(charge_add(&charge, 40));
    ck_assert_int_eq(budget.memory, 0);
    ck_assert(charge_add(&charge, -70));
    ck_assert_int_eq(charge.bytes, 30);
    charge_force(&charge, 150);
    ck_assert_int_eq(budget.memory, -50);
    ck_assert(charge_resize(&charge, 120)); /* shrinking is always possible */
    ck_assert_int_eq(budget.memory, -20);
    charge_force(&charge, 0);
    ck_assert_int_eq(budget.memory, 100);
}
END_TEST

START_TEST(no_budget_has_no_bounds)
{
    struct charge charge = {.budget = NULL};
    ck_assert_int_eq(budget_memory_left(NULL), INT64_MAX);
    ck_assert(charge_resize(&charge, INT64_C(1) << 50));
    ck_assert_int_eq(charge.bytes, INT64_C(1) << 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("budget");
    SUPPORT_ADD(suite, memory_is_taken_on_every_level_or_on_none);
    SUPPORT_ADD(suite, a_charge_follows_a_size);
    SUPPORT_ADD(suite, no_budget_has_no_bounds);
    return support_run(suite);
}
