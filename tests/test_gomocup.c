/* SPDX-License-Identifier: MIT */
/* Tests Gomocup's dialect line by line, on both sides. */
#include <stdio.h>
#include <string.h>

#include "dialect.h"
#include "dialect_properties.h"
#include "suite.h"

static struct dialect_state state;
static struct command command;
static struct error error;
static char line_memory[256];

/* Parses a line as the engine does. Returns true if it is valid. */
static bool read_line(const char *line)
{
    snprintf(line_memory, sizeof line_memory, "%s", line);
    error.text[0] = '\0';
    return dialect_gomocup.parse_command(&state, line_memory, &command, &error);
}

static void read_lines(const char *const *lines)
{
    for (; *lines; lines++) {
        ck_assert_msg(read_line(*lines), "%s: %s", *lines, error.text);
    }
}

/* Formats an event as the engine does. */
static const char *say(const struct event *event)
{
    static char text[1024];
    struct buffer out = {0};
    dialect_gomocup.format_event(&state, event, &out);
    snprintf(text, sizeof text, "%s", buffer_text(&out));
    buffer_finish(&out);
    return text;
}

static const char *say_move(const char *move)
{
    return say(&(struct event){.kind = EVENT_BESTMOVE, .bestmove = {.move = move}});
}

static void begin(const char *size)
{
    memset(&state, 0, sizeof state);
    ck_assert(read_line(size));
    ck_assert_int_eq(command.kind, COMMAND_NEWGAME);
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_DONE}), "OK\n");
}

START_TEST(a_game_begins_on_a_square_board)
{
    begin("START 15");
    ck_assert_str_eq(command.newgame.game, "gomoku");
    ck_assert_str_eq(command.newgame.parameters[0].name, "size");
    ck_assert_str_eq(command.newgame.parameters[0].value, "15");
    begin("start 20");
    ck_assert_str_eq(command.newgame.parameters[0].value, "20");
    begin("RECTSTART 19,19");
    ck_assert_str_eq(command.newgame.parameters[0].value, "19");
    ck_assert(read_line("RESTART"));
    ck_assert_int_eq(command.kind, COMMAND_NEWGAME);
    ck_assert_str_eq(command.newgame.parameters[0].value, "19");
    static const char *const wrong[] = {"START",           "START x",     "START 4",
                                        "START 23",        "START -",     "START 99999999",
                                        "RECTSTART 15,16", "RECTSTART 15"};
    for (int i = 0; i < LENGTH(wrong); i++) {
        ck_assert_msg(!read_line(wrong[i]), "%s", wrong[i]);
        ck_assert_str_ne(error.text, "");
    }
    memset(&state, 0, sizeof state);
    static const char *const early[] = {"RESTART", "BEGIN", "TURN 1,1", "BOARD", "YXSHOWFORBID"};
    for (int i = 0; i < LENGTH(early); i++) {
        ck_assert_msg(!read_line(early[i]), "%s", early[i]);
    }
}
END_TEST

START_TEST(turns_carry_the_board_and_a_move)
{
    begin("START 5");
    ck_assert(read_line("BEGIN"));
    ck_assert_int_eq(command.kind, COMMAND_GO);
    ck_assert(command.has_board);
    ck_assert_str_eq(command.board.fen, "5/5/5/5/5 x");
    ck_assert_ptr_null(command.board.moves);
    ck_assert_str_eq(say_move("c3"), "2,2\n");
    ck_assert(read_line("TURN 0,0"));
    ck_assert_str_eq(command.board.fen, "5/5/2x2/5/5 o");
    ck_assert_str_eq(command.board.moves, "a5");
    ck_assert_str_eq(say_move("e1"), "4,4\n");
    ck_assert(!read_line("TURN 0,0"));
    ck_assert(!read_line("TURN 5,0"));
    ck_assert(!read_line("TURN 0,-1"));
    ck_assert(!read_line("TURN 3"));
    ck_assert(!read_line("TURN a,b"));
    ck_assert(!read_line("BEGIN"));
    ck_assert(read_line("TURN 1 , 0"));
    ck_assert_str_eq(command.board.fen, "o4/5/2x2/5/4x o");
    ck_assert_str_eq(command.board.moves, "b5");
    ck_assert_str_eq(say_move(NULL), "ERROR there is no legal move\n");
}
END_TEST

START_TEST(boards_are_read_in_any_order)
{
    begin("START 5");
    read_lines(
        (const char *const[]){"BOARD", "4,4,2", "0,0,1", "1,0,3", "2,1,2", "4,0,1", "DONE", NULL});
    ck_assert_int_eq(command.kind, COMMAND_GO);
    ck_assert_str_eq(command.board.fen, "x3x/2o2/5/5/4o x");
    read_lines((const char *const[]){"BOARD", "4,4,2", "2,1,2", "4,0,1", "DONE", NULL});
    ck_assert_str_eq(command.board.fen, "4o/2x2/5/5/4x o");
    read_lines((const char *const[]){"BOARD", "DONE", NULL});
    ck_assert_str_eq(command.board.fen, "5/5/5/5/5 x");
    read_lines((const char *const[]){"YXBOARD", "4,4,1", "DONE", NULL});
    ck_assert_int_eq(command.kind, COMMAND_NOTE);
    ck_assert_str_eq(command.board.fen, "5/5/5/5/4x o");
}
END_TEST

START_TEST(boards_that_no_game_reaches_are_refused)
{
    static const char *const wrong[][6] = {
        {"1,1,1", "DONE"},
        {"1,1,2", "2,2,2", "DONE"},
        {"1,1,1", "1,1,2", "DONE"},
        {"9,9,1", "1,1,2", "DONE"},
        {"1,1", "DONE"},
        {"1,1,4", "1,2,1", "DONE"},
        {"1,1,1", "BEGIN"},
        {"1,1,1", "TURN 1,1"},
        {"1,1,1,1", "DONE"},
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        begin("START 5");
        ck_assert(read_line("BEGIN"));
        ck_assert_str_eq(say_move("c3"), "2,2\n");
        ck_assert(read_line("BOARD"));
        bool right = true;
        for (int k = 0; wrong[i][k]; k++) {
            right &= read_line(wrong[i][k]);
        }
        ck_assert_msg(!right, "%d", i);
        /* The manager has a different board: moves on the previous one are rejected. */
        static const char *const refused[] = {"TURN 0,0", "PLAY 0,0", "TAKEBACK 2,2",
                                              "YXSHOWFORBID", "BEGIN"};
        for (int k = 0; k < LENGTH(refused); k++) {
            ck_assert_msg(!read_line(refused[k]), "%d: %s", i, refused[k]);
            ck_assert_str_eq(error.text,
                             "the last board was rejected: expected START, RESTART or BOARD");
        }
        read_lines((const char *const[]){"BOARD", "2,2,2", "DONE", NULL});
        ck_assert_int_eq(command.kind, COMMAND_GO);
        ck_assert_str_eq(command.board.fen, "5/5/2x2/5/5 o");
        ck_assert_str_eq(say_move("a5"), "0,0\n");
        read_lines((const char *const[]){"TURN 1,1", "RESTART", "BEGIN", NULL});
        ck_assert_str_eq(command.board.fen, "5/5/5/5/5 x");
    }
}
END_TEST

START_TEST(a_list_that_the_rules_refuse_is_no_board_to_play_on)
{
    begin("START 5");
    read_lines((const char *const[]){"BOARD", "1,1,2", NULL});
    const struct dialect_state before = state;
    ck_assert(read_line("DONE"));
    state = before; /* as the engine does when it rejects the position */
    say(&(struct event){.kind = EVENT_ERROR, .text = "position: illegal"});
    ck_assert(!read_line("TURN 0,0"));
    read_lines((const char *const[]){"RESTART", "TURN 0,0", NULL});
}
END_TEST

START_TEST(a_wrong_size_leaves_no_board)
{
    static const char *const wrong[] = {"START 4",       "START 23",    "START",          "START x",
                                        "RECTSTART 5,6", "RECTSTART 5", "RECTSTART 30,30"};
    for (int i = 0; i < LENGTH(wrong); i++) {
        begin("START 15");
        ck_assert(!read_line(wrong[i]));
        static const char *const refused[] = {"BEGIN", "TURN 0,0", "TAKEBACK 0,0", "YXSHOWFORBID"};
        for (int k = 0; k < LENGTH(refused); k++) {
            ck_assert_msg(!read_line(refused[k]), "%s: %s", wrong[i], refused[k]);
            ck_assert_str_eq(error.text, "no board yet: START comes first");
        }
    }
}
END_TEST

START_TEST(swap2_begins_with_three_squares_of_every_board)
{
    for (int size = 5; size <= 22; size++) {
        char start[16];
        int n[6];
        snprintf(start, sizeof start, "START %d", size);
        begin(start);
        read_lines((const char *const[]){"SWAP2BOARD", "DONE", NULL});
        const char *answer = say(&(struct event){.kind = EVENT_DONE});
        ck_assert_msg(sscanf(answer, "%d,%d %d,%d %d,%d", n, n + 1, n + 2, n + 3, n + 4, n + 5) ==
                          6,
                      "%s", answer);
        for (int i = 0; i < 3; i++) {
            const int *at = n + 2 * i, *next = n + 2 * ((i + 1) % 3);
            ck_assert_msg(at[0] >= 0 && at[0] < size && at[1] >= 0 && at[1] < size, "%d: %s", size,
                          answer);
            ck_assert_msg(at[0] != next[0] || at[1] != next[1], "%d: %s", size, answer);
        }
    }
}
END_TEST

START_TEST(limits_are_those_of_info)
{
    begin("START 15");
    ck_assert(read_line("BEGIN"));
    ck_assert_uint_eq(command.go.given, GO_MOVETIME);
    ck_assert_int_gt(command.go.movetime_ms, 25000);
    ck_assert_int_lt(command.go.movetime_ms, 30000);
    read_lines((const char *const[]){"INFO timeout_turn 0", "INFO timeout_match 90000",
                                     "info TIME_LEFT 2147483647", "INFO game_type 1",
                                     "INFO folder /x y", "INFO", "INFO x", "BEGIN", NULL});
    ck_assert_uint_eq(command.go.given, GO_MOVETIME);
    ck_assert_int_eq(command.go.movetime_ms, 0);
    read_lines((const char *const[]){"INFO timeout_turn 1000", "INFO time_left 500",
                                     "INFO max_node 7", "INFO max_depth 3", "BEGIN", NULL});
    ck_assert_uint_eq(command.go.given, GO_MOVETIME | GO_TIME_1 | GO_TIME_2 | GO_NODES | GO_DEPTH);
    ck_assert_int_eq(command.go.time_ms[0], 500);
    ck_assert_int_eq(command.go.time_ms[1], 500);
    ck_assert_uint_eq(command.go.nodes, 7);
    ck_assert_int_eq(command.go.depth, 3);
    read_lines((const char *const[]){"INFO time_left -20", "BEGIN", NULL});
    ck_assert_int_eq(command.go.time_ms[0], -20);
    memset(&state, 0, sizeof state);
    read_lines((const char *const[]){"INFO timeout_match 5000", "START 15", "BEGIN", NULL});
    ck_assert_int_eq(command.go.time_ms[0], 5000);
}
END_TEST

START_TEST(rules_and_memory_are_options)
{
    static const char *const rules[][2] = {
        {"INFO rule 0", "freestyle"}, {"INFO rule 1", "standard"}, {"INFO rule 2", "freestyle"},
        {"INFO rule 3", "standard"},  {"INFO rule 4", "renju"},    {"INFO rule 8", "caro"},
    };
    for (int i = 0; i < LENGTH(rules); i++) {
        ck_assert(read_line(rules[i][0]));
        ck_assert_int_eq(command.kind, COMMAND_SETOPTION);
        ck_assert_str_eq(command.setoption.name, "Rule");
        ck_assert_str_eq(command.setoption.value, rules[i][1]);
    }
    ck_assert(read_line("INFO max_memory 83886080"));
    ck_assert_str_eq(command.setoption.name, "Hash");
    ck_assert_str_eq(command.setoption.value, "60");
    read_lines((const char *const[]){"INFO timeout_turn 500", "INFO max_memory 350000000", NULL});
    ck_assert_str_eq(command.setoption.value, "32");
    ck_assert(read_line("INFO max_memory 1"));
    ck_assert_str_eq(command.setoption.value, "1");
    ck_assert(read_line("INFO max_memory 0"));
    ck_assert_int_eq(command.kind, COMMAND_NOTE);
    ck_assert(read_line("INFO thread_num 2"));
    ck_assert_str_eq(command.setoption.name, "Threads");
    ck_assert_str_eq(command.setoption.value, "2");
}
END_TEST

START_TEST(stones_are_played_and_taken_back_by_order)
{
    begin("START 5");
    ck_assert(read_line("PLAY 2,2"));
    ck_assert_str_eq(command.board.moves, "c3");
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_DONE}), "2,2\n");
    ck_assert(read_line("TURN 1,1"));
    ck_assert_str_eq(say_move("a1"), "0,4\n");
    ck_assert(read_line("TAKEBACK 0,4"));
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_DONE}), "OK\n");
    ck_assert(read_line("TAKEBACK 1,1"));
    ck_assert(!read_line("TAKEBACK 1,1"));
    ck_assert(read_line("TURN 0,0"));
    ck_assert_str_eq(command.board.fen, "5/5/2x2/5/5 o");
}
END_TEST

START_TEST(swap2_is_answered_by_stones_a_swap_or_a_move)
{
    struct event info = {.kind = EVENT_INFO, .info = {.has_score = true, .pv = "a1 b2 c3"}};
    begin("START 15");
    read_lines((const char *const[]){"SWAP2BOARD", "DONE", NULL});
    int n[6], end = 0;
    const char *answer = say(&(struct event){.kind = EVENT_DONE});
    ck_assert_msg(
        sscanf(answer, "%d,%d %d,%d %d,%d\n%n", n, n + 1, n + 2, n + 3, n + 4, n + 5, &end) == 6 &&
            answer[end] == '\0',
        "%s", answer);
    static const int scores[] = {-500, -101, 0, 99, 101};
    static const char *const of_three[] = {"SWAP\n", "SWAP\n", "0,14 1,13\n", "0,14 1,13\n",
                                           "0,14\n"};
    static const char *const of_five[] = {"SWAP\n", "SWAP\n", "0,14\n", "0,14\n", "0,14\n"};
    for (int i = 0; i < LENGTH(scores); i++) {
        info.info.score = scores[i];
        read_lines((const char *const[]){"SWAP2BOARD", "7,7", "8,7", "9,9", "DONE", NULL});
        ck_assert_int_eq(command.kind, COMMAND_GO);
        ck_assert_ptr_nonnull(strstr(command.board.fen, "/7xo6/"));
        ck_assert_ptr_nonnull(strstr(command.board.fen, "/9x5/"));
        say(&info);
        ck_assert_str_eq(say_move("a1"), of_three[i]);
        read_lines(
            (const char *const[]){"SWAP2BOARD", "7,7", "8,7", "9,9", "8,8", "8,6", "DONE", NULL});
        say(&info);
        ck_assert_str_eq(say_move("a1"), of_five[i]);
    }
    read_lines((const char *const[]){"SWAP2BOARD", "7,7", NULL});
    ck_assert(!read_line("DONE"));
}
END_TEST

START_TEST(forbidden_squares_are_the_empty_ones_that_are_not_legal)
{
    begin("START 5");
    ck_assert(read_line("TURN 0,0"));
    say_move("b5");
    ck_assert(read_line("YXSHOWFORBID"));
    ck_assert_int_eq(command.kind, COMMAND_QUERY);
    ck_assert_str_eq(command.query, "moves");
    struct event event = {
        .kind = EVENT_RESPONSE,
        .text = "c5 d5 e5 a4 b4 d4 e4 a3 b3 c3 d3 e3 a2 b2 c2 d2 e2 b1 c1 d1 e1",
    };
    ck_assert_str_eq(say(&event), "FORBID 02010004.\n");
}
END_TEST

START_TEST(what_is_said_is_in_the_managers_words)
{
    memset(&state, 0, sizeof state);
    ck_assert_str_eq(
        say(&(struct event){.kind = EVENT_ID, .id = {.name = "Myosu 1.2", .author = "A B"}}),
        "name=\"Myosu\", version=\"1.2\", author=\"A B\", country=\"Korea\"\n");
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_ERROR, .text = "x"}), "ERROR x\n");
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_UNKNOWN, .text = "x"}), "UNKNOWN x\n");
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_STRING, .text = "x\ny"}),
                     "MESSAGE x\nMESSAGE y\n");
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_HELLO_OK}), "");
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_DONE}), "");
    static const char *const first[] = {"START 15", "begin", "ABOUT", "INFO rule 1", " TURN 1,1"};
    for (int i = 0; i < LENGTH(first); i++) {
        ck_assert_ptr_eq(dialect_of_line(first[i]), &dialect_gomocup);
    }
    static const char *const others[] = {"position startpos", "STARTS 15", "end", "", "uci"};
    for (int i = 0; i < LENGTH(others); i++) {
        ck_assert_ptr_ne(dialect_of_line(others[i]), &dialect_gomocup);
    }
    ck_assert(read_line("FOO 1"));
    ck_assert_int_eq(command.kind, COMMAND_UNKNOWN);
    ck_assert(read_line("END"));
    ck_assert_int_eq(command.kind, COMMAND_QUIT);
    ck_assert(read_line("YXSTOP"));
    ck_assert_int_eq(command.kind, COMMAND_STOP);
    ck_assert(read_line("ABOUT"));
    ck_assert_int_eq(command.kind, COMMAND_HELLO);
}
END_TEST

/* Connects a client's commands to an engine's parser: a whole game is the same on both sides. */
START_TEST(client_and_engine_understand_each_other)
{
    struct dialect_state client = {0};
    char moves[512] = "";
    memset(&state, 0, sizeof state);
    static const char *const game[] = {"c3", "a1", "b2", "e5", "d4", "a5", "e1"};
    struct command sent = {.kind = COMMAND_NEWGAME, .newgame = {.game = "gomoku", .count = 2}};
    sent.newgame.parameters[0].name = "size";
    sent.newgame.parameters[0].value = "5";
    sent.newgame.parameters[1].name = "rule";
    sent.newgame.parameters[1].value = "standard";
    struct buffer out = {0};
    dialect_gomocup.format_command(&client, &sent, &out);
    ck_assert_str_eq(buffer_text(&out), "INFO rule 1\nSTART 5\n");
    ck_assert(read_line("START 5"));
    /* The engine plays every second move. From the fifth on, the client sends the whole board. */
    for (int i = 0; i < LENGTH(game); i += 2) {
        sent = (struct command){.kind = COMMAND_POSITION, .position = {.moves = i ? moves : NULL}};
        buffer_clear(&out);
        dialect_gomocup.format_command(&client, &sent, &out);
        ck_assert_str_eq(buffer_text(&out), "");
        if (i == 4) {
            memset(client.gomocup.stones, 0, sizeof client.gomocup.stones);
        }
        sent =
            (struct command){.kind = COMMAND_GO, .go = {.given = GO_MOVETIME, .movetime_ms = 50}};
        dialect_gomocup.format_command(&client, &sent, &out);
        char text[512], *rest = text;
        snprintf(text, sizeof text, "%s", buffer_text(&out));
        ck_assert_ptr_nonnull(strstr(text, "INFO timeout_turn 50\nINFO time_left 2147483647\n"));
        ck_assert_int_eq(strstr(text, "BOARD") != NULL, i == 4);
        for (char *line; (line = strtok_r(rest, "\n", &rest));) {
            ck_assert_msg(read_line(line), "%s: %s", line, error.text);
        }
        ck_assert_int_eq(command.kind, COMMAND_GO);
        char answer[1024];
        snprintf(answer, sizeof answer, "%s", say_move(game[i]));
        answer[strcspn(answer, "\n")] = '\0';
        struct event event;
        ck_assert(dialect_gomocup.parse_event(&client, answer, &event, &error));
        ck_assert_int_eq(event.kind, EVENT_BESTMOVE);
        ck_assert_str_eq(event.bestmove.move, game[i]);
        for (int k = i; k < i + 2 && k < LENGTH(game); k++) {
            snprintf(moves + strlen(moves), sizeof moves - strlen(moves), "%s%s",
                     moves[0] ? " " : "", game[k]);
        }
    }
    buffer_finish(&out);
}
END_TEST

START_TEST(a_client_reads_answers)
{
    static const struct {
        const char *line;
        enum event_kind kind;
    } cases[] = {
        {"OK", EVENT_DONE},
        {"ERROR no", EVENT_ERROR},
        {"UNKNOWN x", EVENT_UNKNOWN},
        {"MESSAGE x", EVENT_STRING},
        {"DEBUG x", EVENT_STRING},
        {"", EVENT_NOTHING},
        {"SWAP", EVENT_TEXT},
        {"3,4", EVENT_BESTMOVE},
        {"name=\"A\", version=\"1\", author=\"B\", country=\"C\"", EVENT_ID},
    };
    struct dialect_state client = {.gomocup = {.size = 15}};
    struct event event;
    char line[100];
    for (int i = 0; i < LENGTH(cases); i++) {
        snprintf(line, sizeof line, "%s", cases[i].line);
        ck_assert_msg(dialect_gomocup.parse_event(&client, line, &event, &error), "%s",
                      cases[i].line);
        ck_assert_int_eq(event.kind, cases[i].kind);
    }
    ck_assert_str_eq(event.id.name, "A 1");
    ck_assert_str_eq(event.id.author, "B");
    static const char *const wrong[] = {"15,0", "-1,0", "hello", "version=\"1\", name=\"\""};
    for (int i = 0; i < LENGTH(wrong); i++) {
        snprintf(line, sizeof line, "%s", wrong[i]);
        ck_assert_msg(!dialect_gomocup.parse_event(&client, line, &event, &error), "%s", wrong[i]);
    }
}
END_TEST

START_TEST(what_the_search_sees_survives_the_wire)
{
    struct dialect_state client = {.gomocup = {.size = 15}};
    static const struct event_info infos[] = {
        {.depth = 9,
         .seldepth = 12,
         .multipv = 1,
         .has_score = true,
         .score = -35,
         .nodes = 1000,
         .nps = 99,
         .time_ms = 7,
         .tb_hits = -1,
         .pv = "h8 i9"},
        {.depth = 1,
         .seldepth = 1,
         .multipv = 1,
         .has_score = true,
         .is_mate = true,
         .score = 5,
         .nodes = 1,
         .nps = -1,
         .time_ms = 0,
         .tb_hits = -1,
         .pv = "h8"},
        {.depth = 1,
         .seldepth = 1,
         .multipv = 1,
         .has_score = true,
         .is_mate = true,
         .score = -4,
         .nodes = 1,
         .nps = 2,
         .time_ms = 0,
         .tb_hits = -1},
    };
    for (int i = 0; i < LENGTH(infos); i++) {
        char line[1100];
        struct event event;
        snprintf(line, sizeof line, "%s",
                 say(&(struct event){.kind = EVENT_INFO, .info = infos[i]}));
        ck_assert(dialect_gomocup.parse_event(&client, line, &event, &error));
        ck_assert_int_eq(event.kind, EVENT_INFO);
        ck_assert_int_eq(event.info.depth, infos[i].depth);
        ck_assert_int_eq(event.info.seldepth, infos[i].seldepth);
        ck_assert_int_eq(event.info.is_mate, infos[i].is_mate);
        ck_assert_int_eq(event.info.score, infos[i].score);
        ck_assert_int_eq(event.info.nodes, infos[i].nodes);
        ck_assert_int_eq(event.info.nps, infos[i].nps);
        ck_assert_int_eq(event.info.time_ms, infos[i].time_ms);
        ck_assert_int_eq(event.info.pv != NULL, infos[i].pv != NULL);
        ck_assert(!infos[i].pv || strcmp(event.info.pv, infos[i].pv) == 0);
    }
}
END_TEST

/* UBSan detects overflows. */
START_TEST(numbers_of_any_size_are_taken)
{
    static const char *const keys[] = {"timeout_turn", "timeout_match", "time_left", "max_memory",
                                       "max_node",     "max_depth",     "rule",      "thread_num"};
    static const char *const values[] = {"9223372036854775807", "-9223372036854775808", "0", "-1"};
    for (int i = 0; i < LENGTH(keys) * LENGTH(values); i++) {
        struct dialect_state fresh = {0};
        struct command parsed;
        struct error reason;
        char start[] = "START 15", begin[] = "BEGIN", info[80];
        snprintf(info, sizeof info, "INFO %s %s", keys[i / LENGTH(values)],
                 values[i % LENGTH(values)]);
        ck_assert(dialect_gomocup.parse_command(&fresh, info, &parsed, &reason));
        ck_assert(dialect_gomocup.parse_command(&fresh, start, &parsed, &reason));
        ck_assert(dialect_gomocup.parse_command(&fresh, begin, &parsed, &reason));
        ck_assert_int_eq(parsed.kind, COMMAND_GO);
        ck_assert_int_ge(parsed.go.movetime_ms, 0);
        ck_assert_int_le(parsed.go.movetime_ms, COMMAND_TIME_LIMIT_MS);
    }
}
END_TEST

START_TEST(lines_with_words_missing_or_wrong_are_answered)
{
    check_damaged_lines_are_answered(&dialect_gomocup);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomocup");
    SUPPORT_ADD(suite, a_game_begins_on_a_square_board);
    SUPPORT_ADD(suite, turns_carry_the_board_and_a_move);
    SUPPORT_ADD(suite, boards_are_read_in_any_order);
    SUPPORT_ADD(suite, boards_that_no_game_reaches_are_refused);
    SUPPORT_ADD(suite, a_list_that_the_rules_refuse_is_no_board_to_play_on);
    SUPPORT_ADD(suite, a_wrong_size_leaves_no_board);
    SUPPORT_ADD(suite, swap2_begins_with_three_squares_of_every_board);
    SUPPORT_ADD(suite, limits_are_those_of_info);
    SUPPORT_ADD(suite, rules_and_memory_are_options);
    SUPPORT_ADD(suite, stones_are_played_and_taken_back_by_order);
    SUPPORT_ADD(suite, swap2_is_answered_by_stones_a_swap_or_a_move);
    SUPPORT_ADD(suite, forbidden_squares_are_the_empty_ones_that_are_not_legal);
    SUPPORT_ADD(suite, what_is_said_is_in_the_managers_words);
    SUPPORT_ADD(suite, client_and_engine_understand_each_other);
    SUPPORT_ADD(suite, a_client_reads_answers);
    SUPPORT_ADD(suite, what_the_search_sees_survives_the_wire);
    SUPPORT_ADD(suite, numbers_of_any_size_are_taken);
    SUPPORT_ADD(suite, lines_with_words_missing_or_wrong_are_answered);
    return support_run(suite);
}
