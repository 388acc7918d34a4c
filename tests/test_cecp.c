/* SPDX-License-Identifier: MIT */
/* Tests CECP line by line, on both sides. */
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

/* Parses a line as the engine does. Returns true if it is valid. */
static bool read_line(const char *line)
{
    snprintf(line_memory, sizeof line_memory, "%s", line);
    error.text[0] = '\0';
    return dialect_cecp.parse_command(&state, line_memory, &command, &error);
}

static void read_lines(const char *const *lines)
{
    for (; *lines; lines++) {
        ck_assert_msg(read_line(*lines), "%s: %s", *lines, error.text);
    }
}

static const char *written(void (*format)(struct dialect_state *, const void *, struct buffer *),
                           const void *value)
{
    static char text[2000];
    struct buffer out = {0};
    format(&state, value, &out);
    snprintf(text, sizeof text, "%s", buffer_text(&out));
    buffer_finish(&out);
    return text;
}

static void format_event(struct dialect_state *to, const void *value, struct buffer *out)
{
    dialect_cecp.format_event(to, value, out);
}

static void format_command(struct dialect_state *to, const void *value, struct buffer *out)
{
    dialect_cecp.format_command(to, value, out);
}

/* Formats an event as the engine does, and a command as a client does. */
static const char *say(const struct event *value)
{
    return written(format_event, value);
}

static const char *ask(const struct command *value)
{
    return written(format_command, value);
}

/* Parses an engine's line as a client does. */
static enum event_kind hear(const char *line)
{
    snprintf(line_memory, sizeof line_memory, "%s", line);
    ck_assert_msg(dialect_cecp.parse_event(&state, line_memory, &event, &error), "%s: %s", line,
                  error.text);
    return event.kind;
}

static void begin(void)
{
    memset(&state, 0, sizeof state);
}

static void check_go(unsigned given, int64_t left_ms, int64_t inc_ms, int movestogo)
{
    ck_assert_int_eq(command.kind, COMMAND_GO);
    ck_assert_uint_eq(command.go.given, given | GO_PLAYS | GO_TIME_1 | GO_TIME_2);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(command.go.time_ms[i], left_ms);
        if (given & GO_INC_1) {
            ck_assert_int_eq(command.go.inc_ms[i], inc_ms);
        }
    }
    if (given & GO_MOVESTOGO) {
        ck_assert_int_eq(command.go.movestogo, movestogo);
    }
}

START_TEST(the_time_control_is_that_of_the_last_command)
{
    begin();
    read_lines((const char *const[]){"new", "go", NULL});
    check_go(GO_MOVESTOGO, 300000, 0, 40);
    read_lines((const char *const[]){"new", "level 0 2 12", "time 11999", "otim 5", "go", NULL});
    check_go(GO_INC_1 | GO_INC_2, 119990, 12000, 0);
    read_lines((const char *const[]){"new", "level 0 0:30 0.5", "go", NULL});
    check_go(GO_INC_1 | GO_INC_2 | GO_MOVESTOGO, 30000, 500, 40);
    read_lines((const char *const[]){"new", "level 3 5:30 0", "time 100", "go", NULL});
    check_go(GO_MOVESTOGO, 1000, 0, 3);
    say(&(struct event){.kind = EVENT_BESTMOVE, .bestmove = {.move = "e2e4"}});
    for (int left = 2; left > 0; left--) {
        ck_assert(read_line("usermove e7e5"));
        check_go(GO_MOVESTOGO, 1000, 0, left);
        say(&(struct event){.kind = EVENT_BESTMOVE, .bestmove = {.move = "e2e4"}});
    }
    ck_assert(read_line("usermove e7e5"));
    check_go(GO_MOVESTOGO, 1000, 0, 3);
    read_lines((const char *const[]){"force", "st 5", "time 1", "sd 7", "go", NULL});
    check_go(GO_MOVESTOGO | GO_DEPTH, 5000, 0, 1);
    ck_assert_int_eq(command.go.depth, 7);
    read_lines((const char *const[]){"level 0 1 0", "time -5", "go", NULL});
    check_go(GO_DEPTH, -50, 0, 0);
    read_lines((const char *const[]){"new", "time 50", "go", NULL});
    ck_assert(!(command.go.given & GO_DEPTH));
}
END_TEST

START_TEST(a_move_is_answered_unless_the_engine_only_follows)
{
    begin();
    read_lines((const char *const[]){"new", "usermove e2e4", NULL});
    ck_assert_int_eq(command.kind, COMMAND_GO);
    ck_assert(command.has_board && command.board.continues);
    ck_assert_str_eq(command.board.moves, "e2e4");
    read_lines((const char *const[]){"force", "e7e8q", NULL});
    ck_assert_int_eq(command.kind, COMMAND_POSITION);
    ck_assert(command.position.continues);
    ck_assert_str_eq(command.position.moves, "e7e8q");
    read_lines((const char *const[]){"playother", "O-O-O", NULL});
    ck_assert_int_eq(command.kind, COMMAND_GO);
    read_lines((const char *const[]){"analyze", "Nf3", NULL});
    ck_assert_int_eq(command.kind, COMMAND_POSITION);
    read_lines((const char *const[]){"exit", "undo", NULL});
    ck_assert_int_eq(command.kind, COMMAND_POSITION);
    ck_assert(command.position.continues);
    ck_assert_int_eq(command.position.undone, 1);
    ck_assert(read_line("remove"));
    ck_assert_int_eq(command.position.undone, 2);
    ck_assert(read_line("xyzzy"));
    ck_assert_int_eq(command.kind, COMMAND_UNKNOWN);
}
END_TEST

/* Times are in nodes until `new`: "st 8" and "nps 10000" are 80,000 nodes (engine-intf.html). */
START_TEST(nodes_may_count_as_time)
{
    begin();
    read_lines((const char *const[]){"new", "st 8", "nps 10000", "go", NULL});
    check_go(GO_MOVESTOGO | GO_NPS, 8000, 0, 1);
    ck_assert_int_eq(command.go.nps, 10000);
    read_lines((const char *const[]){"nps 0", "go", NULL});
    check_go(GO_MOVESTOGO, 8000, 0, 1);
    read_lines((const char *const[]){"nps 5", "new", "go", NULL});
    check_go(GO_MOVESTOGO, 8000, 0, 1);
    ck_assert(!read_line("nps"));
    ck_assert(!read_line("nps -1"));
}
END_TEST

START_TEST(a_pause_suspends_every_mode)
{
    const struct event info = {
        .kind = EVENT_INFO, .info = {.depth = 5, .has_score = true, .time_ms = 1500, .nodes = 300}};
    begin();
    read_lines((const char *const[]){"new", "level 0 1 0", "time 6000", "usermove e2e4", NULL});
    say(&info);
    ck_assert(read_line("pause"));
    ck_assert_int_eq(command.kind, COMMAND_CANCEL);
    ck_assert_str_eq(say(&(struct event){.kind = EVENT_DONE}), "");
    ck_assert(read_line("pause"));
    ck_assert_int_eq(command.kind, COMMAND_ASIDE);
    /* Without the move, which the board has, and with the rest of the time; twice. */
    ck_assert(read_line("resume"));
    check_go(0, 58500, 0, 0);
    ck_assert(!command.has_board);
    say(&info);
    read_lines((const char *const[]){"pause", "resume", NULL});
    check_go(0, 57000, 0, 0);
    ck_assert(read_line("resume"));
    ck_assert_int_eq(command.kind, COMMAND_ASIDE);
    /* Where nodes are the time, they are spent. */
    read_lines((const char *const[]){"force", "nps 100", "go", NULL});
    say(&info);
    read_lines((const char *const[]){"pause", "resume", NULL});
    check_go(GO_NPS, 57000, 0, 0);
    /* However much is spent, what is left is a number. */
    for (int i = 0; i < 2; i++) {
        read_lines((const char *const[]){"force", i == 0 ? "nps 1" : "nps 0", "go", NULL});
        say(&(struct event){.kind = EVENT_INFO,
                            .info = {.depth = 5, .time_ms = INT64_MAX, .nodes = INT64_MAX}});
        read_lines((const char *const[]){"pause", "resume", NULL});
        ck_assert_int_lt(command.go.time_ms[0], 0);
        ck_assert_int_ge(command.go.time_ms[0], -COMMAND_TIME_LIMIT_MS);
    }
    /* An analysis; and a command of another mode ends the pause. */
    read_lines((const char *const[]){"analyze", "pause", NULL});
    ck_assert(!dialect_cecp.background(&state));
    ck_assert(read_line("resume"));
    ck_assert(dialect_cecp.background(&state));
    read_lines((const char *const[]){"pause", "force", "resume", NULL});
    ck_assert_int_eq(command.kind, COMMAND_ASIDE);
}
END_TEST

/* The engine thinks while it waits: never before its first move, always in an analysis. */
START_TEST(it_ponders_and_analyses_while_it_waits)
{
    begin();
    read_lines((const char *const[]){"new", "hard", NULL});
    ck_assert(!dialect_cecp.background(&state));
    ck_assert(read_line("usermove e2e4"));
    ck_assert(!dialect_cecp.background(&state));
    say(&(struct event){.kind = EVENT_BESTMOVE, .bestmove = {.move = "e7e5"}});
    ck_assert(dialect_cecp.background(&state));
    ck_assert(read_line("easy"));
    ck_assert(!dialect_cecp.background(&state));
    ck_assert(read_line("analyze"));
    ck_assert(dialect_cecp.background(&state));
    ck_assert(read_line("new"));
    ck_assert(dialect_cecp.background(&state));
    ck_assert(read_line("exit"));
    ck_assert(!dialect_cecp.background(&state));
}
END_TEST

START_TEST(thinking_is_shown_as_the_specification_has_it)
{
    struct event info = {.kind = EVENT_INFO,
                         .info = {.depth = 9,
                                  .seldepth = 14,
                                  .multipv = 1,
                                  .has_score = true,
                                  .score = 156,
                                  .time_ms = 10849,
                                  .nodes = 48000,
                                  .nps = 4424,
                                  .tb_hits = 3,
                                  .pv = "g1f3 b8c6"}};
    begin();
    read_lines((const char *const[]){"post", "go", NULL});
    ck_assert_str_eq(say(&info), "9 156 1084 48000 14 4424 3\tg1f3 b8c6\n");
    info.info.bound = EVENT_LOWER;
    ck_assert_str_eq(say(&info), "9 156 1084 48000 14 4424 3\tg1f3 b8c6!\n");
    info.info.bound = EVENT_UPPER;
    ck_assert_str_eq(say(&info), "9 156 1084 48000 14 4424 3\tg1f3 b8c6?\n");
    info.info.bound = EVENT_EXACT;
    info.info.is_mate = true;
    static const struct {
        int plies;
        const char *line;
    } mates[] = {{1, "9 100001 1084 48000 14 4424 3\tg1f3 b8c6\n"},
                 {5, "9 100003 1084 48000 14 4424 3\tg1f3 b8c6\n"},
                 {-4, "9 -100002 1084 48000 14 4424 3\tg1f3 b8c6\n"}};
    for (int i = 0; i < LENGTH(mates); i++) {
        info.info.score = mates[i].plies;
        ck_assert_str_eq(say(&info), mates[i].line);
        ck_assert_int_eq(hear(mates[i].line), EVENT_INFO);
        ck_assert(event.info.is_mate);
        ck_assert_int_eq(event.info.score, mates[i].plies);
    }
    ck_assert(read_line("nopost"));
    ck_assert_str_eq(say(&info), "");
}
END_TEST

START_TEST(options_are_features_of_each_type)
{
    static const struct {
        struct event_option option;
        const char *line;
    } options[] = {
        {{"Own", OPTION_CHECK, "true", 0, 0, NULL}, "feature option=\"Own -check 1\"\n"},
        {{"Lines", OPTION_SPIN, "1", -3, 64, NULL}, "feature option=\"Lines -spin 1 -3 64\"\n"},
        {{"Clear It", OPTION_BUTTON, NULL, 0, 0, NULL}, "feature option=\"Clear It -button\"\n"},
        {{"Style", OPTION_COMBO, "wild", 0, 0, "calm\nwild\nodd"},
         "feature option=\"Style -combo calm /// *wild /// odd\"\n"},
        {{"Name", OPTION_STRING, "x y", 0, 0, NULL}, "feature option=\"Name -string x y\"\n"},
        {{"Book File", OPTION_STRING, "", 0, 0, NULL}, "feature option=\"Book File -file \"\n"},
    };
    for (int i = 0; i < LENGTH(options); i++) {
        const struct event_option *option = &options[i].option;
        begin();
        ck_assert_str_eq(say(&(struct event){.kind = EVENT_OPTION, .option = *option}),
                         options[i].line);
        char copy[200];
        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(options[i].line, "\n"), options[i].line);
        ck_assert_int_eq(hear(copy), EVENT_OPTION);
        ck_assert_str_eq(event.option.name, option->name);
        ck_assert_int_eq(event.option.kind, option->kind);
        ck_assert_pstr_eq(event.option.initial, option->initial);
        ck_assert_pstr_eq(event.option.choices, option->choices);
        ck_assert_str_eq(event.reply, "accepted option\n");
        if (option->kind == OPTION_SPIN) {
            ck_assert_int_eq(event.option.min, option->min);
            ck_assert_int_eq(event.option.max, option->max);
        }
    }
}
END_TEST

/* Collects the kinds of the events of one line. */
START_TEST(a_line_of_features_is_several_events)
{
    static const char line[] =
        "feature ping=1 setboard=1 myname=\"Miracle Chess 0.9\" variants=\"normal,xiangqi\" "
        "memory=1 colors=0 nonsense=\"a b\" done=1";
    static const struct {
        enum event_kind kind;
        const char *reply;
    } expected[] = {{EVENT_NOTHING, "accepted ping\n"},     {EVENT_NOTHING, "accepted setboard\n"},
                    {EVENT_ID, "accepted myname\n"},        {EVENT_OPTION, "accepted variants\n"},
                    {EVENT_OPTION, "accepted memory\n"},    {EVENT_NOTHING, "accepted colors\n"},
                    {EVENT_NOTHING, "rejected nonsense\n"}, {EVENT_HELLO_OK, "accepted done\n"}};
    begin();
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_HELLO}), "xboard\nprotover 2\n");
    hear(line);
    for (int i = 0; i < LENGTH(expected); i++) {
        ck_assert_int_eq(event.kind, expected[i].kind);
        ck_assert_str_eq(event.reply, expected[i].reply);
        if (event.kind == EVENT_ID) {
            ck_assert_str_eq(event.id.name, "Miracle Chess 0.9");
        }
        ck_assert(!event.more == (i + 1 == LENGTH(expected)));
        if (event.more) {
            ck_assert(dialect_cecp.parse_event(&state, event.more, &event, &error));
        }
    }
}
END_TEST

static const char *ask_position(const char *fen, const char *moves)
{
    return ask(
        &(struct command){.kind = COMMAND_POSITION, .position = {.fen = fen, .moves = moves}});
}

static const struct command go = {.kind = COMMAND_GO,
                                  .go = {.given = GO_TIME_1 | GO_TIME_2 | GO_INC_1 | GO_INC_2,
                                         .time_ms = {60000, 50000},
                                         .inc_ms = {1000, 1000}}};

/* The engine gets only what it does not have. */
START_TEST(a_client_sends_the_moves_that_the_engine_lacks)
{
    begin();
    ask(&(struct command){.kind = COMMAND_HELLO});
    hear("feature colors=0 usermove=1 setboard=1 ping=1 done=1");
    while (event.more) {
        dialect_cecp.parse_event(&state, event.more, &event, &error);
    }
    ask(&(struct command){.kind = COMMAND_NEWGAME});
    ck_assert_str_eq(ask_position(NULL, "e2e4"), "");
    ck_assert_str_eq(ask(&go), "level 0 0:50 1\ntime 5000\notim 6000\nusermove e2e4\n");
    ck_assert_int_eq(hear("move e7e5"), EVENT_BESTMOVE);
    ck_assert_str_eq(event.bestmove.move, "e7e5");
    ck_assert_str_eq(ask_position(NULL, "e2e4 e7e5 g1f3"), "");
    ck_assert_str_eq(ask(&go), "time 5000\notim 6000\nusermove g1f3\n");
    ck_assert_int_eq(hear("move b8c6"), EVENT_BESTMOVE);
    /* Another position: all of it. */
    ck_assert_str_eq(ask_position("8/8/8/8/8/k7/8/K6R b - - 0 1", "a3b3"),
                     "force\nsetboard 8/8/8/8/8/k7/8/K6R b - - 0 1\nusermove a3b3\n");
    ck_assert_str_eq(ask(&go), "time 6000\notim 5000\ngo\n");
    /* A move of the engine that the game does not have. */
    ck_assert_int_eq(hear("move h1h3"), EVENT_BESTMOVE);
    ck_assert_str_eq(ask_position("8/8/8/8/8/k7/8/K6R b - - 0 1", "a3b3 h1h8 b3a3"),
                     "force\nsetboard 8/8/8/8/8/k7/8/K6R b - - 0 1\nusermove a3b3\n"
                     "usermove h1h8\nusermove b3a3\n");
}
END_TEST

/* A limit of nodes is a second of so many nodes, for an engine that says it can count so. */
START_TEST(a_client_limits_nodes_by_their_rate)
{
    const struct command search = {.kind = COMMAND_GO, .go = {.given = GO_NODES, .nodes = 5000}};
    begin();
    ask(&(struct command){.kind = COMMAND_HELLO});
    hear("feature time=0 colors=0 nps=1");
    while (event.more) {
        dialect_cecp.parse_event(&state, event.more, &event, &error);
    }
    ck_assert_str_eq(event.reply, "accepted nps\n");
    ask(&(struct command){.kind = COMMAND_NEWGAME});
    ck_assert_str_eq(ask(&search), "st 1\nnps 5000\ngo\n");
}
END_TEST

START_TEST(older_engines_get_older_commands)
{
    begin();
    ask(&(struct command){.kind = COMMAND_HELLO});
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_NEWGAME}),
                     "new\neasy\npost\ncomputer\n");
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_ISREADY}), "");
    ck_assert_str_eq(ask_position("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", NULL),
                     "force\nnew\nforce\na2a3\nedit\n#\nPa2\nKe1\nc\nKe8\n.\n");
    ck_assert_str_eq(ask(&go), "white\nlevel 0 0:50 1\ntime 5000\notim 6000\nblack\ngo\n");
    ck_assert_int_eq(hear("1. ... e8e7"), EVENT_BESTMOVE);
    ck_assert_str_eq(event.bestmove.move, "e8e7");
    ck_assert_str_eq(ask(&(struct command){.kind = COMMAND_STOP}), "?\n");
}
END_TEST

START_TEST(thinking_of_other_engines_is_read)
{
    static const struct {
        const char *line, *pv;
        int depth, seldepth, score;
        int64_t time_ms, nodes, nps, tb_hits;
        enum event_bound bound;
    } lines[] = {
        {"9 156 1084 48000 Nf3 Nc6", "Nf3 Nc6", 9, 0, 156, 10840, 48000, -1, -1, EVENT_EXACT},
        {" 4    109      14   1435  1. e4 d5", "1. e4 d5", 4, 0, 109, 140, 1435, -1, -1,
         EVENT_EXACT},
        {"2.     14    3       38   d1d2  e8e7", "d1d2 e8e7", 2, 0, 14, 3000, 38, -1, -1,
         EVENT_EXACT},
        {"10&    34    7   135944   d1e2", "d1e2", 10, 0, 34, 7000, 135944, -1, -1, EVENT_EXACT},
        {"5 -7 10 99 8 7000 2\te2e4 ?", "e2e4", 5, 8, -7, 100, 99, 7000, 2, EVENT_UPPER},
        {"5 -7 10 99 2\te2e4!", "e2e4", 5, 0, -7, 100, 99, -1, 2, EVENT_LOWER},
        {"0      0       0      0  (e4 64%, d4 24%)", NULL, 0, 0, 0, 0, 0, -1, -1, EVENT_EXACT},
    };
    for (int i = 0; i < LENGTH(lines); i++) {
        begin();
        ck_assert_int_eq(hear(lines[i].line), EVENT_INFO);
        const struct event_info *info = &event.info;
        ck_assert_int_eq(info->depth, lines[i].depth);
        ck_assert_int_eq(info->seldepth, lines[i].seldepth);
        ck_assert_int_eq(info->score, lines[i].score);
        ck_assert_int_eq(info->time_ms, lines[i].time_ms);
        ck_assert_int_eq(info->nodes, lines[i].nodes);
        ck_assert_int_eq(info->nps, lines[i].nps);
        ck_assert_int_eq(info->tb_hits, lines[i].tb_hits);
        ck_assert_int_eq(info->bound, lines[i].bound);
        ck_assert_pstr_eq(info->pv, lines[i].pv);
    }
    static const struct {
        const char *line;
        int winner;
    } results[] = {{"1-0 {White mates}", 1},
                   {"0-1 {White resigns}", 2},
                   {"1/2-1/2 {Draw}", 0},
                   {"resign", -1}};
    for (int i = 0; i < LENGTH(results); i++) {
        ck_assert_int_eq(hear(results[i].line), EVENT_RESULT);
        ck_assert_int_eq(event.result.winner, results[i].winner);
    }
    ck_assert_int_eq(hear("Illegal move (in check): e2e4"), EVENT_ERROR);
    ck_assert_int_eq(hear("Error (unknown command): nps"), EVENT_ERROR);
    ck_assert_int_eq(hear("12 monkeys"), EVENT_NOTHING);
}
END_TEST

START_TEST(damaged_lines_are_answered)
{
    check_damaged_lines_are_answered(&dialect_cecp);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cecp");
    SUPPORT_ADD(suite, the_time_control_is_that_of_the_last_command);
    SUPPORT_ADD(suite, a_move_is_answered_unless_the_engine_only_follows);
    SUPPORT_ADD(suite, nodes_may_count_as_time);
    SUPPORT_ADD(suite, a_pause_suspends_every_mode);
    SUPPORT_ADD(suite, it_ponders_and_analyses_while_it_waits);
    SUPPORT_ADD(suite, thinking_is_shown_as_the_specification_has_it);
    SUPPORT_ADD(suite, options_are_features_of_each_type);
    SUPPORT_ADD(suite, a_line_of_features_is_several_events);
    SUPPORT_ADD(suite, a_client_sends_the_moves_that_the_engine_lacks);
    SUPPORT_ADD(suite, a_client_limits_nodes_by_their_rate);
    SUPPORT_ADD(suite, older_engines_get_older_commands);
    SUPPORT_ADD(suite, thinking_of_other_engines_is_read);
    SUPPORT_ADD(suite, damaged_lines_are_answered);
    return support_run(suite);
}
