/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "compiler.h"
#include "suite.h"
#include "text_lines.h"

/* Opens the bytes as a file called "f". */
static struct text_lines open_text(const char *bytes, size_t length)
{
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    rewind(file);
    return (struct text_lines){.file = file, .name = "f"};
}

START_TEST(lines_are_read_without_their_ends)
{
    static const char bytes[] = "\xEF\xBB\xBF"
                                "one\r\n\ntwo \r three\nlast";
    static const char *const expected[] = {"one", "", "two \r three", "last"};
    struct text_lines lines = open_text(bytes, sizeof bytes - 1);
    struct error error;
    for (int i = 0; i < LENGTH(expected); i++) {
        ck_assert_int_eq(text_lines_next(&lines, &error), TEXT_LINE_READY);
        ck_assert_str_eq(lines.text, expected[i]);
        ck_assert_int_eq(lines.number, i + 1);
    }
    ck_assert_int_eq(text_lines_next(&lines, &error), TEXT_LINE_END);
    fclose(lines.file);
}
END_TEST

START_TEST(the_longest_line_is_whole_and_one_byte_more_is_an_error)
{
    static char bytes[TEXT_LINE_BYTES + 8];
    struct error error;
    for (size_t length = TEXT_LINE_BYTES; length <= TEXT_LINE_BYTES + 1; length++) {
        memset(bytes, 'x', sizeof bytes);
        bytes[0] = '\n';
        bytes[length + 1] = '\n';
        struct text_lines lines = open_text(bytes, length + 2);
        ck_assert_int_eq(text_lines_next(&lines, &error), TEXT_LINE_READY);
        if (length == TEXT_LINE_BYTES) {
            ck_assert_int_eq(text_lines_next(&lines, &error), TEXT_LINE_READY);
            ck_assert_uint_eq(strlen(lines.text), length);
        } else {
            ck_assert_int_eq(text_lines_next(&lines, &error), TEXT_LINE_REFUSED);
            ck_assert_str_eq(error.text, "f:2: the line is longer than 4096 bytes");
        }
        fclose(lines.file);
    }
}
END_TEST

START_TEST(a_byte_0_is_an_error)
{
    struct text_lines lines = open_text("ab\0cd\n", 6);
    struct error error;
    ck_assert_int_eq(text_lines_next(&lines, &error), TEXT_LINE_REFUSED);
    ck_assert_str_eq(error.text, "f:1: a NUL byte; expected text");
    fclose(lines.file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("text_lines");
    SUPPORT_ADD(suite, lines_are_read_without_their_ends);
    SUPPORT_ADD(suite, the_longest_line_is_whole_and_one_byte_more_is_an_error);
    SUPPORT_ADD(suite, a_byte_0_is_an_error);
    return support_run(suite);
}
