/* SPDX-License-Identifier: MIT */
/* Tests rows of integers: every kind of register gives the result of processing one integer at a
 * time. */
#include <stdbool.h>
#include <string.h>

#include "compiler.h"
#include "level.h"
#include "rng.h"
#include "simd_rows_way.h"
#include "suite.h"

#define ROWS 20000

static const struct way {
    const char *name;
    enum level level;
    rows_t *rows;
} ways[] = {
    {"plain", LEVEL_V2, rows_plain},
    {"this build's", LEVEL_V2, rows_own},
#ifndef MYOSU_ONE_LEVEL
    {"SSE2", LEVEL_V2, rows_v2},
    {"AVX2", LEVEL_V3, rows_v3},
#endif
};

/* Fills the row with numbers of -`most` to `most`; the extremes are more frequent. */
static void fill(struct rng *rng, int16_t row[ROWS_LENGTH + 1], int most)
{
    for (int i = 0; i <= ROWS_LENGTH; i++) {
        uint64_t end = rng_below(rng, 8);
        row[i] = (int16_t)(end == 0   ? -most
                           : end == 1 ? most
                                      : (int)rng_below(rng, 2 * (uint64_t)most + 1) - most);
    }
}

/* Computes the expected result, one integer at a time. Products are computed only if they fit 16
 * bits. */
static void expect(const int16_t *a, const int16_t *b, int16_t most, struct rows_result *result)
{
    result->dot = 0;
    for (int i = 0; i < ROWS_LENGTH; i++) {
        result->clamped[i] = a[i] < 0 ? 0 : a[i] > most ? most : a[i];
        result->sums[i] = (int16_t)(a[i] + b[i]);
        result->products[i] = (int16_t)(a[i] * b[i]);
        result->dot += a[i] * b[i];
    }
}

static void compare(const char *name, const struct rows_result *found,
                    const struct rows_result *expected, bool with_products)
{
    ck_assert_msg(!memcmp(found->clamped, expected->clamped, sizeof found->clamped), "%s: clamp",
                  name);
    ck_assert_msg(!memcmp(found->sums, expected->sums, sizeof found->sums), "%s: sums", name);
    ck_assert_msg(!with_products ||
                      !memcmp(found->products, expected->products, sizeof found->products),
                  "%s: products", name);
    ck_assert_msg(found->dot == expected->dot, "%s: dot product %d, not %d", name, found->dot,
                  expected->dot);
}

START_TEST(every_register_gives_what_one_number_gives)
{
    const struct way *way = &ways[_i];
    static const int mosts[] = {1, 181, 5000}; /* 181 * 181 fits 16 bits */
    struct rng rng = {17};
    if (!level_is_offered(way->level)) {
        return;
    }
    for (int i = 0; i < SUITE_TIMES(ROWS); i++) {
        int16_t a[ROWS_LENGTH + 1], b[ROWS_LENGTH + 1];
        int most = mosts[i % LENGTH(mosts)];
        fill(&rng, a, most);
        fill(&rng, b, most);
        struct rows_result found, expected;
        int16_t limit = (int16_t)rng_below(&rng, (uint64_t)most + 1);
        way->rows(a + i % 2, b, limit, &found); /* rows may be unaligned */
        expect(a + i % 2, b, limit, &expected);
        compare(way->name, &found, &expected, most <= 181);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simd_rows");
    TCase *test_case = tcase_create("simd_rows");
    tcase_set_timeout(test_case, 60);
    tcase_add_loop_test(test_case, every_register_gives_what_one_number_gives, 0, LENGTH(ways));
    suite_add_tcase(suite, test_case);
    return support_run(suite);
}
