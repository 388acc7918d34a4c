/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "compiler.h"
#include "line.h"
#include "rng.h"
#include "suite.h"
#include "words.h"

/* Appends the reader's lines: each in brackets, or `!` for a line that is too long. */
static void drain(struct line_reader *reader, struct buffer *found)
{
    char *line;
    enum line_status status;
    while ((status = line_reader_next(reader, &line)) != LINE_NONE) {
        if (status == LINE_TOO_LONG) {
            buffer_printf(found, "!%.5s", line);
            ck_assert_uint_eq(strlen(line), LINE_BEGINNING);
        } else {
            buffer_printf(found, "[%s]", line);
            line[0] = '#'; /* the caller may change it */
        }
    }
}

/* Reads `bytes` in pieces of random length, at most `piece`, and appends the lines as drain
 * does. */
static void read_in_pieces(const char *bytes, size_t length, size_t piece, struct rng *rng,
                           struct buffer *found)
{
    struct line_reader reader;
    line_reader_init(&reader);
    for (size_t at = 0; at < length;) {
        size_t size = 1 + rng_below(rng, piece);
        size = size > length - at ? length - at : size;
        bool fed = line_reader_feed(&reader, bytes + at, size);
        if (!fed) {
            ck_abort_msg("memory is out");
        }
        drain(&reader, found);
        at += size;
    }
    char *line;
    enum line_status status = line_reader_rest(&reader, &line);
    if (status != LINE_NONE) {
        buffer_printf(found, status == LINE_READY ? "<%s>" : "<!>", line);
    }
    line_reader_finish(&reader);
}

static void check_reads(const char *bytes, size_t length, const char *expected)
{
    struct rng rng = {1};
    struct buffer found = {0};
    read_in_pieces(bytes, length, length, &rng, &found);
    ck_assert_str_eq(buffer_text(&found), expected);
    buffer_finish(&found);
}

#define CHECK_READS(bytes, expected) check_reads(bytes, sizeof(bytes) - 1, expected)

START_TEST(lines_end_at_lf_or_crlf)
{
    CHECK_READS("uci\nisready\r\n\n\r\nquit\n", "[uci][isready][][][quit]");
    CHECK_READS("", "");
    CHECK_READS("a\rb\n", "[a b]");
    CHECK_READS("a\r\r\n", "[a ]");
}
END_TEST

START_TEST(bytes_that_are_no_text_are_made_text)
{
    CHECK_READS("\tgo\0depth\x01 5\x7f\n", "[ go depth  5 ]");
    CHECK_READS("na\xc3\xafve\xff\n", "[na\xc3\xafve?]");
}
END_TEST

START_TEST(characters_of_utf8_stay_and_other_bytes_do_not)
{
    /* The longest and the shortest characters of each length, of the table in RFC 3629. */
    CHECK_READS("\xc2\xa0\xdf\xbf\xe0\xa0\x80\xef\xbf\xbd\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\n",
                "[\xc2\xa0\xdf\xbf\xe0\xa0\x80\xef\xbf\xbd\xf0\x90\x80\x80\xf4\x8f\xbf\xbf]");
    CHECK_READS("\xec\x98\xa4\xeb\xaa\xa9\r\n", "[\xec\x98\xa4\xeb\xaa\xa9]");
    /* Characters that are cut off, by the end of the line, by ASCII or by another one. */
    CHECK_READS("\xec\x98\n\xf0\x90\x80z\xc3\xc3\xa9\n", "[??][???z?\xc3\xa9]");
    CHECK_READS("\xec\x98", "<?"
                            "?>");
    /* Overlong forms of '/', U+00E9 and U+20AC; surrogates; more than U+10FFFF; bytes of no form.
     */
    CHECK_READS("\xc0\xaf\xe0\x83\xa9\xf0\x82\x82\xac\n", "[?????????]");
    CHECK_READS("\xed\xa0\x80\xed\xbf\xbf|\xf4\x90\x80\x80\xf5\x80\x80\x80\n", "[??????|????????]");
    CHECK_READS("\x80\xbf\xc1\xfe\xff\n", "[?????]");
    /* Control characters of ISO 6429 (C1), which could control a terminal. */
    CHECK_READS("a\xc2\x9b"
                "2J\xc2\x80\xc2\x85\n",
                "[a  2J    ]");
}
END_TEST

START_TEST(the_beginning_of_a_long_line_ends_with_a_whole_character)
{
    struct line_reader reader;
    char *line;
    line_reader_init(&reader);
    struct buffer bytes = {0};
    while (buffer_length(&bytes) <= LINE_LIMIT) {
        buffer_puts(&bytes, "\xec\x98\xa4");
    }
    ck_assert(line_reader_feed(&reader, buffer_text(&bytes), buffer_length(&bytes)));
    ck_assert_int_eq(line_reader_next(&reader, &line), LINE_TOO_LONG);
    ck_assert_str_eq(line, "\xec\x98\xa4\xec\x98\xa4\xec\x98\xa4\xec\x98\xa4\xec\x98\xa4"
                           "\xec\x98\xa4\xec\x98\xa4\xec\x98\xa4\xec\x98\xa4\xec\x98\xa4");
    line_reader_finish(&reader);
    buffer_finish(&bytes);
}
END_TEST

START_TEST(written_lines_are_text)
{
    LOCAL_BUFFER out = {0};
    line_put_text(&out, "id ", "caf\xc3\xa9 \xff\x1b[1m\n\xec\x98");
    ck_assert_str_eq(buffer_text(&out), "id caf\xc3\xa9 ??[1m\nid ??\n");
}
END_TEST

START_TEST(what_follows_the_last_line_end_is_a_line_at_the_end_of_input)
{
    CHECK_READS("uci\nqui", "[uci]<qui>");
    CHECK_READS("quit\r", "<quit>");
    CHECK_READS("\n", "[]");
}
END_TEST

/* Appends a line of `length` bytes that ends with `end`. */
static void put_line(struct buffer *bytes, size_t length, const char *end)
{
    for (size_t i = 0; i < length; i++) {
        buffer_putc(bytes, (char)('a' + i % 26));
    }
    buffer_puts(bytes, end);
}

START_TEST(a_line_over_the_limit_is_lost_alone)
{
    static const size_t over[] = {1, 2, 3, LINE_LIMIT};
    static const char *const ends[] = {"\n", "\r\n"};
    static const size_t pieces[] = {5, 1000, LINE_LIMIT, 100 * LINE_LIMIT};
    struct rng rng = {2};
    for (int i = 0; i < LENGTH(over) * LENGTH(ends) * LENGTH(pieces); i++) {
        struct buffer bytes = {0}, found = {0};
        const char *end = ends[i % 2];
        buffer_puts(&bytes, "before\n");
        put_line(&bytes, LINE_LIMIT + over[i / 2 % LENGTH(over)], end);
        buffer_puts(&bytes, "after\n");
        read_in_pieces(buffer_text(&bytes), buffer_length(&bytes), pieces[i / 2 / LENGTH(over)],
                       &rng, &found);
        ck_assert_str_eq(buffer_text(&found), "[before]!abcde[after]");
        buffer_finish(&bytes);
        buffer_finish(&found);
    }
}
END_TEST

START_TEST(a_line_at_the_limit_is_whole)
{
    static const char *const ends[] = {"\n", "\r\n", "", "\r"};
    static const size_t pieces[] = {2, 1000, 100 * LINE_LIMIT};
    struct rng rng = {3};
    for (int i = 0; i < LENGTH(ends) * LENGTH(pieces); i++) {
        struct buffer bytes = {0}, found = {0};
        put_line(&bytes, LINE_LIMIT, ends[i % LENGTH(ends)]);
        read_in_pieces(buffer_text(&bytes), buffer_length(&bytes), pieces[i / LENGTH(ends)], &rng,
                       &found);
        ck_assert_uint_eq(buffer_length(&found), LINE_LIMIT + 2);
        buffer_finish(&bytes);
        buffer_finish(&found);
    }
}
END_TEST

START_TEST(a_line_that_never_ends_is_not_kept)
{
    static char piece[4096];
    struct line_reader reader = {0};
    struct buffer found = {0};
    memset(piece, 'x', sizeof piece);
    for (int i = 0; i < 10000; i++) {
        line_reader_feed(&reader, piece, sizeof piece);
        drain(&reader, &found);
    }
    ck_assert_uint_le(reader.bytes.capacity, 4 * LINE_LIMIT);
    line_reader_feed(&reader, "\nuci\n", 5);
    drain(&reader, &found);
    ck_assert_str_eq(buffer_text(&found), "!xxxxx[uci]");
    line_reader_finish(&reader);
    buffer_finish(&found);
}
END_TEST

START_TEST(how_the_bytes_arrive_does_not_matter)
{
    struct rng rng = {4};
    for (int round = 0; round < 1000; round++) {
        struct buffer bytes = {0}, whole = {0}, pieces = {0};
        for (uint64_t lines = rng_below(&rng, 12); lines > 0; lines--) {
            if (rng_below(&rng, 200) == 0) {
                put_line(&bytes, LINE_LIMIT - 2 + rng_below(&rng, 5), "");
            }
            for (uint64_t length = rng_below(&rng, 20); length > 0; length--) {
                buffer_putc(&bytes, (char)rng_below(&rng, 256));
            }
            buffer_puts(&bytes, rng_below(&rng, 2) ? "\n" : "\r\n");
        }
        size_t length = buffer_length(&bytes);
        read_in_pieces(buffer_text(&bytes), length, length + 1, &(struct rng){0}, &whole);
        read_in_pieces(buffer_text(&bytes), length, 1 + rng_below(&rng, 40), &rng, &pieces);
        ck_assert_str_eq(buffer_text(&whole), buffer_text(&pieces));
        buffer_finish(&bytes);
        buffer_finish(&whole);
        buffer_finish(&pieces);
    }
}
END_TEST

START_TEST(a_line_that_is_put_back_comes_again)
{
    static const char bytes[] = "one\n\r\n\ntwo three\r\nfour\r\n last";
    static const char *const expected[] = {"one", "", "", "two three", "four", " last"};
    struct line_reader reader;
    struct rng rng = {3};
    char *line;
    for (int round = 0; round < 100; round++) {
        line_reader_init(&reader);
        ck_assert(line_reader_feed(&reader, bytes, sizeof bytes - 1));
        for (int i = 0; i < LENGTH(expected);) {
            ck_assert_int_eq(line_reader_rest(&reader, &line), LINE_READY);
            ck_assert_str_eq(line, expected[i]);
            if (rng_below(&rng, 2)) {
                line_reader_put_back(&reader);
            } else {
                i++;
            }
        }
        ck_assert_int_eq(line_reader_rest(&reader, &line), LINE_NONE);
        line_reader_finish(&reader);
    }
}
END_TEST

START_TEST(a_half_line_that_is_dropped_is_lost_alone)
{
    struct line_reader reader = {0};
    char *line;
    ck_assert(line_reader_feed(&reader, "half a l", 8));
    ck_assert_int_eq(line_reader_next(&reader, &line), LINE_NONE);
    ck_assert_uint_eq(line_reader_length(&reader), 8);
    line_reader_drop(&reader);
    line_reader_trim(&reader, 0);
    ck_assert_uint_eq(line_reader_memory(&reader), 0);
    ck_assert(!line_reader_is_empty(&reader));
    ck_assert(line_reader_feed(&reader, "ine\nnext\n", 9));
    ck_assert_int_eq(line_reader_next(&reader, &line), LINE_READY);
    ck_assert_str_eq(line, "next");
    line_reader_finish(&reader);
}
END_TEST

START_TEST(words_are_what_blanks_part)
{
    char text[] = " \t go   depth\t5 ";
    words_fold(text);
    ck_assert_str_eq(text, "go depth 5");
    char *rest = text;
    ck_assert_str_eq(words_take(&rest), "go");
    ck_assert_str_eq(words_take(&rest), "depth");
    ck_assert_str_eq(words_take(&rest), "5");
    ck_assert_ptr_null(words_take(&rest));
    char blank[] = " \t ";
    words_fold(blank);
    ck_assert_str_eq(blank, "");
}
END_TEST

START_TEST(text_splits_at_whole_words)
{
    char text[] = "startpos movesx moves a1 moves b2";
    ck_assert_str_eq(words_split(text, "moves"), "a1 moves b2");
    ck_assert_str_eq(text, "startpos movesx");
    char first[] = "value";
    ck_assert_str_eq(words_split(first, "value"), "");
    ck_assert_str_eq(first, "");
    char none[] = "a b";
    ck_assert_ptr_null(words_split(none, "c"));
    ck_assert_str_eq(none, "a b");
}
END_TEST

START_TEST(numbers_are_whole_words)
{
    static const struct {
        const char *word;
        int64_t value;
    } good[] = {
        {"0", 0},
        {"-0", 0},
        {"007", 7},
        {"+5", 5},
        {"-5", -5},
        {"9223372036854775807", INT64_MAX},
        {"99999999999999999999", INT64_MAX},
        {"-99999999999999999999", INT64_MIN},
    };
    static const char *const bad[] = {"", "-", "+", "5x", "x5", "5.0", "0x10", "1e3", "--5", " 5"};
    for (int i = 0; i < LENGTH(good); i++) {
        int64_t value = 42;
        ck_assert_msg(words_number(good[i].word, &value), "%s", good[i].word);
        ck_assert_int_eq(value, good[i].value);
    }
    for (int i = 0; i < LENGTH(bad); i++) {
        int64_t value = 42;
        ck_assert_msg(!words_number(bad[i], &value), "%s", bad[i]);
        ck_assert_int_eq(value, 42);
    }
    ck_assert(!words_number(NULL, &(int64_t){0}));
}
END_TEST

START_TEST(times_are_seconds_or_minutes)
{
    static const struct {
        const char *text;
        bool minutes;
        int64_t ms;
        const char *rest;
    } good[] = {
        {"0", false, 0, ""},
        {"12", false, 12000, ""},
        {"12", true, 720000, ""},
        {"0.5", true, 30000, ""},
        {"1.2345", false, 1234, ""},
        {"0:01", true, 1000, ""},
        {"2:05.25", true, 125250, ""},
        {"1:00:00", true, 3600000, ""},
        {"5:", true, 300000, ":"},
        {"10/20", true, 600000, "/20"},
        {"1e3", false, 1000, "e3"},
        {"99999999999999999999", false, COMMAND_TIME_LIMIT_MS, ""},
        {"99999999999999999999:99999999999999999999:9", true, COMMAND_TIME_LIMIT_MS, ""},
    };
    static const char *const bad[] = {"", "x", "-1", ".5", ":5", " 5", "+5", "inf", "nan"};
    for (int i = 0; i < LENGTH(good); i++) {
        int64_t ms = 42;
        const char *rest = words_time(good[i].text, good[i].minutes, &ms);
        ck_assert_msg(rest && strcmp(rest, good[i].rest) == 0, "%s", good[i].text);
        ck_assert_msg(ms == good[i].ms, "%s: %lld", good[i].text, (long long)ms);
    }
    for (int i = 0; i < LENGTH(bad); i++) {
        int64_t ms = 42;
        ck_assert_msg(!words_time(bad[i], false, &ms) && ms == 42, "%s", bad[i]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("line");
    SUPPORT_ADD(suite, lines_end_at_lf_or_crlf);
    SUPPORT_ADD(suite, bytes_that_are_no_text_are_made_text);
    SUPPORT_ADD(suite, characters_of_utf8_stay_and_other_bytes_do_not);
    SUPPORT_ADD(suite, the_beginning_of_a_long_line_ends_with_a_whole_character);
    SUPPORT_ADD(suite, written_lines_are_text);
    SUPPORT_ADD(suite, what_follows_the_last_line_end_is_a_line_at_the_end_of_input);
    SUPPORT_ADD(suite, a_line_over_the_limit_is_lost_alone);
    SUPPORT_ADD(suite, a_line_at_the_limit_is_whole);
    SUPPORT_ADD(suite, a_line_that_never_ends_is_not_kept);
    SUPPORT_ADD(suite, how_the_bytes_arrive_does_not_matter);
    SUPPORT_ADD(suite, a_line_that_is_put_back_comes_again);
    SUPPORT_ADD(suite, a_half_line_that_is_dropped_is_lost_alone);
    SUPPORT_ADD(suite, words_are_what_blanks_part);
    SUPPORT_ADD(suite, text_splits_at_whole_words);
    SUPPORT_ADD(suite, numbers_are_whole_words);
    SUPPORT_ADD(suite, times_are_seconds_or_minutes);
    return support_run(suite);
}
