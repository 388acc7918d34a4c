/* SPDX-License-Identifier: MIT */
/* Tests the lines in which UCCI differs from UCI, on both sides. */
#include <stdio.h>
#include <string.h>

#include "dialect_properties.h"
#include "suite.h"

START_TEST(lines_with_words_missing_or_wrong_are_answered)
{
    check_damaged_lines_are_answered(&dialect_ucci);
}
END_TEST

START_TEST(commands_are_read_and_written)
{
    static const struct {
        const char *line, *expected;
    } readings[] = {
        {"ucci", "ucci"},
        {"setoption newgame", "setoption newgame"},
        {"setoption hashsize 16", "setoption hashsize 16"},
        {"setoption  ponder  on ", "setoption ponder true"},
        {"setoption style off", "setoption style false"},
        {"setoption skill_level 3", "setoption skill_level 3"},
        {"setoption UCI_Elo 1500", "setoption uci_elo 1500"},
        {"setoption bookfiles a b;c", "setoption bookfiles a b;c"},
        {"setoption", "error: setoption: expected the name of an option"},
        {"position startpos moves h2e2", "position startpos moves h2e2"},
        {"go", "go infinite"},
        {"go draw depth 4", "go depth 4"},
        {"go ponder nodes 7", "go ponder nodes 7"},
        {"go time 300 increment 2 opptime 7 oppincrement 1",
         "go time 300 increment 2 opptime 7 oppincrement 1"},
        {"go time 300 movestogo 9 opptime 7 oppmovestogo 8", "go time 300 movestogo 9 opptime 7"},
        {"go time 300", "go time 300 increment 0"},
        {"ponderhit draw", "ponderhit"},
        {"stop", "stop"},
        {"quit", "quit"},
    };
    for (int i = 0; i < LENGTH(readings); i++) {
        check_command_line(&dialect_ucci, readings[i].line, readings[i].expected);
    }
}
END_TEST

START_TEST(events_are_read_and_written)
{
    static const struct {
        const char *line, *expected;
    } readings[] = {
        {"id name ElephantEye", "id name ElephantEye"},
        {"option hashsize type spin min 16 max 1024 default 16",
         "option hashsize type spin min 16 max 1024 default 16"},
        {"option pruning type combo var none var large default large",
         "option pruning type combo var none var large default large"},
        {"option usebook type check default true", "option usebook type check default true"},
        {"option loadbook type button", "option loadbook type button"},
        {"option bookfiles type string default", "option bookfiles type string default"},
        {"option usemillisec type check default true", ""},
        {"info depth 6 score 4 pv b0c2 b9c7", "info depth 6 score 4 pv b0c2 b9c7"},
        {"info time 5000 nodes 5000000", "info nodes 5000000 time 5000"},
        {"info depth 3 score 9997 pv b0c2", "info depth 3 score 9997 pv b0c2"},
        {"info depth 3 score -9998", "info depth 3 score -9998"},
        {"info depth 3 score cp 12 nps 7", "info depth 3 score 12"},
        {"info depth 3 score mate 2", "info depth 3 score 9997"},
        {"info message book move", "info message book move"},
        {"bestmove b0c2 ponder b9c7", "bestmove b0c2 ponder b9c7"},
        {"bestmove b0c2 draw", "bestmove b0c2"},
        {"nobestmove", "nobestmove"},
        {"bye", ""},
    };
    for (int i = 0; i < LENGTH(readings); i++) {
        check_event_line(&dialect_ucci, readings[i].line, readings[i].expected);
    }
}
END_TEST

static struct dialect_state state;
static struct buffer out;

static const char *ask(const struct command *command)
{
    buffer_clear(&out);
    dialect_ucci.format_command(&state, command, &out);
    return buffer_text(&out);
}

static struct event hear(char *line)
{
    struct event event;
    ck_assert(dialect_ucci.parse_event(&state, line, &event, NULL));
    return event;
}

static void check_go(const char *fen, const char *moves, const char *expected)
{
    const struct command_go go = {.given = GO_TIME_1 | GO_TIME_2 | GO_INC_1 | GO_INC_2,
                                  .time_ms = {61500, 300},
                                  .inc_ms = {2000, 0}};
    ask(&(struct command){.kind = COMMAND_POSITION, .position = {.fen = fen, .moves = moves}});
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_GO, .go = go}), expected);
}

/* The engine learns the clock of the side to move, in the unit that it knows. */
START_TEST(a_client_writes_the_clock_of_the_side_to_move)
{
    char option[] = "option usemillisec type check default false", last[] = "ucciok";
    memset(&state, 0, sizeof state);
    ck_assert_int_eq(hear(option).kind, EVENT_NOTHING);
    const struct event greeting = hear(last);
    ck_assert_int_eq(greeting.kind, EVENT_HELLO_OK);
    ck_assert_str_eq(greeting.reply, "setoption usemillisec true\n");
    check_go(NULL, NULL, "go time 61500 increment 2000 opptime 300 oppincrement 0\n");
    check_go(NULL, "h2e2", "go time 300 increment 0 opptime 61500 oppincrement 2000\n");
    check_go("9/9 b - - 0 1", NULL, "go time 300 increment 0 opptime 61500 oppincrement 2000\n");
    check_go("9/9 b - - 0 1", "h2e2 h9g7 g2h0",
             "go time 61500 increment 2000 opptime 300 oppincrement 0\n");
    const struct command_go fixed = {.given = GO_MOVETIME, .movetime_ms = 1500};
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_GO, .go = fixed}),
                     "go time 1500 movestogo 1\n");
    memset(&state, 0, sizeof state);
    char other[] = "ucciok";
    ck_assert_ptr_null(hear(other).reply);
    check_go(NULL, NULL, "go time 61 increment 2 opptime 1 oppincrement 0\n");
    buffer_finish(&out);
}
END_TEST

START_TEST(an_engine_that_resigns_is_heard_before_its_move)
{
    char line[] = "bestmove b0c2 ponder b9c7  resign";
    memset(&state, 0, sizeof state);
    struct event event = hear(line);
    ck_assert_int_eq(event.kind, EVENT_RESULT);
    ck_assert_int_eq(event.result.winner, -1);
    ck_assert_ptr_nonnull(event.more);
    event = hear(event.more);
    ck_assert_int_eq(event.kind, EVENT_BESTMOVE);
    ck_assert_str_eq(event.bestmove.move, "b0c2");
    ck_assert_str_eq(event.bestmove.ponder, "b9c7");
}
END_TEST

/* The banned moves are those of the next search, until another position comes. */
START_TEST(banned_moves_are_excepted_until_the_next_position)
{
    struct command command;
    struct error error = {""};
    char ban[] = "banmoves h2e2 b2e2", go[] = "go time 5", position[] = "position startpos";
    char again[] = "go time 5", in_seconds[] = "setoption usemillisec false", slow[] = "go time 5";
    memset(&state, 0, sizeof state);
    ck_assert(dialect_ucci.parse_command(&state, ban, &command, &error));
    ck_assert_int_eq(command.kind, COMMAND_NOTE);
    ck_assert(dialect_ucci.parse_command(&state, go, &command, &error));
    ck_assert_uint_eq(command.go.given, GO_TIME_1 | GO_MOVER | GO_SEARCHMOVES | GO_EXCEPT);
    ck_assert_str_eq(command.go.searchmoves, "h2e2 b2e2");
    ck_assert_int_eq(command.go.time_ms[0], 5);
    ck_assert(dialect_ucci.parse_command(&state, position, &command, &error));
    ck_assert(dialect_ucci.parse_command(&state, again, &command, &error));
    ck_assert_uint_eq(command.go.given, GO_TIME_1 | GO_MOVER);
    ck_assert(dialect_ucci.parse_command(&state, in_seconds, &command, &error));
    ck_assert(dialect_ucci.parse_command(&state, slow, &command, &error));
    ck_assert_int_eq(command.go.time_ms[0], 5000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ucci");
    SUPPORT_ADD(suite, lines_with_words_missing_or_wrong_are_answered);
    SUPPORT_ADD(suite, commands_are_read_and_written);
    SUPPORT_ADD(suite, events_are_read_and_written);
    SUPPORT_ADD(suite, a_client_writes_the_clock_of_the_side_to_move);
    SUPPORT_ADD(suite, an_engine_that_resigns_is_heard_before_its_move);
    SUPPORT_ADD(suite, banned_moves_are_excepted_until_the_next_position);
    return support_run(suite);
}
