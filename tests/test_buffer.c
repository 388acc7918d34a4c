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

int main(void)
{
    Suite *suite = suite_create("buffer");
    TCase *mix = tcase_create("mix");
    tcase_add_loop_test(mix, any_mix_of_calls_leaves_the_bytes_of_the_plain_way, 0, 20);
    suite_add_tcase(suite, mix);
    SUPPORT_ADD(suite, an_empty_buffer_is_the_empty_string);
    SUPPORT_ADD(suite, an_error_is_one_printable_line_that_fits);
    return support_run(suite);
}
