/* Turns: never more than there is room for, everybody's comes, and a stop waits for nobody. */
#include "rng.h"
#include "scheduler.h"
#include "suite.h"

#define SEARCHES 50

static struct scheduler scheduler;
static struct search searches[SEARCHES];
static struct scheduler_entry members[SEARCHES];

static void begin(void)
{
    scheduler_init(&scheduler, 4);
    for (int i = 0; i < SEARCHES; i++) {
        search_init(&searches[i]);
        search_rearm(&searches[i]);
    }
}

static void end(void)
{
    for (int i = 0; i < SEARCHES; i++) {
        search_finish(&searches[i]);
    }
}

static bool is_paused(int i)
{
    return atomic_load(&searches[i].control.word) & SEARCH_PAUSE;
}

START_TEST(a_search_runs_at_once_while_there_is_room)
{
    for (int i = 0; i < 5; i++) {
        scheduler_join(&scheduler, &members[i], &searches[i], 1);
        ck_assert_int_eq(is_paused(i), i == 4);
    }
    scheduler_leave(&scheduler, &members[2]);
    ck_assert(!is_paused(4));
    ck_assert(!scheduler_has_waiting(&scheduler));
}
END_TEST

START_TEST(everybody_runs_about_as_often)
{
    int ran[SEARCHES] = {0};
    for (int i = 0; i < SEARCHES; i++) {
        scheduler_join(&scheduler, &members[i], &searches[i], 1 + i % 3);
    }
    for (int round = 0; round < 6000; round++) {
        scheduler_rotate(&scheduler);
        int running = 0;
        for (int i = 0; i < SEARCHES; i++) {
            ran[i] += !is_paused(i);
            running += is_paused(i) ? 0 : members[i].weight;
        }
        ck_assert_int_eq(running, scheduler.used);
        ck_assert_int_le(running, 4);
        ck_assert_int_ge(running, 2);
    }
    int least = ran[0], most = ran[0];
    for (int i = 0; i < SEARCHES; i++) {
        least = ran[i] < least ? ran[i] : least;
        most = ran[i] > most ? ran[i] : most;
    }
    ck_assert_int_gt(least, 0);
    ck_assert_int_le(most, 2 * least);
}
END_TEST

START_TEST(a_search_larger_than_the_machine_runs_alone)
{
    scheduler_join(&scheduler, &members[0], &searches[0], 1);
    scheduler_join(&scheduler, &members[1], &searches[1], 64);
    ck_assert(is_paused(1));
    scheduler_rotate(&scheduler);
    scheduler_rotate(&scheduler);
    ck_assert(is_paused(0));
    ck_assert(!is_paused(1));
}
END_TEST

START_TEST(a_stop_waits_for_nobody)
{
    for (int i = 0; i < SEARCHES; i++) {
        scheduler_join(&scheduler, &members[i], &searches[i], 2);
    }
    search_stop(&searches[40]);
    ck_assert(search_stopped(&searches[40])); /* it would sleep here for ever if it waited */
    scheduler_boost(&scheduler, &members[40]);
    ck_assert(!is_paused(40));
    scheduler_leave(&scheduler, &members[40]);
}
END_TEST

START_TEST(any_order_of_coming_and_going_keeps_the_count)
{
    struct rng rng = {5};
    bool here[SEARCHES] = {false};
    for (int step = 0; step < 20000; step++) {
        int i = (int)rng_below(&rng, SEARCHES);
        switch (rng_below(&rng, 4)) {
        case 0:
            scheduler_rotate(&scheduler);
            break;
        case 1:
            if (here[i]) {
                scheduler_boost(&scheduler, &members[i]);
                ck_assert(!is_paused(i));
            }
            break;
        default:
            if (here[i]) {
                scheduler_leave(&scheduler, &members[i]);
            } else {
                scheduler_join(&scheduler, &members[i], &searches[i], 1 + (int)rng_below(&rng, 6));
            }
            here[i] = !here[i];
        }
        int used = 0, waiting = 0;
        for (int k = 0; k < SEARCHES; k++) {
            used += here[k] && !is_paused(k) ? members[k].weight : 0;
            waiting += here[k] && is_paused(k);
        }
        ck_assert_int_eq(used, scheduler.used);
        ck_assert_int_eq(waiting > 0, scheduler_has_waiting(&scheduler));
        ck_assert(waiting == 0 || used > 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scheduler");
    TCase *test_case = tcase_create("scheduler");
    tcase_add_checked_fixture(test_case, begin, end);
    tcase_add_test(test_case, a_search_runs_at_once_while_there_is_room);
    tcase_add_test(test_case, everybody_runs_about_as_often);
    tcase_add_test(test_case, a_search_larger_than_the_machine_runs_alone);
    tcase_add_test(test_case, a_stop_waits_for_nobody);
    tcase_add_test(test_case, any_order_of_coming_and_going_keeps_the_count);
    suite_add_tcase(suite, test_case);
    return support_run(suite);
}
