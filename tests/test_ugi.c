/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "dialect_properties.h"
#include "suite.h"

#define ROUNDS 50000

START_TEST(commands_survive_the_wire)
{
    check_commands_survive_the_wire(&dialect_ugi, ROUNDS);
}
END_TEST

START_TEST(events_survive_the_wire)
{
    check_events_survive_the_wire(&dialect_ugi, false, ROUNDS);
}
END_TEST

START_TEST(lines_with_words_missing_or_wrong_are_answered)
{
    check_damaged_lines_are_answered(&dialect_ugi);
}
END_TEST

START_TEST(noise_is_harmless)
{
    check_noise_is_harmless(&dialect_ugi, ROUNDS);
}
END_TEST

START_TEST(the_words_of_both_dialects_are_read_and_its_own_are_written)
{
    static const struct {
        const char *line, *expected;
    } readings[] = {
        {"ugi", "ugi"},
        {"uci", "ugi"},
        {"ucinewgame", "uginewgame"},
        {"uginewgame", "uginewgame"},
        {"newgame", "uginewgame"},
        {"go wtime 1 btime 2 winc 3 binc 4", "go p1time 1 p2time 2 p1inc 3 p2inc 4"},
        {"go p2inc 4 p1time 1", "go p1time 1 p2inc 4"},
        {"go p1time p2time 3", "go p2time 3"},
        {"go mate 4", "go mate 4"},
        {"query gameover", "query gameover"},
    };
    for (int i = 0; i < LENGTH(readings); i++) {
        check_command_line(&dialect_ugi, readings[i].line, readings[i].expected);
    }
}
END_TEST

static void check_written(const struct event *event, const char *expected)
{
    struct dialect_state state = {0};
    struct buffer out = {0};
    dialect_ugi.format_event(&state, event, &out);
    ck_assert_str_eq(buffer_text(&out), expected);
    buffer_finish(&out);
}

START_TEST(mates_are_written_and_read_in_plies)
{
    for (int plies = -5; plies <= 5; plies++) {
        struct event event = {.kind = EVENT_INFO,
                              .info = {.has_score = true,
                                       .is_mate = true,
                                       .score = plies,
                                       .nodes = -1,
                                       .nps = -1,
                                       .time_ms = -1,
                                       .hashfull = -1,
                                       .tb_hits = -1}};
        char expected[40];
        snprintf(expected, sizeof expected, "info depth 0 score mate %d\n", plies);
        check_written(&event, expected);
        struct dialect_state state = {0};
        ck_assert(dialect_ugi.parse_event(&state, expected, &event, NULL));
        ck_assert_int_eq(event.info.score, plies);
    }
    struct dialect_state state = {0};
    char line[] = "go mate 4";
    struct command command;
    ck_assert(dialect_ugi.parse_command(&state, line, &command, NULL));
    ck_assert_int_eq(command.go.mate_plies, 4);
}
END_TEST

START_TEST(no_move_to_ponder_on_is_written)
{
    struct event event = {.kind = EVENT_BESTMOVE, .bestmove = {.move = "a1", .ponder = "b2"}};
    check_written(&event, "bestmove a1\n");
}
END_TEST

START_TEST(the_greeting_ends_with_ugiok)
{
    struct event event = {.kind = EVENT_HELLO_OK};
    check_written(&event, "ugiok\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ugi");
    SUPPORT_ADD(suite, commands_survive_the_wire);
    SUPPORT_ADD(suite, events_survive_the_wire);
    SUPPORT_ADD(suite, noise_is_harmless);
    SUPPORT_ADD(suite, lines_with_words_missing_or_wrong_are_answered);
    SUPPORT_ADD(suite, the_words_of_both_dialects_are_read_and_its_own_are_written);
    SUPPORT_ADD(suite, mates_are_written_and_read_in_plies);
    SUPPORT_ADD(suite, no_move_to_ponder_on_is_written);
    SUPPORT_ADD(suite, the_greeting_ends_with_ugiok);
    return support_run(suite);
}
