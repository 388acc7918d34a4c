/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "dialect_properties.h"
#include "suite.h"

#define ROUNDS 20000

START_TEST(commands_survive_the_wire)
{
    check_commands_survive_the_wire(&dialect_uai, ROUNDS);
}
END_TEST

START_TEST(events_survive_the_wire)
{
    check_events_survive_the_wire(&dialect_uai, false, ROUNDS);
}
END_TEST

START_TEST(lines_with_words_missing_or_wrong_are_answered)
{
    check_damaged_lines_are_answered(&dialect_uai);
}
END_TEST

START_TEST(noise_is_harmless)
{
    check_noise_is_harmless(&dialect_uai, ROUNDS);
}
END_TEST

START_TEST(the_words_of_all_dialects_are_read_and_its_own_are_written)
{
    static const struct {
        const char *line, *expected;
    } readings[] = {
        {"uai", "uai"},
        {"uci", "uai"},
        {"uainewgame", "uainewgame"},
        {"ucinewgame", "uainewgame"},
        {"position startpos moves g2 0000", "position startpos moves g2 0000"},
    };
    for (int i = 0; i < LENGTH(readings); i++) {
        check_command_line(&dialect_uai, readings[i].line, readings[i].expected);
    }
}
END_TEST

/* Black is the first player. */
START_TEST(clocks_are_whose_they_are_called)
{
    static const struct {
        const char *line, *same; /* in the dialect with numbered players */
    } readings[] = {
        {"go btime 1 wtime 2 binc 3 winc 4", "go p1time 1 p2time 2 p1inc 3 p2inc 4\n"},
        {"go wtime 7", "go p2time 7\n"},
        {"go p1time 1 p2time 2", "go p1time 1 p2time 2\n"},
    };
    for (int i = 0; i < LENGTH(readings); i++) {
        char line[80];
        struct dialect_state state = {0};
        struct command command;
        struct error error = {""};
        struct buffer numbered = {0}, own = {0};
        snprintf(line, sizeof line, "%s", readings[i].line);
        ck_assert_msg(dialect_uai.parse_command(&state, line, &command, &error), "%s", error.text);
        dialect_ugi.format_command(&state, &command, &numbered);
        ck_assert_str_eq(buffer_text(&numbered), readings[i].same);
        dialect_uai.format_command(&state, &command, &own);
        ck_assert_int_eq(strstr(buffer_text(&own), "p1") != NULL, 0);
        snprintf(line, sizeof line, "%s", buffer_text(&own));
        ck_assert(dialect_uai.parse_command(&state, line, &command, &error));
        buffer_clear(&numbered);
        dialect_ugi.format_command(&state, &command, &numbered);
        ck_assert_str_eq(buffer_text(&numbered), readings[i].same);
        buffer_finish(&numbered);
        buffer_finish(&own);
    }
}
END_TEST

START_TEST(its_greeting_chooses_it)
{
    struct dialect_state state = {0};
    struct event event = {.kind = EVENT_HELLO_OK};
    struct buffer out = {0};
    ck_assert_ptr_eq(dialect_of_line("uai"), &dialect_uai);
    ck_assert_ptr_eq(dialect_find("UAI"), &dialect_uai);
    dialect_uai.format_event(&state, &event, &out);
    ck_assert_str_eq(buffer_text(&out), "uaiok\n");
    buffer_finish(&out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("uai");
    SUPPORT_ADD(suite, commands_survive_the_wire);
    SUPPORT_ADD(suite, events_survive_the_wire);
    SUPPORT_ADD(suite, lines_with_words_missing_or_wrong_are_answered);
    SUPPORT_ADD(suite, noise_is_harmless);
    SUPPORT_ADD(suite, the_words_of_all_dialects_are_read_and_its_own_are_written);
    SUPPORT_ADD(suite, clocks_are_whose_they_are_called);
    SUPPORT_ADD(suite, its_greeting_chooses_it);
    return support_run(suite);
}
