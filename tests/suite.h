/* SPDX-License-Identifier: MIT */
/* What every test shares: a main for Check suites. */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>

/* Runs a suite without forking when CK_FORK says so, prints Check's totals; the status to exit
 * with. */
int support_run(Suite *suite);

/* Adds a test case of one function. */
#define SUPPORT_ADD(suite, function)                                                               \
    do {                                                                                           \
        TCase *support_case = tcase_create(#function);                                             \
        tcase_set_timeout(support_case, 120);                                                      \
        tcase_add_test(support_case, function);                                                    \
        suite_add_tcase(suite, support_case);                                                      \
    } while (0)

/* Whether a sanitizer watches: it slows what it watches, and holds memory of its own. */
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

/* How often a long series is repeated: a quarter of `count` where a sanitizer slows each time. */
#define SUITE_TIMES(count) (SUITE_SANITIZED ? (count) / 4 : (count))

/* Whether the i-th of a long list of positions is passed over: three of four are, likewise. */
#define SUITE_SKIPS(i) (SUITE_SANITIZED && (i) % 4 != 0)

#ifdef __SANITIZE_THREAD__
#define SUITE_WATCHES_THREADS 1
#else
#define SUITE_WATCHES_THREADS 0
#endif

/* Inside a test: the expectations of clients (PROTOCOL.md) that it checks, for the table that
 * test_transcripts prints. */
#define COVERS(...)

#endif
