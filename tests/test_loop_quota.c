/* SPDX-License-Identifier: MIT */
/* Tests that a connection pauses between slices, so that it uses no more than its quota over any
 * length of time. */
#include "loop_share.h"

#include "clock.h"
#include "rng.h"
#include "suite.h"

/* Uses a slice during which it has the processor to itself. */
static double use(struct loop_quota *quota, int64_t begin_ns, int64_t used_ns)
{
    return loop_quota_rest(quota, LOOP_QUOTA_PART, begin_ns, begin_ns + used_ns, used_ns);
}

START_TEST(a_little_at_once_is_free)
{
    struct loop_quota quota = {0};
    ck_assert(use(&quota, NS_PER_SECOND, NS_PER_MS) == 0.);
    ck_assert(use(&quota, NS_PER_SECOND + NS_PER_MS, 2 * NS_PER_MS) > 0.);
}
END_TEST

START_TEST(what_was_used_is_forgotten_in_time)
{
    struct loop_quota quota = {0};
    int64_t now = NS_PER_SECOND;
    double rest = use(&quota, now, 30 * NS_PER_MS);
    ck_assert(rest > 0.08 && rest < 0.09);
    /* A short time after the pause a slice still causes a pause; after a longer time the first one
     * is free. */
    now += 30 * NS_PER_MS + (int64_t)(rest * (double)NS_PER_SECOND);
    struct loop_quota later = quota;
    ck_assert(use(&quota, now, NS_PER_MS) > 0.);
    ck_assert(use(&later, now + 10 * NS_PER_MS, NS_PER_MS) == 0.);
}
END_TEST

/* A process that was stopped, or a machine that slept, has used nothing in that time. */
START_TEST(who_was_halted_in_a_slice_does_not_rest_for_it)
{
    struct loop_quota quota = {0};
    ck_assert(loop_quota_rest(&quota, LOOP_QUOTA_PART, NS_PER_SECOND, 3600 * NS_PER_SECOND,
                              NS_PER_MS) == 0.);
    ck_assert(use(&quota, 3600 * NS_PER_SECOND, 2 * NS_PER_MS) > 0.);
}
END_TEST

/* Slices of any length, with additional waits of any length after the pauses. */
START_TEST(no_more_than_a_part_is_used)
{
    const int parts = _i;
    struct rng rng = {3};
    for (int round = 0; round < 200; round++) {
        struct loop_quota quota = {0};
        const int64_t begin = NS_PER_SECOND;
        int64_t now = begin, used = 0;
        for (int i = 0; i < 300; i++) {
            int64_t took = (int64_t)rng_below(&rng, 3 * NS_PER_MS);
            double rest = loop_quota_rest(&quota, parts, now, now + took, took);
            used += took;
            now += took;
            /* The quota holds up to the start of the slice, which itself may have any length. */
            ck_assert_int_le(used - took, (now - took - begin) / parts + 2 * NS_PER_MS + 300);
            now += (int64_t)(rest * (double)NS_PER_SECOND);
            now += rng_below(&rng, 4) == 0 ? (int64_t)rng_below(&rng, 5 * NS_PER_MS) : 0;
        }
        /* And no pause is longer than necessary. */
        ck_assert_int_gt(used, (now - begin) / (parts + 5));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("loop_quota");
    SUPPORT_ADD(suite, a_little_at_once_is_free);
    SUPPORT_ADD(suite, what_was_used_is_forgotten_in_time);
    SUPPORT_ADD(suite, who_was_halted_in_a_slice_does_not_rest_for_it);
    TCase *parts = tcase_create("parts");
    tcase_add_loop_test(parts, no_more_than_a_part_is_used, 2, 13);
    suite_add_tcase(suite, parts);
    return support_run(suite);
}
