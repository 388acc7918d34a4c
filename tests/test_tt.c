/* SPDX-License-Identifier: MIT */
/* Tests the transposition table: it returns what was stored and nothing else, and memory is not
 * leaked. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rng.h"
#include "suite.h"
#include "tt.h"

static struct tt tt;

static void open_table(void)
{
    tt_init(&tt);
    ck_assert(tt_resize(&tt, 1, NULL));
}

static void close_table(void)
{
    tt_finish(&tt);
}

START_TEST(what_was_stored_is_found_field_by_field)
{
    struct rng rng = {1};
    for (int i = 0; i < 100000; i++) {
        uint64_t key = rng_next(&rng);
        move_t move = (move_t)(rng_next(&rng) | 1);
        score_t score = (score_t)rng_below(&rng, 2 * SCORE_MATE + 1) - SCORE_MATE;
        score_t eval = i % 3 ? (score_t)rng_below(&rng, 20001) - 10000 : SCORE_NONE;
        int depth = (int)rng_below(&rng, MAX_PLY - 8);
        enum search_bound bound = (enum search_bound)(1 + rng_below(&rng, 3));
        bool pv = rng_next(&rng) & 1;
        tt_store(&tt, key, move, score, eval, depth, bound, pv);
        struct tt_hit hit = tt_probe(&tt, key);
        ck_assert(hit.found);
        ck_assert_uint_eq(hit.move, move);
        ck_assert_int_eq(hit.score, score);
        ck_assert_int_eq(hit.eval, eval);
        ck_assert_int_eq(hit.depth, depth);
        ck_assert_int_eq(hit.bound, bound);
        ck_assert_int_eq(hit.was_pv, pv);
    }
}
END_TEST

START_TEST(what_was_not_stored_is_not_found)
{
    struct rng rng = {2};
    for (int i = 0; i < 100000; i++) {
        tt_store(&tt, rng_next(&rng) << 1, 7, 1, 2, 3, BOUND_EXACT, false);
        ck_assert(!tt_probe(&tt, rng_next(&rng) | 1).found);
    }
}
END_TEST

/* Keys that differ only in their low bits share a bucket. */
START_TEST(the_least_deep_gives_way_in_a_full_bucket)
{
    for (uint64_t key = 1; key <= TT_BUCKET_ENTRIES; key++) {
        tt_store(&tt, key, 1, 0, 0, (int)key + 10, BOUND_EXACT, false);
    }
    tt_store(&tt, 100, 1, 0, 0, 30, BOUND_EXACT, false);
    ck_assert(!tt_probe(&tt, 1).found);
    for (uint64_t key = 2; key <= TT_BUCKET_ENTRIES; key++) {
        ck_assert(tt_probe(&tt, key).found);
    }
    ck_assert(tt_probe(&tt, 100).found);
}
END_TEST

START_TEST(what_older_searches_left_gives_way_first)
{
    tt_store(&tt, 1, 1, 0, 0, 14, BOUND_EXACT, false);
    for (int i = 0; i < 2; i++) {
        tt_age(&tt);
    }
    for (uint64_t key = 2; key <= TT_BUCKET_ENTRIES + 1; key++) {
        tt_store(&tt, key, 1, 0, 0, 3, BOUND_EXACT, false);
    }
    ck_assert(!tt_probe(&tt, 1).found);
    ck_assert(tt_probe(&tt, 2).found);
}
END_TEST

START_TEST(a_move_once_known_is_kept_when_a_bound_brings_none)
{
    tt_store(&tt, 5, 42, 0, 0, 3, BOUND_LOWER, false);
    tt_store(&tt, 5, MOVE_NONE, 0, 0, 4, BOUND_UPPER, false);
    ck_assert_uint_eq(tt_probe(&tt, 5).move, 42);
}
END_TEST

START_TEST(mates_are_counted_from_where_they_are_met)
{
    for (int ply = 0; ply < 200; ply++) {
        for (int distance = 0; distance < 200; distance++) {
            score_t score = score_mate_in(ply + distance);
            ck_assert_int_eq(score_to_table(score, ply, SCORE_MATE_FOUND), score_mate_in(distance));
            ck_assert_int_eq(score_from_table(score_to_table(score, ply, SCORE_MATE_FOUND), ply,
                                              SCORE_MATE_FOUND),
                             score);
            ck_assert_int_eq(score_from_table(score_to_table(-score, ply, SCORE_MATE_FOUND), ply,
                                              SCORE_MATE_FOUND),
                             -score);
        }
    }
    ck_assert_int_eq(score_to_table(123, 7, SCORE_MATE_FOUND), 123);
}
END_TEST

START_TEST(clearing_forgets_everything)
{
    struct rng rng = {3};
    for (int i = 0; i < 1000; i++) {
        tt_store(&tt, rng_next(&rng), 7, 1, 2, 3, BOUND_EXACT, false);
    }
    tt_age(&tt);
    tt_clear(&tt);
    rng.state = 3;
    for (int i = 0; i < 1000; i++) {
        ck_assert(!tt_probe(&tt, rng_next(&rng)).found);
    }
    ck_assert_int_eq(tt_hashfull(&tt), 0);
}
END_TEST

START_TEST(hashfull_counts_what_this_search_wrote)
{
    struct rng rng = {4};
    for (int i = 0; i < 1 << 18; i++) {
        tt_store(&tt, rng_next(&rng), 7, 1, 2, 3, BOUND_EXACT, false);
    }
    ck_assert_int_gt(tt_hashfull(&tt), 900);
    tt_age(&tt);
    ck_assert_int_eq(tt_hashfull(&tt), 0);
}
END_TEST

START_TEST(memory_that_cannot_be_had_leaves_the_old_table)
{
    tt_store(&tt, 9, 42, 1, 2, 3, BOUND_EXACT, false);
    struct error error = {""};
    ck_assert(!tt_resize(&tt, (size_t)1 << 30, &error));
    ck_assert(error.text[0]);
    ck_assert_uint_eq(tt_probe(&tt, 9).move, 42);
    size_t bytes;
    ck_assert_ptr_nonnull(tt_memory(&tt, &bytes));
    ck_assert_uint_eq(bytes, 1 << 20);
}
END_TEST

/* All data of an entry is derived from its key, so a reader can detect a torn entry. */
static void *hammer(void *opaque)
{
    struct rng rng = {(uint64_t)(size_t)opaque};
    for (int i = 0; i < 200000; i++) {
        uint64_t key = rng_below(&rng, 64) * UINT64_C(0x123456789);
        uint64_t mixed = rng_mix(key);
        struct tt_hit hit = tt_probe(&tt, key);
        if (hit.found && (hit.move != (move_t)(mixed | 1) || hit.eval != (int16_t)(mixed >> 20) ||
                          hit.score != (int16_t)(mixed >> 40))) {
            return opaque;
        }
        tt_store(&tt, key, (move_t)(mixed | 1), (int16_t)(mixed >> 40), (int16_t)(mixed >> 20),
                 (int)rng_below(&rng, 100), BOUND_EXACT, false);
    }
    return NULL;
}

START_TEST(threads_never_read_what_nobody_wrote)
{
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++) {
        /* Each thread uses keys for one bucket, and all use the same few buckets. */
        ck_assert_int_eq(pthread_create(&threads[i], NULL, hammer, (void *)(i + 1)), 0);
    }
    for (int i = 0; i < 4; i++) {
        void *torn;
        pthread_join(threads[i], &torn);
        ck_assert_ptr_null(torn);
    }
}
END_TEST

/* Counts the pages of the table that are in memory: mincore(2). */
static size_t count_pages(void)
{
    static unsigned char given[1 << 10];
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = tt.mapped_bytes / page;
    size_t count = 0;
    ck_assert_uint_le(pages, sizeof given);
    ck_assert_int_eq(mincore(tt.buckets, tt.mapped_bytes, given), 0);
    for (size_t i = 0; i < pages; i++) {
        count += given[i] & 1;
    }
    return count;
}

START_TEST(touching_brings_all_pages_and_changes_nothing)
{
    const _Atomic bool cancelled = true, wanted = false;
    const size_t pages = tt.mapped_bytes / (size_t)sysconf(_SC_PAGESIZE);
    ck_assert(tt.untouched);
    tt_touch(&tt, 0, 1, &cancelled);
    ck_assert_uint_eq(count_pages(), 0);
    for (uint64_t key = 1; key <= 100; key++) {
        tt_store(&tt, key << 57, 7, 9, 11, 5, BOUND_EXACT, false);
    }
    for (int part = 0; part < 3; part++) {
        tt_touch(&tt, part, 3, &wanted);
    }
    ck_assert_uint_eq(count_pages(), pages);
    for (uint64_t key = 1; key <= 100; key++) {
        ck_assert(tt_probe(&tt, key << 57).found);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tt");
    TCase *test_case = tcase_create("table");
    tcase_add_checked_fixture(test_case, open_table, close_table);
    tcase_set_timeout(test_case, 120);
    tcase_add_test(test_case, what_was_stored_is_found_field_by_field);
    tcase_add_test(test_case, what_was_not_stored_is_not_found);
    tcase_add_test(test_case, the_least_deep_gives_way_in_a_full_bucket);
    tcase_add_test(test_case, what_older_searches_left_gives_way_first);
    tcase_add_test(test_case, a_move_once_known_is_kept_when_a_bound_brings_none);
    tcase_add_test(test_case, mates_are_counted_from_where_they_are_met);
    tcase_add_test(test_case, clearing_forgets_everything);
    tcase_add_test(test_case, hashfull_counts_what_this_search_wrote);
    tcase_add_test(test_case, touching_brings_all_pages_and_changes_nothing);
    tcase_add_test(test_case, memory_that_cannot_be_had_leaves_the_old_table);
    tcase_add_test(test_case, threads_never_read_what_nobody_wrote);
    suite_add_tcase(suite, test_case);
    return support_run(suite);
}
