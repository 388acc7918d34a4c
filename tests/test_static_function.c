/* SPDX-License-Identifier: MIT */
/* Tests static functions: every key of the set has its value, for sets of any size. */
#include <stdlib.h>

#include "connect4/static_function.h"
#include "suite.h"

#define KEYS_MOST 100000

static uint64_t keys[KEYS_MOST], values[KEYS_MOST];

/* Makes distinct keys in no order: rng_mix is a bijection. */
static void fill(uint64_t count, uint64_t seed)
{
    struct rng rng = {seed};
    for (uint64_t i = 0; i < count; i++) {
        keys[i] = seed % 2 ? rng_mix(i + seed) : i;
        values[i] = rng_next(&rng);
    }
}

static void check_all(uint64_t count, int bits)
{
    struct static_function function;
    uint64_t *words = static_function_make(&function, keys, values, count, bits);
    ck_assert_ptr_nonnull(words);
    ck_assert(static_function_is_sound(&function));
    for (uint64_t i = 0; i < count; i++) {
        ck_assert_msg(static_function_get(&function, words, keys[i]) ==
                          (values[i] & ((UINT64_C(1) << bits) - 1)),
                      "key %llu of %llu, %d bits", (unsigned long long)i, (unsigned long long)count,
                      bits);
    }
    free(words);
}

START_TEST(every_key_has_its_number)
{
    static const uint64_t counts[] = {0, 1, 2, 3, 10, 100, 1000, 30000};
    static const int bits[] = {1, 5, 6, 8, 13, 32, STATIC_FUNCTION_VALUE_BITS_MOST};
    for (int i = 0; i < LENGTH(counts); i++) {
        for (int j = 0; j < LENGTH(bits); j++) {
            fill(counts[i], (uint64_t)(10 * i + j));
            check_all(counts[i], bits[j]);
        }
    }
}
END_TEST

START_TEST(a_large_set_takes_at_most_a_fifth_more_than_its_numbers)
{
    fill(KEYS_MOST, 3);
    struct static_function function;
    uint64_t *words = static_function_make(&function, keys, values, KEYS_MOST, 5);
    ck_assert_ptr_nonnull(words);
    ck_assert_uint_le(static_function_words(&function) * 64, KEYS_MOST * 5 * 6 / 5);
    free(words);
}
END_TEST

START_TEST(the_order_of_the_keys_changes_nothing)
{
    fill(1000, 5);
    struct static_function function, reversed;
    uint64_t *words = static_function_make(&function, keys, values, 1000, 7);
    for (int i = 0; i < 500; i++) {
        uint64_t key = keys[i], value = values[i];
        keys[i] = keys[999 - i], values[i] = values[999 - i];
        keys[999 - i] = key, values[999 - i] = value;
    }
    uint64_t *others = static_function_make(&reversed, keys, values, 1000, 7);
    ck_assert(words && others);
    ck_assert_mem_eq(&function, &reversed, sizeof function);
    ck_assert_mem_eq(words, others, static_function_words(&function) * sizeof *words);
    free(words);
    free(others);
}
END_TEST

START_TEST(a_key_that_is_there_twice_is_refused)
{
    fill(100, 7);
    keys[70] = keys[20];
    struct static_function function;
    ck_assert_ptr_null(static_function_make(&function, keys, values, 100, 5));
}
END_TEST

START_TEST(a_head_that_is_none_is_not_sound)
{
    static const struct static_function heads[] = {
        {1, 2, 4, 5},  {1, 0, 4, 5}, {1, UINT64_MAX, 4, 5}, {1, 3, 64, 5},
        {1, 3, 40, 5}, {1, 3, 4, 0}, {1, 3, 4, 57},
    };
    for (int i = 0; i < LENGTH(heads); i++) {
        ck_assert_msg(!static_function_is_sound(&heads[i]), "head %d", i);
    }
    ck_assert(static_function_is_sound(&(struct static_function){1, 3, 4, 5}));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("static_function");
    SUPPORT_ADD(suite, every_key_has_its_number);
    SUPPORT_ADD(suite, a_large_set_takes_at_most_a_fifth_more_than_its_numbers);
    SUPPORT_ADD(suite, the_order_of_the_keys_changes_nothing);
    SUPPORT_ADD(suite, a_key_that_is_there_twice_is_refused);
    SUPPORT_ADD(suite, a_head_that_is_none_is_not_sound);
    return support_run(suite);
}
