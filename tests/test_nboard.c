/* SPDX-License-Identifier: MIT */
/* Tests NBoard's protocol line by line, on both sides. */
#include <stdio.h>
#include <string.h>

#include "dialect_properties.h"
#include "suite.h"

static struct dialect_state state;
static struct command command;
static struct event event;
static struct error error;
static struct buffer out;
static char text[1000];

static bool read_line(const char *line)
{
    snprintf(text, sizeof text, "%s", line);
    return dialect_nboard.parse_command(&state, text, &command, &error);
}

static enum event_kind hear(const char *line)
{
    snprintf(text, sizeof text, "%s", line);
    ck_assert(dialect_nboard.parse_event(&state, text, &event, &error));
    return event.kind;
}

static const char *ask(const struct command *value)
{
    buffer_clear(&out);
    dialect_nboard.format_command(&state, value, &out);
    return buffer_text(&out);
}

START_TEST(lines_with_words_missing_or_wrong_are_answered)
{
    static struct dialect_state fresh;
    state = fresh;
    for (int i = 0; dialect_nboard.samples(i); i++) {
        char lines[1000], *rest = lines, *line;
        snprintf(lines, sizeof lines, "%s", dialect_nboard.samples(i));
        while ((line = strsep(&rest, "\n"))) {
            ck_assert_msg(read_line(line), "%s: %s", line, error.text);
            ck_assert_msg(command.kind != COMMAND_UNKNOWN, "%s", line);
        }
    }
}
END_TEST

/* NBoard's own example, with the clocks of the moves. */
START_TEST(a_game_is_a_position_its_moves_and_its_clocks)
{
    memset(&state, 0, sizeof state);
    ck_assert(
        read_line("set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 "
                  "GMT]PB[./mEdax]PW[B]RE[?]TI[15:00/0:02]"
                  "TY[8]BO[8 ---------------------------O*------*O--------------------------- *]"
                  "B[F5//1.5]W[F6/-2.00/10]B[PA];)"));
    ck_assert_int_eq(command.kind, COMMAND_POSITION);
    ck_assert_str_eq(command.position.fen,
                     "---------------------------O*------*O--------------------------- *");
    ck_assert_str_eq(command.position.moves, "f5 f6 pa");
    ck_assert(read_line("go"));
    ck_assert_uint_eq(command.go.given, GO_TIME_1 | GO_TIME_2 | GO_INC_1 | GO_INC_2);
    ck_assert_int_eq(command.go.time_ms[0], 900000 - 1500 + 2 * 2000);
    ck_assert_int_eq(command.go.time_ms[1], 900000 - 10000 + 2000);
    ck_assert_int_eq(command.go.inc_ms[0], 2000);
    ck_assert(read_line("move D3/1.0/2.25"));
    ck_assert_str_eq(command.position.moves, "d3");
    ck_assert(command.position.continues);
    ck_assert(read_line("analyze"));
    ck_assert_int_eq(command.kind, COMMAND_REVIEW);
    ck_assert_int_eq(command.review_depth, 12);
    ck_assert(read_line("set depth 7"));
    ck_assert(read_line("analyze"));
    ck_assert_int_eq(command.review_depth, 7);
    ck_assert(read_line("go"));
    ck_assert_int_eq(command.go.time_ms[1], 900000 - 12250 + 2 * 2000);
    ck_assert_int_eq(command.go.depth, 7);
    ck_assert(read_line("set game (;GM[Othello]TB[1:02:03]TW[20]BO[8 -------- -------- -------- "
                        "---O*--- ---*O--- -------- -------- -------- O];)"));
    ck_assert_str_eq(command.position.fen,
                     "---------------------------O*------*O--------------------------- O");
    ck_assert_ptr_null(command.position.moves);
    ck_assert(read_line("hint 3"));
    ck_assert_uint_eq(command.go.given, GO_DEPTH | GO_MULTIPV);
    ck_assert_int_eq(command.go.multipv, 3);
    ck_assert(read_line("go"));
    ck_assert_int_eq(command.go.time_ms[0], 3723000);
    ck_assert_int_eq(command.go.time_ms[1], 1200000);
    ck_assert(!read_line("set game (;GM[Othello]BO[8 xxx *];)"));
    ck_assert(!read_line("set game (;GM[Go]BO[8 "
                         "---------------------------O*------*O--------------------------- *];)"));
}
END_TEST

/* A client sends the game with each search; NTest's lines answer it. */
START_TEST(a_client_sends_the_game_and_reads_the_answer)
{
    const struct command hello = {.kind = COMMAND_HELLO};
    struct command go = {.kind = COMMAND_GO, .has_board = true};
    memset(&state, 0, sizeof state);
    ck_assert_str_eq(ask(&hello), "nboard 2\nset depth 12\nping 1\n");
    ck_assert_int_eq(hear("set myname Ntest12"), EVENT_ID);
    ck_assert_str_eq(event.id.name, "Ntest12");
    ck_assert_int_eq(hear("pong 1"), EVENT_HELLO_OK);
    go.go = (struct command_go){
        .given = GO_DEPTH | GO_TIME_1 | GO_TIME_2, .depth = 6, .time_ms = {61900, 10}};
    go.board.moves = "f5 d6 pass c3";
    ck_assert_str_eq(
        ask(&go),
        "set depth 6\nset game (;GM[Othello]PC[Myosu]PB[Black]PW[White]RE[?]TB[1:01]TW[0:01]TY[8]"
        "BO[8 ---------------------------O*------*O--------------------------- *]"
        "B[F5]W[D6]B[PA]W[C3];)\ngo\n");
    ck_assert_int_eq(hear("search E6D3-c4       -0.60 0   6"), EVENT_INFO);
    ck_assert_int_eq(event.info.score, -60);
    ck_assert_int_eq(event.info.depth, 6);
    ck_assert_str_eq(event.info.pv, "e6 d3 c4");
    ck_assert_int_eq(hear("nodestats 35805 0.25"), EVENT_INFO);
    ck_assert_int_eq(event.info.nodes, 35805);
    ck_assert_int_eq(event.info.time_ms, 250);
    ck_assert_int_eq(hear("analysis 61 -1.25"), EVENT_REVIEWED);
    ck_assert_int_eq(event.reviewed.plies, 61);
    ck_assert_int_eq(event.reviewed.score, -125);
    ck_assert_int_eq(hear("analysis 61"), EVENT_NOTHING);
    ck_assert_int_eq(hear("analysis -1 2"), EVENT_NOTHING);
    ck_assert_int_eq(hear("analysis 3 1e9"), EVENT_NOTHING);
    ck_assert_int_eq(hear("=== E6/-0.60/0.00"), EVENT_BESTMOVE);
    ck_assert_str_eq(event.bestmove.move, "e6");
    go.go.given = GO_INFINITE;
    go.board = (struct command_position){.fen = "8/8/8/3xo3/3ox3/8/8/x7 o"};
    ck_assert_str_eq(
        ask(&go),
        "set depth 60\nset game (;GM[Othello]PC[Myosu]PB[Black]PW[White]RE[?]TY[8]"
        "BO[8 *--------------------------O*------*O--------------------------- O];)\nhint 1\n");
    ck_assert_int_eq(hear("book PA +1.23,0.5 40 12 text"), EVENT_INFO);
    ck_assert_int_eq(event.info.score, 123);
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_STOP}), "ping 2\n");
    ck_assert_int_eq(hear("pong 1"), EVENT_NOTHING);
    ck_assert_int_eq(hear("pong 2"), EVENT_BESTMOVE);
    ck_assert_str_eq(event.bestmove.move, "pa");
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_REVIEW, .review_depth = 9}),
                     "set depth 9\nanalyze\n");
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_ISREADY}), "ping 3\n");
    ck_assert_int_eq(hear("pong 3"), EVENT_READY);
    ck_assert_int_eq(hear("status error: no"), EVENT_ERROR);
    buffer_finish(&out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nboard");
    SUPPORT_ADD(suite, lines_with_words_missing_or_wrong_are_answered);
    SUPPORT_ADD(suite, a_game_is_a_position_its_moves_and_its_clocks);
    SUPPORT_ADD(suite, a_client_sends_the_game_and_reads_the_answer);
    return support_run(suite);
}
