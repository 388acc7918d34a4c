/* SPDX-License-Identifier: MIT */
/* Tests the scheduler: it never runs more searches than there are slots; shares are fair by peer,
 * then by entry; and a stop does not wait. */
#include <string.h>

#include "clock.h"
#include "rng.h"
#include "scheduler.h"
#include "suite.h"

#define ENTRIES 50
#define SLOTS   4
#define TICK_NS 1000000

static struct scheduler scheduler;
static struct search searches[ENTRIES];
static struct scheduler_entry entries[ENTRIES];
static struct scheduler_peer peers[ENTRIES];
static int begun[ENTRIES];
static int64_t now_ns;

/* Replaces the function of worker_pool.c, so that no threads run: the work of an entry begins. */
void worker_pool_start(struct worker_pool *pool, worker_job *job, void *context)
{
    (void)pool, (void)job;
    const struct scheduler_entry *entry = context;
    begun[entry - entries]++;
    search_enter(entry->search);
}

static void set_up(void)
{
    memset(entries, 0, sizeof entries);
    memset(peers, 0, sizeof peers);
    memset(begun, 0, sizeof begun);
    scheduler_init(&scheduler, SLOTS);
    for (int i = 0; i < ENTRIES; i++) {
        search_init(&searches[i]);
        search_rearm(&searches[i]);
    }
}

static void tear_down(void)
{
    for (int i = 0; i < ENTRIES; i++) {
        search_finish(&searches[i]);
    }
}

static void join(int i, int peer, int weight)
{
    entries[i].search = &searches[i];
    entries[i].peer = &peers[peer];
    entries[i].weight = weight;
    entries[i].context = &entries[i];
    atomic_store(&searches[i].control.awake, 0); /* earlier threads may not have ended */
    scheduler_join(&scheduler, &entries[i], now_ns);
}

static void leave(int i)
{
    scheduler_leave(&scheduler, &entries[i], now_ns);
}

static bool runs(int i)
{
    return entries[i].state == SCHEDULER_RUNNING;
}

/* Lets paused searches go to sleep, and resumed ones wake up. */
static void settle(void)
{
    for (int i = 0; i < ENTRIES; i++) {
        if (entries[i].state == SCHEDULER_PAUSING) {
            search_leave(&searches[i]);
        }
    }
    scheduler_settle(&scheduler, now_ns);
    for (int i = 0; i < ENTRIES; i++) {
        if (runs(i) && entries[i].begun && !search_is_awake(&searches[i])) {
            search_enter(&searches[i]);
        }
    }
}

static void rotate(void)
{
    now_ns += TICK_NS;
    scheduler_rotate(&scheduler, now_ns);
    settle();
}

static bool is_paused(int i)
{
    return atomic_load(&searches[i].control.word) & SEARCH_PAUSE;
}

START_TEST(work_begins_at_once_while_there_is_room)
{
    for (int i = 0; i < 6; i++) {
        join(i, i, 1);
        ck_assert_int_eq(runs(i), i < SLOTS);
        ck_assert_int_eq(begun[i], i < SLOTS);
        ck_assert_int_eq(scheduler_place(&scheduler, &entries[i]), i < SLOTS ? 0 : i - SLOTS + 1);
    }
    leave(2);
    ck_assert(runs(4));
    ck_assert_int_eq(begun[4], 1);
    leave(5); /* it never started */
    ck_assert_int_eq(begun[5], 0);
    ck_assert_int_eq(scheduler.waiting, 0);
}
END_TEST

START_TEST(entries_of_equal_peers_run_equally_long)
{
    int64_t ran_ns[ENTRIES] = {0};
    for (int i = 0; i < ENTRIES; i++) {
        join(i, i, 1 + i % 3);
    }
    for (int round = 0; round < 5000; round++) {
        rotate();
        int used = 0;
        for (int i = 0; i < ENTRIES; i++) {
            ran_ns[i] += runs(i) ? entries[i].weight : 0;
            used += runs(i) ? entries[i].weight : 0;
            ck_assert(!runs(i) || !is_paused(i));
            ck_assert(runs(i) || is_paused(i) || !begun[i]);
        }
        ck_assert_int_eq(used, scheduler.used);
        ck_assert_int_le(used, SLOTS);
        ck_assert_int_ge(used, 2);
    }
    int64_t least = ran_ns[0], most = ran_ns[0];
    for (int i = 0; i < ENTRIES; i++) {
        ck_assert_int_eq(begun[i], 1);
        least = ran_ns[i] < least ? ran_ns[i] : least;
        most = ran_ns[i] > most ? ran_ns[i] : most;
    }
    ck_assert_int_le(most, least + least / 10);
}
END_TEST

START_TEST(many_searches_and_many_threads_take_nobodys_share)
{
    /* One peer has 49 searches of 64 threads, the other has one search of one thread. */
    for (int i = 0; i < ENTRIES; i++) {
        join(i, i == 0 ? 0 : 1, i == 0 ? 1 : 64);
    }
    int64_t ran_alone = 0, rounds = 10000;
    for (int64_t round = 0; round < rounds; round++) {
        rotate();
        ran_alone += runs(0);
    }
    /* On four processors both peers should use the same processor time, so this search runs four
     * fifths of the time. */
    ck_assert_int_gt(ran_alone, rounds * 3 / 5);
    ck_assert_int_lt(ran_alone, rounds * 9 / 10);
}
END_TEST

/* Half of one peer's searches end after one slice, and then the next one begins. */
START_TEST(many_short_searches_take_no_more_than_one_long_one)
{
    int64_t ran[2] = {0, 0};
    for (int i = 0; i < 20; i++) {
        join(i, 0, 1);
    }
    for (int round = 0; round < 5000; round++) {
        bool ran_now[20];
        for (int i = 0; i < 20; i++) {
            ran_now[i] = runs(i);
            ran[i / 10] += runs(i);
        }
        rotate();
        for (int i = 0; i < 10; i++) {
            if (ran_now[i]) {
                leave(i);
                join(i, 0, 1);
                settle();
            }
        }
    }
    ck_assert_int_lt(ran[0] * 10, ran[1] * 12);
    ck_assert_int_lt(ran[1] * 10, ran[0] * 12);
}
END_TEST

START_TEST(who_was_alone_for_long_does_not_wait_for_as_long)
{
    for (int i = 0; i < SLOTS; i++) {
        join(i, 0, 1);
    }
    for (int i = 0; i < SLOTS; i++) {
        entries[i].used_ns = 3600 * NS_PER_SECOND;
        leave(i);
    }
    for (int i = SLOTS; i >= 0; i--) {
        join(i, 0, 1); /* the first has used no time, and the last queues behind the others */
    }
    for (int round = 0; round < 200 && !runs(0); round++) {
        rotate();
    }
    ck_assert(runs(0));
}
END_TEST

START_TEST(a_peer_that_comes_late_has_nothing_saved_up)
{
    for (int i = 0; i < 8; i++) {
        join(i, 0, 1);
    }
    for (int round = 0; round < 10000; round++) {
        rotate();
    }
    for (int i = 8; i < 16; i++) {
        join(i, 1, 1);
    }
    int64_t ran[2] = {0, 0};
    for (int round = 0; round < 1000; round++) {
        rotate();
        for (int i = 0; i < 16; i++) {
            ran[i / 8] += runs(i);
        }
    }
    ck_assert_int_gt(ran[0] * 10, ran[1] * 8);
    ck_assert_int_gt(ran[1] * 10, ran[0] * 8);
}
END_TEST

START_TEST(an_entry_larger_than_the_machine_runs_alone)
{
    join(0, 0, 1);
    join(1, 1, 64);
    ck_assert(!runs(1));
    rotate();
    ck_assert(!runs(0));
    ck_assert(runs(1));
}
END_TEST

START_TEST(a_stop_waits_for_nobody)
{
    for (int i = 0; i < ENTRIES; i++) {
        join(i, i, 2);
    }
    search_stop(&searches[40]);
    ck_assert(search_stopped(&searches[40])); /* otherwise it would sleep here forever */
    scheduler_boost(&scheduler, &entries[40], now_ns);
    ck_assert(runs(40));
    ck_assert_int_eq(begun[40], 1);
    for (int round = 0; round < 100; round++) {
        rotate();
        ck_assert(runs(40));
    }
    leave(40);
}
END_TEST

/* A finishing search may share a processor with a running one, so all others pause until it has
 * ended or its time is over. A search that finishes soon afterwards has no such right. */
START_TEST(the_others_pause_while_one_ends)
{
    for (int i = 0; i < SLOTS; i++) {
        join(i, i, 1);
    }
    now_ns += 10 * TICK_NS;
    scheduler_boost(&scheduler, &entries[0], now_ns);
    ck_assert(!is_paused(0));
    for (int i = 1; i < SLOTS; i++) {
        ck_assert(is_paused(i));
    }
    settle();
    ck_assert_int_eq(scheduler.used, 1);
    leave(0);
    for (int i = 1; i < SLOTS; i++) {
        ck_assert(runs(i) && !is_paused(i));
    }
    settle();
    now_ns += TICK_NS;
    scheduler_boost(&scheduler, &entries[1], now_ns);
    ck_assert(!is_paused(2) && !is_paused(3));
    leave(1);
    now_ns += 10 * TICK_NS;
    scheduler_boost(&scheduler, &entries[2], now_ns);
    ck_assert(is_paused(3));
    rotate();
    ck_assert(is_paused(3));
    now_ns += 3 * TICK_NS;
    rotate();
    ck_assert(runs(2) && runs(3));
}
END_TEST

/* A search that ends while it is asked to pause has not seen the request. The next search of its
 * entry must not be paused. */
START_TEST(who_ends_instead_of_pausing_begins_again_unpaused)
{
    for (int i = 0; i < SLOTS; i++) {
        join(i, i, 1);
    }
    now_ns += 10 * TICK_NS;
    scheduler_boost(&scheduler, &entries[0], now_ns);
    ck_assert(is_paused(1) && is_paused(2));
    search_leave(&searches[1]); /* both threads end ... */
    search_leave(&searches[2]);
    leave(1); /* ... and one end is seen before the thread's sleep, the other after it */
    scheduler_settle(&scheduler, now_ns);
    leave(2);
    leave(0);
    for (int i = 0; i < SLOTS - 1; i++) {
        join(i, i, 1);
        ck_assert(runs(i) && !is_paused(i));
    }
}
END_TEST

/* If nobody waits for a finishing search, it runs beside the others without pausing them. */
START_TEST(nobody_pauses_for_work_that_was_dismissed)
{
    for (int i = 0; i < SLOTS + 2; i++) {
        join(i, i, 1);
    }
    now_ns += 10 * TICK_NS;
    scheduler_dismiss(&scheduler, &entries[0], now_ns);
    scheduler_dismiss(&scheduler, &entries[SLOTS], now_ns);
    for (int i = 0; i <= SLOTS; i++) {
        ck_assert(runs(i) && !is_paused(i));
    }
    ck_assert(!runs(SLOTS + 1));
    leave(0);
    ck_assert(!runs(SLOTS + 1));
    leave(SLOTS);
    ck_assert(runs(SLOTS + 1));
    rotate();
    scheduler_dismiss(&scheduler, &entries[SLOTS + 1], now_ns);
    ck_assert(runs(SLOTS + 1) && !is_paused(SLOTS + 1));
}
END_TEST

/* No search starts before the one that must make room is asleep. */
START_TEST(who_pauses_keeps_its_place_until_it_sleeps)
{
    for (int i = 0; i < SLOTS + 1; i++) {
        join(i, i, 1);
    }
    now_ns += TICK_NS;
    scheduler_rotate(&scheduler, now_ns);
    ck_assert(is_paused(0));
    ck_assert_int_eq(entries[0].state, SCHEDULER_PAUSING);
    scheduler_settle(&scheduler, now_ns);
    ck_assert(!runs(SLOTS));
    ck_assert_int_eq(begun[SLOTS], 0);
    search_leave(&searches[0]);
    scheduler_settle(&scheduler, now_ns);
    ck_assert(runs(SLOTS));
    ck_assert_int_eq(entries[0].state, SCHEDULER_WAITING);
    /* A search that ends instead of sleeping makes room, too. */
    now_ns += TICK_NS;
    scheduler_rotate(&scheduler, now_ns);
    ck_assert_int_eq(entries[2].state, SCHEDULER_PAUSING);
    leave(2);
    ck_assert_int_eq(scheduler.used, SLOTS);
    /* A stop cancels the pause. */
    ck_assert_int_eq(entries[1].state, SCHEDULER_PAUSING);
    scheduler_boost(&scheduler, &entries[1], now_ns);
    ck_assert(runs(1));
    ck_assert(!is_paused(1));
}
END_TEST

/* The number of searches that prepare memory at the same time is at most the number of
 * processors. */
START_TEST(who_makes_ready_keeps_its_place)
{
    for (int i = 0; i < ENTRIES; i++) {
        join(i, i, 1);
    }
    search_leave(&searches[0]);
    for (int round = 0; round < 100; round++) {
        now_ns += TICK_NS;
        scheduler_rotate(&scheduler, now_ns);
        ck_assert(runs(0));
        ck_assert(!is_paused(0));
        ck_assert_int_gt(entries[0].used_ns, 0); /* or endless new games would be free */
    }
}
END_TEST

/* A search that waits for a client that does not read loses its slot after a while. */
START_TEST(who_falls_asleep_keeps_its_place_for_a_while)
{
    for (int i = 0; i < SLOTS; i++) {
        join(i, i, 1);
    }
    now_ns += TICK_NS;
    join(SLOTS, SLOTS, 1);
    entries[0].ready = true;
    search_leave(&searches[0]);
    for (int ms = 1; ms < 20; ms++) {
        now_ns += TICK_NS;
        scheduler_rotate(&scheduler, now_ns);
        ck_assert_int_eq(entries[0].state, SCHEDULER_RUNNING);
    }
    now_ns += 2 * TICK_NS;
    scheduler_rotate(&scheduler, now_ns);
    ck_assert_int_eq(entries[0].state, SCHEDULER_WAITING);
}
END_TEST

START_TEST(turns_are_shorter_the_more_wait)
{
    int64_t before = INT64_MAX;
    for (int i = 0; i < ENTRIES; i++) {
        join(i, 0, SLOTS);
        int64_t quantum_ns = scheduler_quantum_ns(&scheduler);
        ck_assert_int_le(quantum_ns, before);
        ck_assert_int_ge(quantum_ns, 1000000);
        before = quantum_ns;
    }
    ck_assert_int_lt(before, 20000000);
}
END_TEST

START_TEST(any_order_of_coming_and_going_keeps_the_count)
{
    struct rng rng = {5};
    bool here[ENTRIES] = {false};
    for (int step = 0; step < 20000; step++) {
        int i = (int)rng_below(&rng, ENTRIES);
        switch (rng_below(&rng, 4)) {
        case 0:
            rotate();
            break;
        case 1:
            if (here[i]) {
                scheduler_boost(&scheduler, &entries[i], now_ns);
                ck_assert(runs(i));
                settle();
            }
            break;
        default:
            if (here[i]) {
                leave(i);
            } else {
                join(i, (int)rng_below(&rng, 5), 1 + (int)rng_below(&rng, 6));
            }
            here[i] = !here[i];
        }
        int used = 0, waiting = 0;
        for (int k = 0; k < ENTRIES; k++) {
            ck_assert_int_eq(here[k], entries[k].state != SCHEDULER_ABSENT);
            used += runs(k) ? entries[k].weight : 0;
            waiting += entries[k].state == SCHEDULER_WAITING;
        }
        ck_assert_int_eq(used, scheduler.used);
        ck_assert_int_eq(waiting, scheduler.waiting);
        ck_assert(waiting == 0 || used > 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scheduler");
    TCase *test_case = tcase_create("scheduler");
    tcase_set_timeout(test_case, 120);
    tcase_add_checked_fixture(test_case, set_up, tear_down);
    tcase_add_test(test_case, work_begins_at_once_while_there_is_room);
    tcase_add_test(test_case, entries_of_equal_peers_run_equally_long);
    tcase_add_test(test_case, many_searches_and_many_threads_take_nobodys_share);
    tcase_add_test(test_case, many_short_searches_take_no_more_than_one_long_one);
    tcase_add_test(test_case, who_was_alone_for_long_does_not_wait_for_as_long);
    tcase_add_test(test_case, a_peer_that_comes_late_has_nothing_saved_up);
    tcase_add_test(test_case, an_entry_larger_than_the_machine_runs_alone);
    tcase_add_test(test_case, a_stop_waits_for_nobody);
    tcase_add_test(test_case, the_others_pause_while_one_ends);
    tcase_add_test(test_case, who_ends_instead_of_pausing_begins_again_unpaused);
    tcase_add_test(test_case, nobody_pauses_for_work_that_was_dismissed);
    tcase_add_test(test_case, who_pauses_keeps_its_place_until_it_sleeps);
    tcase_add_test(test_case, who_makes_ready_keeps_its_place);
    tcase_add_test(test_case, who_falls_asleep_keeps_its_place_for_a_while);
    tcase_add_test(test_case, turns_are_shorter_the_more_wait);
    tcase_add_test(test_case, any_order_of_coming_and_going_keeps_the_count);
    suite_add_tcase(suite, test_case);
    return support_run(suite);
}
