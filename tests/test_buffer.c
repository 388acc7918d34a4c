/* SPDX-License-Identifier: MIT */
/* Tests the buffer against a plain string whose bytes are moved, and error texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "error.h"
#include "rng.h"
#include "suite.h"

START_TEST(any_mix_of_calls_leaves_the_bytes_of_the_plain_way)
{
    struct rng rng = {(uint64_t)_i + 1};
    struct buffer buffer;
    buffer_init(&buffer);
    static char plain[200000];
    size_t length = 0;
    plain[0] = '\0';
    for (int step = 0; step < 2000; step++) {
        char piece[64];
        size_t size = rng_below(&rng, sizeof piece);
        for (size_t i = 0; i < size; i++) {
            piece[i] = (char)('a' + rng_below(&rng, 26));
        }
        switch (rng_below(&rng, 5)) {
        case 0:
            buffer_append(&buffer, piece, size);
            memcpy(plain + length, piece, size);
            length += size;
            break;
        case 1:
            buffer_printf(&buffer, "%.*s%d", (int)size, piece, step);
            length += (size_t)sprintf(plain + length, "%.*s%d", (int)size, piece, step);
            break;
        case 2:
            buffer_putc(&buffer, 'X');
            plain[length++] = 'X';
            break;
        case 3: {
            int64_t number = (int64_t)rng_next(&rng) >> rng_below(&rng, 64);
            buffer_put_number(&buffer, step == 7 ? INT64_MIN : number);
            length += (size_t)sprintf(plain + length, "%lld",
                                      step == 7 ? (long long)INT64_MIN : (long long)number);
            break;
        }
        case 4:
            size = size * 2 < length ? size * 2 : length;
            buffer_consume(&buffer, size);
            memmove(plain, plain + size, length - size);
            length -= size;
            break;
        }
        plain[length] = '\0';
        ck_assert_uint_eq(buffer_length(&buffer), length);
        ck_assert_str_eq(buffer_text(&buffer), plain);
        ck_assert(!buffer.failed);
    }
    buffer_finish(&buffer);
}
END_TEST

START_TEST(an_empty_buffer_is_the_empty_string)
{
    struct buffer buffer = {0};
    ck_assert_str_eq(buffer_text(&buffer), "");
    buffer_puts(&buffer, "gone");
    buffer_clear(&buffer);
    ck_assert_str_eq(buffer_text(&buffer), "");
    buffer_finish(&buffer);
}
END_TEST

START_TEST(an_error_is_one_printable_line_that_fits)
{
    struct error error;
    ck_assert(!error_set(&error, "a\nb\x01%s\xff", "c\t"));
    ck_assert_str_eq(error.text, "a?b?c??");
    char *longest = malloc(10000);
    memset(longest, 'x', 9999);
    longest[9999] = '\0';
    error_set(&error, "%s", longest);
    ck_assert_uint_eq(strlen(error.text), sizeof error.text - 1);
    ck_assert(!error_set(NULL, "nobody is told"));
    free(longest);
}
END_TEST

START_TEST(an_error_keeps_whole_characters)
{
    struct error error;
    error_set(&error, "caf\xc3\xa9 \xec\x98\xa4 \xed\xa0\x80 \xc2\x85 \xf0\x9f\x98");
    ck_assert_str_eq(error.text, "caf\xc3\xa9 \xec\x98\xa4 ??? ?? ???");
    /* Characters of two, three and four bytes, of which the last one does not fit. */
    static const char *const characters[] = {"\xc3\xa9", "\xec\x98\xa4", "\xf0\x9f\x98\x80"};
    for (int i = 0; i < LENGTH(characters); i++) {
        const size_t span = strlen(characters[i]);
        for (size_t before = 0; before < span; before++) {
            struct buffer text = {0};
            buffer_printf(&text, "%.*s", (int)before, "xxx");
            while (buffer_length(&text) < 2 * sizeof error.text) {
                buffer_puts(&text, characters[i]);
            }
            error_set(&error, "%s", buffer_text(&text));
            const size_t length = strlen(error.text);
            ck_assert_uint_le(length, sizeof error.text - 1);
            ck_assert_uint_gt(length, sizeof error.text - 1 - span);
            ck_assert_uint_eq((length - before) % span, 0);
            ck_assert(memcmp(error.text, buffer_text(&text), length) == 0);
            buffer_finish(&text);
        }
    }
}
END_TEST

START_TEST(only_a_character_that_was_cut_off_is_left_out)
{
    static const struct {
        const char *text;
        size_t whole;
    } rows[] = {
        {"", 0},
        {"abc", 3},
        {"a\xc3\xa9", 3},
        {"a\xc3", 1},
        {"a\xec\x98", 1},
        {"a\xec\x98\xa4", 4},
        {"a\xf0\x9f\x98", 1},
        {"a\xf0\x9f\x98\x80", 5},
        {"\xf0", 0},
        /* Bytes that are no beginning of a character stay: they are replaced later. */
        {"a\x80", 2},
        {"\x80\x80\x80\x80", 4},
        {"a\xff", 2},
        {"a\xc3\xa9\xa9", 4},
    };
    for (int i = 0; i < LENGTH(rows); i++) {
        ck_assert_uint_eq(utf8_whole(rows[i].text, strlen(rows[i].text)), rows[i].whole);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("buffer");
    TCase *mix = tcase_create("mix");
    tcase_add_loop_test(mix, any_mix_of_calls_leaves_the_bytes_of_the_plain_way, 0, 20);
    suite_add_tcase(suite, mix);
    SUPPORT_ADD(suite, an_empty_buffer_is_the_empty_string);
    SUPPORT_ADD(suite, an_error_is_one_printable_line_that_fits);
    SUPPORT_ADD(suite, an_error_keeps_whole_characters);
    SUPPORT_ADD(suite, only_a_character_that_was_cut_off_is_left_out);
    return support_run(suite);
}
