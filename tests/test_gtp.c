/* SPDX-License-Identifier: MIT */
/* Tests GTP line by line, on both sides. */
#include <stdio.h>
#include <string.h>

#include "dialect.h"
#include "dialect_properties.h"
#include "suite.h"

static struct dialect_state state;
static struct command command;
static struct event event;
static struct error error;
static char line_memory[400];
static struct buffer out;

static bool read_line(const char *line)
{
    snprintf(line_memory, sizeof line_memory, "%s", line);
    error.text[0] = '\0';
    return dialect_gtp.parse_command(&state, line_memory, &command, &error);
}

/* Formats an event as the engine does, and a command as a client does. */
static const char *say(const struct event *value)
{
    buffer_clear(&out);
    dialect_gtp.format_event(&state, value, &out);
    return buffer_text(&out);
}

static const char *ask(const struct command *value)
{
    buffer_clear(&out);
    dialect_gtp.format_command(&state, value, &out);
    return buffer_text(&out);
}

/* Parses an engine's line as a client does. */
static enum event_kind hear(const char *line)
{
    snprintf(line_memory, sizeof line_memory, "%s", line);
    ck_assert(dialect_gtp.parse_event(&state, line_memory, &event, &error));
    return event.kind;
}

static void begin(void)
{
    memset(&state, 0, sizeof state);
}

START_TEST(columns_have_no_i)
{
    static const struct {
        const char *wire, *move;
    } moves[] = {{"A1", "a1"}, {"H19", "h19"},   {"J9", "i9"},
                 {"T1", "s1"}, {"A7J5", "a7i5"}, {"pass", "pass"}};
    for (int i = 0; i < LENGTH(moves); i++) {
        char line[40];
        begin();
        snprintf(line, sizeof line, "play W %s", moves[i].wire);
        ck_assert(read_line(line));
        ck_assert_int_eq(command.kind, COMMAND_POSITION);
        ck_assert_int_eq(command.position.side, 2);
        ck_assert_str_eq(command.position.moves, moves[i].move);
        ck_assert(read_line("12 genmove w"));
        snprintf(line, sizeof line, "=12 %s\n\n", moves[i].wire);
        ck_assert_str_eq(
            say(&(struct event){.kind = EVENT_BESTMOVE, .bestmove = {.move = moves[i].move}}),
            line);
    }
    ck_assert(!read_line("play b i9"));
    ck_assert(!read_line("play b A7I5"));
}
END_TEST

static void check_go(const char *line, unsigned given, int64_t left_ms, int64_t inc_ms,
                     int movestogo)
{
    const int player = strchr(line, 'w') != NULL;
    ck_assert(read_line(line));
    ck_assert_int_eq(command.kind, COMMAND_GO);
    ck_assert_uint_eq(command.go.given, given | GO_PLAYS | (player ? GO_TIME_2 : GO_TIME_1));
    ck_assert_int_eq(command.go.time_ms[player], left_ms);
    ck_assert_int_eq(command.go.inc_ms[player], inc_ms);
    ck_assert_int_eq(command.go.movestogo, movestogo);
    ck_assert(command.has_board && command.board.side == player + 1);
}

/* Main time, then periods of overtime for a number of stones; `time_left` tells which. */
START_TEST(the_time_is_that_of_the_last_command)
{
    begin();
    ck_assert(read_line("genmove b"));
    ck_assert_uint_eq(command.go.given, GO_PLAYS | GO_MOVETIME);
    ck_assert(read_line("time_settings 60 30 5"));
    check_go("genmove b", GO_INC_1, 60000, 6000, 0);
    ck_assert(read_line("time_left W 20 3"));
    check_go("genmove w", GO_MOVESTOGO, 20000, 0, 3);
    ck_assert(read_line("time_left b 9.5 0"));
    check_go("genmove b", GO_INC_1, 9500, 6000, 0);
    ck_assert(read_line("time_settings 0 30 5"));
    check_go("genmove b", GO_MOVESTOGO, 30000, 0, 5);
    ck_assert(read_line("time_settings 10 0 0"));
    check_go("genmove w", GO_INC_2, 10000, 0, 0);
    ck_assert(read_line("time_settings 0 1 0"));
    ck_assert(read_line("reg_genmove b"));
    ck_assert_uint_eq(command.go.given, GO_MOVETIME);
}
END_TEST

static struct event info_of(int multipv, int64_t time_ms, const char *pv)
{
    return (struct event){.kind = EVENT_INFO,
                          .info = {.multipv = multipv,
                                   .has_score = true,
                                   .nodes = 7,
                                   .time_ms = time_ms,
                                   .wdl = {300, 500, 200},
                                   .pv = pv}};
}

/* Lines of one depth are one line, of which there are not more than the interval allows. */
START_TEST(an_analysis_has_lines_at_an_interval)
{
    begin();
    ck_assert(read_line("9 lz-analyze 10"));
    ck_assert(dialect_gtp.background(&state));
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_DONE}), "=9\n");
    struct event infos[] = {info_of(1, 1, "i1 a2"), info_of(2, 1, "b3"), info_of(1, 2, "c1"),
                            info_of(1, 90, "d1"), info_of(1, 120, "e1")};
    ck_assert_str_eq(say(&infos[0]), "");
    ck_assert_str_eq(say(&infos[1]), "");
    ck_assert_str_eq(say(&infos[2]), "info move J1 visits 7 winrate 5500 order 0 pv J1 A2 "
                                     "info move B3 visits 7 winrate 5500 order 1 pv B3\n");
    ck_assert_str_eq(say(&infos[3]), "");
    ck_assert_str_eq(say(&infos[4]), "info move D1 visits 7 winrate 5500 order 0 pv D1\n");
    ck_assert(read_line("10 name"));
    ck_assert(!dialect_gtp.background(&state));
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_ID, .id = {.name = "Myosu 1.2"}}),
                     "info move E1 visits 7 winrate 5500 order 0 pv E1\n\n=10 Myosu\n\n");
}
END_TEST

static void ask_hello(bool analyzes)
{
    begin();
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_HELLO}), "1 name\n2 list_commands\n");
    ck_assert_int_eq(hear("=1 Rhino"), EVENT_ID);
    ck_assert_str_eq(event.id.name, "Rhino");
    ck_assert_int_eq(hear(""), EVENT_NOTHING);
    ck_assert_int_eq(hear("=2 play"), EVENT_NOTHING);
    ck_assert_int_eq(hear(analyzes ? "lz-analyze" : "genmove"), EVENT_NOTHING);
    ck_assert_int_eq(hear(""), EVENT_HELLO_OK);
}

static const char *ask_position(const char *moves)
{
    return ask(&(struct command){.kind = COMMAND_POSITION, .position = {.moves = moves}});
}

/* The engine gets the moves that it lacks, and the clock of the side to move. */
START_TEST(a_client_sends_the_moves_that_the_engine_lacks)
{
    struct command start = {.kind = COMMAND_NEWGAME, .newgame = {.game = "gomoku", .count = 1}};
    start.newgame.parameters[0].name = "size";
    start.newgame.parameters[0].value = "15";
    const struct command go = {.kind = COMMAND_GO,
                               .go = {.given = GO_TIME_1 | GO_TIME_2, .time_ms = {60000, 50500}}};
    ask_hello(false);
    ck_assert_str_eq(ask(&start), "4 set_game Gomoku\n4 boardsize 15\n4 clear_board\n");
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_ISREADY}), "3 protocol_version\n");
    ck_assert_int_eq(hear("=3 2"), EVENT_READY);
    ck_assert_str_eq(ask_position("i9"), "4 play b J9\n");
    ck_assert_str_eq(ask(&go), "4 time_settings 50.500 0 0\n4 time_left w 50.500 0\n5 genmove w\n");
    ck_assert_int_eq(hear("=4"), EVENT_NOTHING);
    ck_assert_int_eq(hear("=5 K10"), EVENT_BESTMOVE);
    ck_assert_str_eq(event.bestmove.move, "j10");
    ck_assert_str_eq(ask_position("i9 j10 a1"), "4 play b A1\n");
    ck_assert_str_eq(ask(&go), "4 time_left w 50.500 0\n5 genmove w\n");
    ck_assert_int_eq(hear("?5 illegal move"), EVENT_ERROR);
    ck_assert_int_eq(hear(""), EVENT_BESTMOVE);
    ck_assert_ptr_null(event.bestmove.move);
    ck_assert_int_eq(hear("=5 resign"), EVENT_RESULT);
    ck_assert_int_eq(event.result.winner, -1);
    ck_assert_str_eq(ask_position("a1 b1"), "4 clear_board\n4 play b A1\n4 play w B1\n");
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_STOP}), "");
}
END_TEST

START_TEST(an_analysis_of_another_engine_is_read)
{
    const struct command go = {.kind = COMMAND_GO, .go = {.given = GO_INFINITE}};
    ask_hello(true);
    ask_position("a1");
    ck_assert_str_eq(ask(&go), "6 lz-analyze w 20\n");
    hear("=6");
    ck_assert_int_eq(hear("info move D4 visits 9 winrate 6667 order 0 pv D4 J5 "
                          "info move C3 visits 2 winrate 5000 order 1 pv C3"),
                     EVENT_INFO);
    ck_assert_str_eq(event.info.pv, "d4 i5");
    ck_assert_int_eq(event.info.nodes, 9);
    ck_assert_int_eq(event.info.score, 100); /* 2 to 1 */
    ck_assert(dialect_gtp.parse_event(&state, event.more, &event, &error));
    ck_assert_int_eq(event.info.multipv, 2);
    ck_assert_int_eq(event.info.score, 0);
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_STOP}), "3 protocol_version\n");
    ck_assert_int_eq(hear(""), EVENT_NOTHING);
    ck_assert_int_eq(hear("=3 2"), EVENT_BESTMOVE);
    ck_assert_str_eq(event.bestmove.move, "d4");
}
END_TEST

START_TEST(damaged_lines_are_answered)
{
    check_damaged_lines_are_answered(&dialect_gtp);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gtp");
    SUPPORT_ADD(suite, columns_have_no_i);
    SUPPORT_ADD(suite, the_time_is_that_of_the_last_command);
    SUPPORT_ADD(suite, an_analysis_has_lines_at_an_interval);
    SUPPORT_ADD(suite, a_client_sends_the_moves_that_the_engine_lacks);
    SUPPORT_ADD(suite, an_analysis_of_another_engine_is_read);
    SUPPORT_ADD(suite, damaged_lines_are_answered);
    const int status = support_run(suite);
    buffer_finish(&out);
    return status;
}
