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

/* Inside a test: the expectations of clients (PROTOCOL.md) that it checks, for the table that
 * test_transcripts prints. */
#define COVERS(...)

#endif
