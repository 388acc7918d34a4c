/* SPDX-License-Identifier: MIT */
/* Tests the network library: every kind of register gives the result of processing one integer at
 * a time, and accumulators that are updated along a line of play those of the board. */
#include <stdbool.h>
#include <string.h>

#include "compiler.h"
#include "level.h"
#include "network_way.h"
#include "rng.h"
#include "suite.h"

#define ROWS   20000
#define LAYERS 20000
#define GAMES  40

static const struct way {
    const char *name;
    enum level level;
    rows_t *rows;
    layers_score_t *layers;
    play_t *play;
} ways[] = {
    {"plain", LEVEL_V2, rows_plain, layers_plain, play_plain},
    {"this build's", LEVEL_V2, rows_own, layers_own, play_own},
#ifndef MYOSU_ONE_LEVEL
    {"SSE2", LEVEL_V2, rows_v2, layers_v2, play_v2},
    {"AVX2", LEVEL_V3, rows_v3, layers_v3, play_v3},
#endif
};

/* Fills the row with numbers of -`most` to `most`; the extremes are more frequent. */
static void fill(struct rng *rng, int16_t *row, int length, int most)
{
    for (int i = 0; i < length; i++) {
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
        result->bytes[i] = ((const int8_t *)a)[i];
        result->dot += a[i] * b[i];
    }
}

static void compare(const char *name, const struct rows_result *found,
                    const struct rows_result *expected, bool with_products)
{
    ck_assert_msg(!memcmp(found->clamped, expected->clamped, sizeof found->clamped), "%s: clamp",
                  name);
    ck_assert_msg(!memcmp(found->bytes, expected->bytes, sizeof found->bytes), "%s: bytes", name);
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
        fill(&rng, a, LENGTH(a), most);
        fill(&rng, b, LENGTH(b), most);
        struct rows_result found, expected;
        int16_t limit = (int16_t)rng_below(&rng, (uint64_t)most + 1);
        way->rows(a + i % 2, b, limit, &found); /* rows may be unaligned */
        expect(a + i % 2, b, limit, &expected);
        compare(way->name, &found, &expected, most <= 181);
    }
}
END_TEST

/* Computes the expected score, one number at a time. */
static int expect_score(const struct layers *layers)
{
    int64_t total = layers->output_bias;
    for (int unit = 0; unit < LAYERS_UNITS; unit++) {
        int64_t active = layers->hidden_bias[unit];
        for (int i = 0; i < LAYERS_FEATURES; i++) {
            active += layers->features[0][i] * layers->hidden[unit][0][i] +
                      layers->features[1][i] * layers->hidden[unit][1][i];
        }
        active = active < 0 ? 0 : active / LAYERS_ONE_FEATURE;
        total += (active > LAYERS_ONE_HIDDEN ? LAYERS_ONE_HIDDEN : active) * layers->output[unit];
    }
    return (int)(total * LAYERS_UNIT / LAYERS_ONE_HIDDEN / LAYERS_ONE_OUTPUT);
}

START_TEST(layers_give_what_one_number_gives)
{
    const struct way *way = &ways[_i];
    struct rng rng = {18};
    for (int i = 0; level_is_offered(way->level) && i < SUITE_TIMES(LAYERS); i++) {
        struct layers layers;
        const int limit = i % 2 ? LAYERS_LIMIT : 60; /* with 60, few units are clipped */
        fill(&rng, &layers.features[0][0], 2 * LAYERS_FEATURES, LAYERS_ONE_FEATURE);
        fill(&rng, &layers.hidden[0][0][0], LAYERS_UNITS * 2 * LAYERS_FEATURES, limit);
        fill(&rng, layers.output, LAYERS_UNITS, LAYERS_LIMIT);
        for (int unit = 0; unit < LAYERS_UNITS; unit++) {
            layers.hidden_bias[unit] = (int32_t)rng_below(&rng, 40000) - 20000;
        }
        layers.output_bias = (int32_t)rng_below(&rng, 40000) - 20000;
        const int found = way->layers(&layers), expected = expect_score(&layers);
        ck_assert_msg(found == expected, "%s: %d, not %d", way->name, found, expected);
    }
}
END_TEST

START_TEST(accumulators_along_a_line_are_those_of_the_board)
{
    const struct way *way = &ways[_i];
    struct play_result result = {0};
    if (!level_is_offered(way->level)) {
        return;
    }
    for (int game = 0; game < SUITE_TIMES(GAMES); game++) {
        way->play((uint64_t)game, &result);
        ck_assert_msg(result.wrong == 0, "%s: game %d: %d of %d scores are wrong", way->name, game,
                      result.wrong, result.compared);
    }
    ck_assert_int_gt(result.compared, 100);
    ck_assert_int_gt(result.captures, 10);
    ck_assert_int_gt(result.castlings, 10);
    ck_assert_int_gt(result.turns, 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("network");
    TCase *test_case = tcase_create("network");
    tcase_set_timeout(test_case, 60);
    tcase_add_loop_test(test_case, every_register_gives_what_one_number_gives, 0, LENGTH(ways));
    tcase_add_loop_test(test_case, layers_give_what_one_number_gives, 0, LENGTH(ways));
    tcase_add_loop_test(test_case, accumulators_along_a_line_are_those_of_the_board, 0,
                        LENGTH(ways));
    suite_add_tcase(suite, test_case);
    return support_run(suite);
}
