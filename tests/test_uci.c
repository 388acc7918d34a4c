/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "dialect_properties.h"
#include "suite.h"

#define ROUNDS 50000

struct reading {
    const char *line, *expected;
};

static void check_command_lines(const struct reading *readings, int count)
{
    for (int i = 0; i < count; i++) {
        check_command_line(&dialect_uci, readings[i].line, readings[i].expected);
    }
}

START_TEST(commands_survive_the_wire)
{
    check_commands_survive_the_wire(&dialect_uci, ROUNDS);
}
END_TEST

START_TEST(events_survive_the_wire)
{
    check_events_survive_the_wire(&dialect_uci, true, ROUNDS);
}
END_TEST

START_TEST(lines_with_words_missing_or_wrong_are_answered)
{
    check_damaged_lines_are_answered(&dialect_uci);
}
END_TEST

START_TEST(noise_is_harmless)
{
    check_noise_is_harmless(&dialect_uci, ROUNDS);
}
END_TEST

START_TEST(blanks_part_words_and_do_nothing_else)
{
    static const struct reading readings[] = {
        {"", ""},
        {"   \t ", ""},
        {"\tuci\t", "uci"},
        {"  go \t depth   5  ", "go depth 5"},
        {"position  fen  3/3/3   x  moves  a1   b2 ", "position fen 3/3/3 x moves a1 b2"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(openings_by_seed_are_read)
{
    static const struct reading readings[] = {
        {"genfens 2 seed 5 book none", "genfens 2 seed 5 book None"},
        {"genfens", "error: genfens: expected a number of positions from 1 to 100000, found the "
                    "end of the line"},
        {"genfens 2 seed", "error: genfens seed: expected a number, found the end of the line"},
        {"genfens 2 seed x", "error: genfens seed: expected a number, found 'x'"},
        {"genfens 2 seed 5 book",
         "error: genfens book: expected none, found the end of the line; books are not read"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(the_depth_of_a_tree_is_read)
{
    static const struct reading readings[] = {
        {"trace depth 1", "trace depth 1"},
        {"trace depth 64", "trace depth 64"},
        {"trace", "error: trace: expected 'depth', found the end of the line"},
        {"trace 3", "error: trace: expected 'depth', found '3'"},
        {"trace depth", "error: trace depth: expected a number of plies from 1 to 64, found the "
                        "end of the line"},
        {"trace depth x", "error: trace depth: expected a number of plies from 1 to 64, found 'x'"},
        {"trace depth 0", "error: trace depth: expected a number of plies from 1 to 64, found '0'"},
        {"trace depth 65",
         "error: trace depth: expected a number of plies from 1 to 64, found '65'"},
        {"trace depth 2 nodes 5", "error: trace: expected the end of the line, found 'nodes 5'"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(plain_commands_do_not_mind_what_follows)
{
    static const struct reading readings[] = {
        {"uci now", "uci"},
        {"ugi", "uci"},
        {"isready?", "isready?"},
        {"isready x", "isready"},
        {"stop it", "stop"},
        {"ponderhit", "ponderhit"},
        {"d", "d"},
        {"eval", "eval"},
        {"games", "games"},
        {"help me", "help"},
        {"quit", "quit"},
        {"debug on", ""},
        {"register later", ""},
        {"UCI", "UCI"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(new_games_are_read)
{
    static const struct reading readings[] = {
        {"ucinewgame", "ucinewgame"},
        {"uginewgame", "ucinewgame"},
        {"newgame", "ucinewgame"},
        {"newgame connect4", "newgame connect4"},
        {"newgame gomoku size 19 rule omok", "newgame gomoku size 19 rule omok"},
        {"newgame gomoku size", "newgame gomoku size"},
        {"newgame g 1 a 2 a 3 a 4 a 5 a 6 a 7 a 8 a 9 a 10 a 11 a 12 a 13 a 14 a 15 a 16 a 17 b",
         "error: newgame: more than 16 parameters, from '17 b' on"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(options_are_read)
{
    static const struct reading readings[] = {
        {"setoption name Hash value 64", "setoption name Hash value 64"},
        {"setoption name Clear Hash", "setoption name Clear Hash"},
        {"setoption name Move  Overhead value  a  b ", "setoption name Move Overhead value a b"},
        {"setoption name Book value", "setoption name Book value <empty>"},
        {"setoption name Book value <empty>", "setoption name Book value <empty>"},
        {"setoption name X value value", "setoption name X value value"},
        {"setoption name name value 1", "setoption name name value 1"},
        {"setoption", "error: setoption: expected 'name', found the end of the line"},
        {"setoption Hash value 1", "error: setoption: expected 'name', found 'Hash value 1'"},
        {"setoption name", "error: setoption name: expected the name of an option"},
        {"setoption name value 3", "error: setoption name: expected the name of an option"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(positions_are_read)
{
    static const struct reading readings[] = {
        {"position startpos", "position startpos"},
        {"position startpos moves", "position startpos"},
        {"position startpos moves e2e4 e7e8Q 0000", "position startpos moves e2e4 e7e8Q 0000"},
        {"position fen 8/8/8/8/8/8/8/8 w - -", "position fen 8/8/8/8/8/8/8/8 w - -"},
        {"position fen 3/3/3 x moves", "position fen 3/3/3 x"},
        {"position", "error: position: expected 'startpos' or 'fen', found the end of the line"},
        {"position moves e2e4",
         "error: position: expected 'startpos' or 'fen', found the end of the line"},
        {"position start", "error: position: expected 'startpos' or 'fen', found 'start'"},
        {"position startpos e2e4", "error: position startpos: expected 'moves', found 'e2e4'"},
        {"position fen", "error: position fen: expected the text of a position"},
        {"position fen moves e2e4", "error: position fen: expected the text of a position"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(limits_of_go_are_read_in_any_order)
{
    static const struct reading readings[] = {
        {"go", "go"},
        {"go infinite", "go infinite"},
        {"go ponder", "go ponder"},
        {"go btime 2 wtime 1 binc 4 winc 3", "go wtime 1 btime 2 winc 3 binc 4"},
        {"go p2time 2 p1time 1 p2inc 4 p1inc 3", "go wtime 1 btime 2 winc 3 binc 4"},
        {"go btime 5", "go btime 5"},
        {"go movestogo 1 wtime 0 btime -5", "go wtime 0 btime -5 movestogo 1"},
        {"go nodes 9223372036854775807", "go nodes 9223372036854775807"},
        {"go depth 0 nodes 0 movetime 0", "go depth 0 nodes 0 movetime 0"},
        {"go searchmoves a1 b2 depth 3", "go depth 3 searchmoves a1 b2"},
        {"go depth 3 searchmoves 1 2 3", "go depth 3 searchmoves 1 2 3"},
        {"go searchmoves infinite", "go infinite"},
        {"go searchmoves", "go"},
        {"go ponder wtime 1 searchmoves a1 infinite", "go ponder wtime 1 infinite searchmoves a1"},
        {"go depth 3 depth 4", "go depth 4"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(garbage_in_go_is_left_out_and_eats_no_keyword)
{
    static const struct reading readings[] = {
        {"go depth", "go"},
        {"go depth x", "go"},
        {"go depth nodes 5", "go nodes 5"},
        {"go depth depth 3", "go depth 3"},
        {"go depth x nodes 5", "go nodes 5"},
        {"go wtime btime 7", "go btime 7"},
        {"go mate infinite", "go infinite"},
        {"go movetime 1.5 nodes 5", "go nodes 5"},
        {"go movetime 10ms nodes 5", "go nodes 5"},
        {"go quickly depth 3 please", "go depth 3"},
        {"go depth 3 4 5", "go depth 3"},
        {"go winc searchmoves a1", "go searchmoves a1"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(numbers_beyond_their_range_become_the_nearest_within)
{
    static const struct reading readings[] = {
        {"go depth -3", "go depth 0"},
        {"go depth 99999999999", "go depth 2147483647"},
        {"go nodes -1", "go nodes 0"},
        {"go nodes 99999999999999999999", "go nodes 9223372036854775807"},
        {"go movetime -1", "go movetime 0"},
        {"go wtime 9999999999999", "go wtime 1000000000000"},
        {"go btime -99999999999999999999", "go btime -1000000000000"},
        {"go winc -1", "go winc 0"},
        {"go movestogo 0", "go"},
        {"go movestogo 5 movestogo -1 wtime 60000", "go wtime 60000"},
        {"go mate 0", "go mate 1"},
        {"go mate -2", "go mate 1"},
        {"go mate 99999999999", "go mate 1073741823"},
        {"go perft -1", "go perft 0"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(perft_queries_and_benches_are_read)
{
    static const struct reading readings[] = {
        {"go perft 5", "go perft 5"},
        {"go depth 3 perft 5", "go perft 5"},
        {"go perft", "error: go perft: expected a depth, 0 or more"},
        {"go perft x", "error: go perft: expected a depth, 0 or more"},
        {"go perft depth 3", "error: go perft: expected a depth, 0 or more"},
        {"query p1turn", "query p1turn"},
        {"query", "query"},
        {"query  a  b", "query a b"},
        {"bench", "bench"},
        {"bench 7", "bench 7"},
        {"bench all", "bench all"},
        {"bench connect4 9", "bench connect4 9"},
        {"bench x y", "error: bench: expected a depth from 1 to 255, found 'y'"},
        {"bench 256", "error: bench: expected a depth from 1 to 255, found '256'"},
        {"bench x 0", "error: bench: expected a depth from 1 to 255, found '0'"},
        {"bench x 5 y", "error: bench: expected the end of the line, found 'y'"},
    };
    check_command_lines(readings, LENGTH(readings));
}
END_TEST

START_TEST(a_mate_in_moves_is_searched_in_plies)
{
    struct dialect_state state = {0};
    char line[] = "go mate 3";
    struct command command;
    struct error error;
    ck_assert(dialect_uci.parse_command(&state, line, &command, &error));
    ck_assert_int_eq(command.go.mate_plies, 5);
}
END_TEST

static void check_written(const struct event *event, const char *expected)
{
    struct dialect_state state = {0};
    struct buffer out = {0};
    dialect_uci.format_event(&state, event, &out);
    ck_assert_str_eq(buffer_text(&out), expected);
    buffer_finish(&out);
}

#define UNKNOWN_COUNTS .nodes = -1, .nps = -1, .time_ms = -1, .hashfull = -1, .tb_hits = -1

START_TEST(mates_are_written_in_moves)
{
    static const struct {
        int plies;
        const char *line;
    } mates[] = {
        {1, "info depth 0 score mate 1\n"},   {2, "info depth 0 score mate 1\n"},
        {3, "info depth 0 score mate 2\n"},   {41, "info depth 0 score mate 21\n"},
        {0, "info depth 0 score mate 0\n"},   {-1, "info depth 0 score mate -1\n"},
        {-2, "info depth 0 score mate -1\n"}, {-4, "info depth 0 score mate -2\n"},
    };
    for (int i = 0; i < LENGTH(mates); i++) {
        struct event event = {
            .kind = EVENT_INFO,
            .info = {.has_score = true, .is_mate = true, .score = mates[i].plies, UNKNOWN_COUNTS}};
        check_written(&event, mates[i].line);
    }
}
END_TEST

START_TEST(an_info_is_written_in_the_order_that_readers_expect)
{
    struct event event = {.kind = EVENT_INFO,
                          .info = {.depth = 9,
                                   .seldepth = 12,
                                   .multipv = 2,
                                   .has_score = true,
                                   .score = -35,
                                   .bound = EVENT_UPPER,
                                   .has_wdl = true,
                                   .wdl = {100, 700, 200},
                                   .nodes = INT64_C(5000000000),
                                   .nps = 1000,
                                   .time_ms = 0,
                                   .hashfull = 7,
                                   .tb_hits = 0,
                                   .pv = "e2e4 e7e5"}};
    check_written(&event, "info depth 9 seldepth 12 multipv 2 score cp -35 upperbound "
                          "wdl 100 700 200 nodes 5000000000 nps 1000 hashfull 7 tbhits 0 time 0 "
                          "pv e2e4 e7e5\n");
    struct event nothing = {.kind = EVENT_INFO, .info = {UNKNOWN_COUNTS}};
    check_written(&nothing, "info\n");
}
END_TEST

START_TEST(events_are_written)
{
    static const struct {
        struct event event;
        const char *lines;
    } written[] = {
        {{.kind = EVENT_NOTHING}, ""},
        {{.kind = EVENT_ID, .id = {.name = "Myosu 1", .author = "A B"}},
         "id name Myosu 1\nid author A B\n"},
        {{.kind = EVENT_HELLO_OK}, "uciok\n"},
        {{.kind = EVENT_READY}, "readyok\n"},
        {{.kind = EVENT_OPTION,
          .option = {.name = "Hash", .kind = OPTION_SPIN, .initial = "16", .min = 1, .max = 64}},
         "option name Hash type spin default 16 min 1 max 64\n"},
        {{.kind = EVENT_OPTION, .option = {.name = "Clear Hash", .kind = OPTION_BUTTON}},
         "option name Clear Hash type button\n"},
        {{.kind = EVENT_OPTION,
          .option = {.name = "A", .kind = OPTION_COMBO, .initial = "x", .choices = "x\ny z"}},
         "option name A type combo default x var x var y z\n"},
        {{.kind = EVENT_OPTION, .option = {.name = "S", .kind = OPTION_STRING, .initial = ""}},
         "option name S type string default <empty>\n"},
        {{.kind = EVENT_STRING, .text = "one\ntwo"}, "info string one\ninfo string two\n"},
        {{.kind = EVENT_ERROR, .text = "no\nsuch \x80"}, "info string error: no such ?\n"},
        {{.kind = EVENT_BESTMOVE, .bestmove = {.move = "a1", .ponder = "b2"}},
         "bestmove a1 ponder b2\n"},
        {{.kind = EVENT_BESTMOVE, .bestmove = {.move = "a1"}}, "bestmove a1\n"},
        {{.kind = EVENT_BESTMOVE, .bestmove = {.ponder = "b2"}}, "bestmove (none)\n"},
        {{.kind = EVENT_RESPONSE, .text = "p1win"}, "response p1win\n"},
        {{.kind = EVENT_TEXT, .text = "a\n\nb"}, "a\n\nb\n"},
        {{.kind = EVENT_TEXT, .text = "a\nb\n"}, "a\nb\n"},
        {{.kind = EVENT_TEXT, .text = "a\r\x01"}, "a??\n"},
    };
    for (int i = 0; i < LENGTH(written); i++) {
        check_written(&written[i].event, written[i].lines);
    }
}
END_TEST

START_TEST(what_engines_print_is_read)
{
    static const struct reading readings[] = {
        {"", ""},
        {"id name Stockfish 15.1", "id name Stockfish 15.1"},
        {"uciok ", "uciok"},
        {"ugiok", "uciok"},
        {"bestmove e2e4 ponder e7e5", "bestmove e2e4 ponder e7e5"},
        {"  bestmove   e7e8q  ", "bestmove e7e8q"},
        {"bestmove (none)", "bestmove (none)"},
        {"bestmove 0000", "bestmove (none)"},
        {"bestmove e2e4 ponder (none)", "bestmove e2e4"},
        {"bestmove e2e4 ponder", "bestmove e2e4"},
        {"bestmove (none) ponder e2e4", "bestmove (none)"},
        {"bestmove e2e4 draw", "bestmove e2e4"},
        {"bestmove", "bestmove (none)"},
        {"bestmove  ", "bestmove (none)"},
        {"bestmoves", "bestmoves"},
        {"info depth 1 seldepth 1 multipv 1 score cp 38 nodes 20 nps 20000 hashfull 0 tbhits 0 "
         "time 1 pv d2d4",
         "info depth 1 seldepth 1 multipv 1 score cp 38 nodes 20 nps 20000 hashfull 0 tbhits 0 "
         "time 1 pv d2d4"},
        {"info depth 5 currmove e2e4 currmovenumber 1", "info depth 5"},
        {"info time 5 pv e2e4 e7e5 score cp 5 depth 2",
         "info depth 2 score cp 5 time 5 pv e2e4 e7e5"},
        {"info depth 20 score cp 5 upperbound nodes 7",
         "info depth 20 score cp 5 upperbound nodes 7"},
        {"info depth 3 score lowerbound cp 5", "info depth 3 score cp 5 lowerbound"},
        {"info depth 3 score mate -2", "info depth 3 score mate -2"},
        {"info score mate +3", "info depth 0 score mate 3"},
        {"info depth 3 score cp 1 wdl 5 990 5 pv", "info depth 3 score cp 1 wdl 5 990 5"},
        {"info wdl 5 990 pv a1", "info pv a1"},
        {"info depth nodes 5", "info nodes 5"},
        {"info nodes 5 nodes -3", "info"},
        {"info cpuload 900 sbhits 4 currline 1 e2e4 refutation d1h5", "info"},
        {"info string NNUE evaluation  using x.nnue", "info string NNUE evaluation  using x.nnue"},
        {"info depth 4 string hello", "info string hello"},
        {"info string error: no such move", "info string error: no such move"},
        {"info string", "info string "},
        {"info", "info"},
        {"Stockfish 15.1 by the Stockfish developers",
         "Stockfish 15.1 by the Stockfish developers"},
        {" +---+---+", " +---+---+"},
        {"copyprotection ok", ""},
        {"response p1win", "response p1win"},
        {"id version 3", "error: id: expected 'name' or 'author', found 'version'"},
    };
    for (int i = 0; i < LENGTH(readings); i++) {
        check_event_line(&dialect_uci, readings[i].line, readings[i].expected);
    }
}
END_TEST

START_TEST(options_that_engines_offer_are_read)
{
    static const struct reading readings[] = {
        {"option name Debug Log File type string default",
         "option name Debug Log File type string default <empty>"},
        {"option name Debug Log File type string default <empty>",
         "option name Debug Log File type string default <empty>"},
        {"option name Hash type spin default 16 min 1 max 33554432",
         "option name Hash type spin default 16 min 1 max 33554432"},
        {"option type spin max 5 min -5 name Skill Level default 0",
         "option name Skill Level type spin default 0 min -5 max 5"},
        {"option name Clear Hash type button", "option name Clear Hash type button"},
        {"option name Style type combo default Normal var Solid Play var Normal var Risky",
         "option name Style type combo default Normal var Solid Play var Normal var Risky"},
        {"option name Style type combo var Solid Play default Normal var Normal var Risky",
         "option name Style type combo default Normal var Solid Play var Normal var Risky"},
        {"option type combo var a b var c name N M default Zz var d var e f g",
         "option name N M type combo default Zz var a b var c var d var e f g"},
        {"option name OwnBook type check default true",
         "option name OwnBook type check default true"},
        {"option name X type slider default 3",
         "error: option: expected check, spin, combo, button or string, found 'slider'"},
        {"option name X", "error: option: expected 'name' and a name, then 'type' and a type"},
        {"option type check default true",
         "error: option: expected 'name' and a name, then 'type' and a type"},
    };
    for (int i = 0; i < LENGTH(readings); i++) {
        check_event_line(&dialect_uci, readings[i].line, readings[i].expected);
    }
}
END_TEST

START_TEST(a_dialect_is_known_by_its_first_command_and_by_its_name)
{
    ck_assert_ptr_eq(dialect_of_line("uci"), &dialect_uci);
    ck_assert_ptr_eq(dialect_of_line("  ugi please"), &dialect_ugi);
    ck_assert_ptr_null(dialect_of_line("ucinewgame"));
    ck_assert_ptr_null(dialect_of_line(""));
    ck_assert_ptr_eq(dialect_find("UCI"), &dialect_uci);
    ck_assert_ptr_eq(dialect_find("ugi"), &dialect_ugi);
    ck_assert_ptr_null(dialect_find("ugi "));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("uci");
    SUPPORT_ADD(suite, commands_survive_the_wire);
    SUPPORT_ADD(suite, events_survive_the_wire);
    SUPPORT_ADD(suite, noise_is_harmless);
    SUPPORT_ADD(suite, lines_with_words_missing_or_wrong_are_answered);
    SUPPORT_ADD(suite, blanks_part_words_and_do_nothing_else);
    SUPPORT_ADD(suite, openings_by_seed_are_read);
    SUPPORT_ADD(suite, the_depth_of_a_tree_is_read);
    SUPPORT_ADD(suite, plain_commands_do_not_mind_what_follows);
    SUPPORT_ADD(suite, new_games_are_read);
    SUPPORT_ADD(suite, options_are_read);
    SUPPORT_ADD(suite, positions_are_read);
    SUPPORT_ADD(suite, limits_of_go_are_read_in_any_order);
    SUPPORT_ADD(suite, garbage_in_go_is_left_out_and_eats_no_keyword);
    SUPPORT_ADD(suite, numbers_beyond_their_range_become_the_nearest_within);
    SUPPORT_ADD(suite, perft_queries_and_benches_are_read);
    SUPPORT_ADD(suite, a_mate_in_moves_is_searched_in_plies);
    SUPPORT_ADD(suite, mates_are_written_in_moves);
    SUPPORT_ADD(suite, an_info_is_written_in_the_order_that_readers_expect);
    SUPPORT_ADD(suite, events_are_written);
    SUPPORT_ADD(suite, what_engines_print_is_read);
    SUPPORT_ADD(suite, options_that_engines_offer_are_read);
    SUPPORT_ADD(suite, a_dialect_is_known_by_its_first_command_and_by_its_name);
    return support_run(suite);
}
