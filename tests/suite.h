/* SPDX-License-Identifier: MIT */
/* Shared by all tests: a main function for Check suites. */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>

/* Runs a suite, without forking if CK_FORK says so, and prints Check's totals. Returns the exit
 * status. */
int support_run(Suite *suite);

/* Adds a test case of one function. */
#define SUPPORT_ADD(suite, function)                                                               \
    do {                                                                                           \
        TCase *support_case = tcase_create(#function);                                             \
        tcase_set_timeout(support_case, 120);                                                      \
        tcase_add_test(support_case, function);                                                    \
        suite_add_tcase(suite, support_case);                                                      \
    } while (0)

/* Set if a sanitizer is active, which makes code slower and uses memory of its own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SUITE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SUITE_SANITIZED 1
#endif
#endif
#ifndef SUITE_SANITIZED
#define SUITE_SANITIZED 0
#endif

/* True if long series are short: under a sanitizer, and where the variable SUITE_SHORT is set, as
 * for the processor levels beside the one that most machines have. */
static inline bool suite_is_short(void)
{
    return SUITE_SANITIZED || getenv("SUITE_SHORT");
}

/* The number of repetitions of a long series: a quarter of `count` if it is short. */
#define SUITE_TIMES(count) (suite_is_short() ? (count) / 4 : (count))

/* True if position i of a long list is skipped: three of four are if the list is short. */
#define SUITE_SKIPS(i) (suite_is_short() && (i) % 4 != 0)

#ifdef __SANITIZE_THREAD__
#define SUITE_WATCHES_THREADS 1
#else
#define SUITE_WATCHES_THREADS 0
#endif

/* Used in a test: the numbers of the expectations of clients (PROTOCOL.md) that it checks, for the
 * table that test_transcripts prints. */
#define COVERS(...)

#endif
