/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "file.h"
#include "suite.h"

static struct text_lines open_text(const char *bytes, size_t length)
{
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    rewind(file);
    return (struct text_lines){.file = file};
}

static void close_text(struct text_lines *lines)
{
    fclose(lines->file);
    text_lines_finish(lines);
}

START_TEST(lines_are_read_without_their_ends)
{
    static const char bytes[] = "\xEF\xBB\xBF"
                                "one\r\n\ntwo\rthree\nlast";
    static const char *const expected[] = {"one", "", "two", "three", "last"};
    struct text_lines lines = open_text(bytes, sizeof bytes - 1);
    struct error error;
    char *line;
    for (int i = 0; i < LENGTH(expected); i++) {
        ck_assert(text_lines_next(&lines, &line, &error));
        ck_assert_str_eq(line, expected[i]);
        ck_assert_int_eq(lines.number, i + 1);
    }
    ck_assert(!text_lines_next(&lines, &line, &error));
    ck_assert_str_eq(error.text, "");
    close_text(&lines);
}
END_TEST

START_TEST(the_longest_line_is_whole_and_one_byte_more_is_an_error)
{
    char *bytes = malloc(TEXT_LINE_LIMIT + 8);
    struct error error;
    char *line;
    for (size_t length = TEXT_LINE_LIMIT; length <= TEXT_LINE_LIMIT + 1; length++) {
        memset(bytes, 'x', TEXT_LINE_LIMIT + 8);
        bytes[0] = '\n';
        bytes[length + 1] = '\n';
        struct text_lines lines = open_text(bytes, length + 2);
        ck_assert(text_lines_next(&lines, &line, &error));
        if (length == TEXT_LINE_LIMIT) {
            ck_assert(text_lines_next(&lines, &line, &error));
            ck_assert_uint_eq(strlen(line), length);
        } else {
            ck_assert(!text_lines_next(&lines, &line, &error));
            ck_assert_str_eq(error.text, "2: a line of more than 1 MiB; expected a shorter one");
        }
        close_text(&lines);
    }
    free(bytes);
}
END_TEST

START_TEST(a_byte_0_is_an_error)
{
    struct text_lines lines = open_text("ab\0cd\n", 6);
    struct error error;
    char *line;
    ck_assert(!text_lines_next(&lines, &line, &error));
    ck_assert_str_eq(error.text, "1: a byte 0; expected text");
    close_text(&lines);
}
END_TEST

/* A device whose first line never ends. */
START_TEST(an_endless_line_is_an_error)
{
    struct text_lines lines = {.file = fopen("/dev/zero", "r")};
    struct error error;
    char *line;
    ck_assert_ptr_nonnull(lines.file);
    ck_assert(!text_lines_next(&lines, &line, &error));
    ck_assert_str_eq(error.text, "1: a line of more than 1 MiB; expected a shorter one");
    close_text(&lines);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("text_lines");
    SUPPORT_ADD(suite, lines_are_read_without_their_ends);
    SUPPORT_ADD(suite, the_longest_line_is_whole_and_one_byte_more_is_an_error);
    SUPPORT_ADD(suite, a_byte_0_is_an_error);
    SUPPORT_ADD(suite, an_endless_line_is_an_error);
    return support_run(suite);
}
