/* SPDX-License-Identifier: MIT */
/* The list of checks, each described by a sentence. Their numbers are those of "What clients
 * expect" in the protocol's specification; higher numbers are for other programs and for
 * servers. */
#ifndef CONFORM_CHECKS_H
#define CONFORM_CHECKS_H

#include "checker.h"

/* End a check unless the condition holds: with the reason that the checker has, or with this
 * one. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            return false;                                                                          \
        }                                                                                          \
    } while (0)
#define EXPECT(checker, condition, ...) REQUIRE((condition) || checker_fail(checker, __VA_ARGS__))

/* The dialects that a check applies to, as bits. */
enum audience {
    FOR_UCI = 1,
    FOR_UGI = 2,
    FOR_GOMOCUP = 4,
    FOR_CECP = 8,
    FOR_UCCI = 16,
    FOR_NBOARD = 32,
    FOR_GTP = 64,
    FOR_ALL = FOR_UCI | FOR_UGI | FOR_GOMOCUP,
    FOR_UNIVERSAL = FOR_UCI | FOR_UGI
};

struct check {
    int number;
    unsigned audience;
    enum demand_level level;
    const char *source;
    const char *sentence;                   /* what is expected */
    bool (*begin)(struct checker *checker); /* comes before `run`; NULL: nothing */
    bool (*run)(struct checker *checker);   /* false: see checker_fail and checker_skip */
    unsigned flags;                         /* of enum check_flag */
};

/* How a check is scheduled. */
enum check_flag {
    CHECK_SLOW =
        1, /* takes more than a second with a good engine: it starts first; not with --quick */
    CHECK_ALONE = 2 /* measures milliseconds: no other check runs meanwhile */
};

/* The number of the last row. */
#define LAST_CHECK 81

/* The checks in the order of their numbers. `sentence` is NULL after the last one. */
extern const struct check checks_of_wire[], checks_of_options[], checks_of_positions[],
    checks_of_searches[], checks_of_output[], checks_of_ugi[], checks_of_gomocup[],
    checks_of_programs[], checks_of_cecp[], checks_of_ucci[], checks_of_nboard[], checks_of_gtp[];

#endif
