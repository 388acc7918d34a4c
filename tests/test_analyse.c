/* SPDX-License-Identifier: MIT */
/* Tests the analyser as a program: bad input, wrong usage, test suites, output files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyse_program.h"
#include "compiler.h"
#include "suite.h"

START_TEST(a_damaged_game_is_named_skipped_and_counted)
{
    analyse_enter();
    analyse_write_games("games.pgn", 1000, 400);
    analyse_assert_run(FAKE("") "--last --output out.pgn games.pgn", 1);
    analyse_assert_says("errors", "games.pgn: game 400: line 2399: move 4: illegal move 'Qxq9'");
    analyse_assert_says("errors", "1 of 1000 games and positions are damaged");
    ck_assert_int_eq(analyse_count("errors", "\n"), 2);
    ck_assert_int_eq(analyse_count("out.pgn", "[Event \""), 999);
    ck_assert_int_eq(analyse_count("out.pgn", "[Event \"Game 400\"]"), 0);
    analyse_leave();
}
END_TEST

/* A null move, as annotators write it, ends what can be read of a game, but not of the file. */
START_TEST(a_game_is_read_up_to_a_null_move)
{
    analyse_enter();
    analyse_write("games.pgn", "[Event \"1\"]\n\n1. e4 {[%clk 0:01:00]} -- 2. d4 1-0\n\n"
                               "[Event \"2\"]\n\n1. d4 *\n");
    analyse_assert_run(FAKE("") "--output out.pgn games.pgn", 1);
    analyse_assert_says("errors", "games.pgn: game 1: line 3: move 1...: a null move, '--', which "
                                  "the game does not have; it is read up to this move");
    analyse_assert_says("errors", "1 of 2 games are read in part");
    ck_assert_int_eq(analyse_count("errors", "\n"), 2);
    ck_assert_int_eq(analyse_count("out.pgn", "[Event \""), 2);
    analyse_assert_says("out.pgn", " [%clk 0:01:00]} ");
    analyse_assert_says("out.pgn", "[Result \"1-0\"]");
    analyse_leave();
}
END_TEST

/* Moves of variations are checked, but nothing is lost. A null move is no mistake in them. */
START_TEST(a_wrong_move_in_a_variation_is_named_and_kept)
{
    analyse_enter();
    analyse_write("games.pgn",
                  "[Event \"1\"]\n\n1. e4 (1. d4 -- 2. c4) e5 (1... c5 2. Nf3 (2. c3 d5\n"
                  "3. exd5 Qxd5 4. Qxd5) 2... d6) 2. Nf3 *\n\n"
                  "[Event \"2\"]\n\n1. d4 (1. e5) (1. e4 {good} e5 2. f4) *\n");
    analyse_assert_run(FAKE("") "--output out.pgn games.pgn", 0);
    analyse_assert_says("errors", "games.pgn: game 1: line 4: move 4: illegal move 'Qxd5'");
    analyse_assert_says("errors", "games.pgn: game 2: line 8: move 1: illegal move 'e5'");
    analyse_assert_says("errors", ", in a variation; it is kept as it stands\n");
    ck_assert_int_eq(analyse_count("errors", "\n"), 2);
    analyse_assert_says("out.pgn", "( 1. d4 -- 2. c4 )");
    analyse_assert_says("out.pgn", "4. Qxd5 )");
    analyse_assert_says("out.pgn", "( 1. e5 ) (");
    analyse_leave();
}
END_TEST

START_TEST(wrong_use_is_one_line_and_status_2)
{
    static const struct {
        const char *arguments, *reason;
    } uses[] = {
        {"--nonsense games.pgn", "'--nonsense' is no option"},
        {"--quiet", "expected a file"},
        {"--nodes 0 games.pgn", "--nodes: expected a number"},
        {"--nodes many games.pgn", "found 'many'"},
        {"--nodes", "--nodes: expected a value"},
        {"--time-budget 10 games.pgn", "--time-budget: expected a time with its unit"},
        {"--time-budget 10m --movetime 5 games.pgn", "--time-budget: expected no --movetime"},
        {"--from-move 0 games.pgn", "--from-move: expected a number"},
        {"--from-move 2 --last games.pgn", "--from-move: expected neither --last"},
        {"--side red games.pgn", "--side"},
        {"--depth 100000 games.pgn", "--depth: expected a number, 1 to 256"},
        {"--movetime -5 games.pgn", "--movetime: expected a number"},
        {"--multipv 0 games.pgn", "--multipv"},
        {"--concurrency 0 games.pgn", "--concurrency"},
        {"--timeout soon games.pgn", "--timeout: expected seconds"},
        {"--game ludo games.pgn", "there is no game 'ludo'"},
        {"--game 'gomoku size=99' games.pgn", "size"},
        {"--input doc games.pgn", "--input: expected auto, pgn"},
        {"--dialect latin games.pgn", "--dialect: expected auto, uci"},
        {"--format doc games.pgn", "--format: expected pgn"},
        {"--output out.doc games.pgn", "names no format"},
        {"--shard 3/2 --db x games.pgn", "--shard: expected I/N"},
        {"--shard 1/2 --output - games.pgn", "--shard: expected --db"},
        {"--engine ' ' games.pgn", "--engine: expected a command"},
        {"--engine x --connect unix:y games.pgn", "expected one of them"},
        {"--option =5 games.pgn", "expected NAME=VALUE"},
        {"--engine '" FAKE_ENGINE "' no-such-file", "no-such-file: No such file"},
        {"--engine ./no-such-engine games.pgn", "no-such-engine"},
        {"--engine '" FAKE_ENGINE "' --option Spirit=2 games.pgn", "Spirit"},
        {"--engine '" FAKE_ENGINE "' --format sgf games.pgn", "is not written as SGF"},
        {"--tree out.svg games.pgn", "--tree: expected --depth, from 1 to 64"},
        {"--tree out.svg --depth 65 games.pgn", "--tree: expected --depth, from 1 to 64"},
        {"--tree out.svg --depth 2 --nodes 5 games.pgn", "and no other limit"},
        {"--tree out.svg --depth 2 --output x games.pgn", "--tree: expected one file"},
        {"--tree out.svg --depth 2 a b", "--tree: expected one file"},
        {"--tree out.svg --depth 2 /dev/null", "expected a position in the first line"},
        {"--engine '" ENGINE "' --game tree --tree out.svg --depth 2 damaged", "character 4, 'x'"},
        {"--engine '" ENGINE "' --game ludo --tree out.svg --depth 2 damaged", "game 'ludo'"},
        {"--engine '" FAKE_ENGINE "' --output /dev/null --format csv games.pgn",
         "/dev/null is no regular file; expected a file, or - for standard output"},
        {"--engine '" FAKE_ENGINE "' --report /dev games.pgn", "/dev is no regular file"},
        {"--fresh games.pgn", "--fresh: expected --db or an output, a file with results"},
        {"merge --fresh a", "'--fresh' is no option of merge"},
        {"merge --tree x a", "'--tree' is no option of merge"},
        {"merge", "expected the databases"},
        {"merge --nodes 5 a b", "'--nodes' is no option of merge"},
        {"merge no-such-file", "no-such-file: unable to open"},
        {"merge games.pgn", "file is not a database"},
    };
    analyse_enter();
    analyse_write_games("games.pgn", 2, 0);
    analyse_write("damaged", "(1 x)\n");
    for (int i = 0; i < LENGTH(uses); i++) {
        analyse_assert_run(uses[i].arguments, 2);
        analyse_assert_says("errors", uses[i].reason);
        ck_assert_msg(analyse_count("errors", "\n") == 1, "%s", uses[i].arguments);
        ck_assert_msg(analyse_count("said", "\n") == 0, "%s", uses[i].arguments);
    }
    analyse_leave();
}
END_TEST

/* The command `go` as it reaches the engine. */
START_TEST(an_engine_searches_within_the_limits_that_were_asked_for)
{
    static const struct {
        const char *options, *go;
    } limits[] = {
        {"--movetime 77", "go movetime 77\n"},
        {"--depth 5", "go depth 5\n"},
        {"--nodes 9", "go nodes 9\n"},
        {"--depth 5 --movetime 77 --nodes 9", "go depth 5 nodes 9 movetime 77\n"},
        {"--option Delay=5", "go nodes 100000\n"},
    };
    analyse_enter();
    analyse_write("games.txt", "e2e4\n");
    analyse_write("engine.sh", "tee -a commands | " FAKE_ENGINE "\n");
    for (int i = 0; i < LENGTH(limits); i++) {
        char arguments[256];
        snprintf(arguments, sizeof arguments, "--quiet --engine 'sh engine.sh' %s games.txt",
                 limits[i].options);
        remove("commands");
        analyse_assert_run(arguments, 0);
        ck_assert_msg(analyse_count("commands", limits[i].go) == 2, "%s", limits[i].options);
        ck_assert_int_eq(analyse_count("commands", "\ngo "), 2);
    }
    analyse_assert_says("commands", "setoption name Delay value 5\n");
    analyse_leave();
}
END_TEST

START_TEST(the_positions_and_the_side_that_were_asked_for_are_analysed)
{
    static const struct {
        const char *options;
        int positions, losses;
    } uses[] = {
        {"", 6, 5},
        {"--from-move 1", 6, 5},
        {"--from-move 2", 4, 3},
        {"--from-move 3", 2, 1},
        {"--from-move 4", 0, 0},
        {"--skip-book", 1, 0}, /* the Ruy Lopez has its name after the last move */
        {"--skip-book --from-move 2", 1, 0},
        {"--side both", 6, 5},
        {"--side white", 6, 3},
        {"--side first", 6, 3},
        {"--side black", 6, 2},
        {"--side second --from-move 2", 4, 1},
    };
    analyse_enter();
    analyse_write("games.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
    for (int i = 0; i < LENGTH(uses); i++) {
        char arguments[256];
        snprintf(arguments, sizeof arguments, FAKE("") "%s games.pgn", uses[i].options);
        analyse_assert_run(arguments, 0);
        ck_assert_msg(analyse_count("said", "\"ply\"") == uses[i].positions, "%s", uses[i].options);
        ck_assert_msg(analyse_count("said", "\"lost\"") == uses[i].losses, "%s", uses[i].options);
        ck_assert_msg(analyse_count("said", "\"cp_loss\"") >= uses[i].losses, "%s",
                      uses[i].options);
    }
    analyse_assert_run(FAKE("") "games.pgn", 0);
    analyse_assert_says("said", ",\"eco\":\"C60\",\"opening\":\"Ruy Lopez\",\"sides\":[");
    /* In a game whose first side is Black, White is the second. */
    analyse_write("games.sgf", "(;GM[4]SZ[9];B[ee];W[ed];B[dd])\n");
    analyse_assert_run(FAKE("") "--side white games.sgf", 0);
    ck_assert_int_eq(analyse_count("said", "\"lost\""), 1);
    analyse_leave();
}
END_TEST

/* Five positions share a quarter of the budget. The engine answers at once, so the others share
 * what each does not use, and no position is searched again. Two engines have twice as much,
 * because they run at the same time. */
START_TEST(a_time_budget_is_shared_by_the_positions)
{
    analyse_enter();
    analyse_write("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
    analyse_write("engine.sh", "tee -a commands | " FAKE_ENGINE "\n");
    analyse_assert_run("--quiet --engine 'sh engine.sh' --time-budget 50m --db job.db games.pgn",
                       0);
    ck_assert_int_eq(analyse_count("commands", "go movetime 150000\n"), 1);
    ck_assert_int_eq(analyse_count("commands", "go movetime 187"), 1);
    ck_assert_int_eq(analyse_count("commands", "go movetime "), 5);
    remove("commands");
    analyse_assert_run(
        "--quiet --engine 'sh engine.sh' --time-budget 50m --concurrency 2 games.pgn", 0);
    ck_assert_int_ge(analyse_count("commands", "go movetime 300000\n"), 1);
    analyse_assert_run("--quiet --engine 'sh engine.sh' --time-budget 1h --db job.db games.pgn", 2);
    analyse_assert_says("errors", "limits");
    analyse_leave();
}
END_TEST

START_TEST(a_job_can_be_begun_again)
{
    analyse_enter();
    analyse_write("games.pgn", "1. e4 e5 *\n");
    analyse_assert_run(FAKE("score=10") "--db job.db --output out.csv games.pgn", 0);
    ck_assert_int_eq(analyse_count("out.csv", ",10,,"), 3);
    analyse_assert_run(FAKE("score=20") "--db job.db --output out.csv games.pgn", 0);
    ck_assert_int_eq(analyse_count("out.csv", ",10,,"), 3);
    analyse_assert_run(FAKE("score=20") "--fresh --db job.db --output out.csv games.pgn", 0);
    ck_assert_int_eq(analyse_count("out.csv", ",20,,"), 3);
    analyse_assert_run(FAKE("") "--nodes 7 --db job.db --output out.csv games.pgn", 2);
    /* A command that cannot begin removes nothing. */
    analyse_assert_run(FAKE("") "--fresh --db job.db --output out.csv no-such-file", 2);
    analyse_assert_run("--engine ./no-such-engine --fresh --db job.db games.pgn", 2);
    analyse_assert_run(FAKE("") "--fresh --db job.db --format sgf --output out.sgf games.pgn", 2);
    analyse_assert_run(FAKE("score=30") "--db job.db --output out.csv games.pgn", 0);
    ck_assert_int_eq(analyse_count("out.csv", ",20,,"), 3);
    analyse_assert_run(FAKE("") "--nodes 7 --fresh --db job.db --output out.csv games.pgn", 0);
    analyse_leave();
}
END_TEST

#define KNOWN_HEADER                                                                               \
    "source,line,entry,ply,fen,played,best,cp,mate_plies,depth,nodes,expected,lost,mark,pv,"       \
    "failure,accuracy,cp_loss"
#define KNOWN_PLACE                                                                                \
    "{\"source\":\"one.fen\",\"line\":1,\"entry\":1,\"ply\":0,\"game\":\"chess\","                 \
    "\"fen\":\"7k/1r6/8/8/8/8/8/K7 w - - 0 1\",\"best\":\"a1a2\","

/* The only legal move, with the engine's claims about it. Measured times vary, so only the engine's
 * own are compared. */
START_TEST(what_an_engine_claims_stands_in_every_format)
{
    static const struct {
        const char *info, *options, *expected;
    } claims[] = {
        {"depth_7_seldepth_9_score_mate_2_nodes_123_time_45", "--format csv",
         KNOWN_HEADER "\none.fen,1,1,0,7k/1r6/8/8/8/8/8/K7 w - - 0 1,,a1a2,,3,7,123,1.0000,,,"
                      "a1a2,,,\n"},
        {"depth_7_seldepth_9_score_mate_2_nodes_123_time_45", "--format epd",
         "7k/1r6/8/8/8/8/8/K7 w - - acd 7; acn 123; bm Ka2; ce 32764; dm 2; pv Ka2;\n"},
        {"depth_7_seldepth_9_score_mate_2_nodes_123_time_45", "--format jsonl",
         KNOWN_PLACE "\"lines\":[{\"depth\":7,\"seldepth\":9,\"mate_plies\":3,\"nodes\":123,"
                     "\"pv\":[\"a1a2\"]}],\"expected\":1.0000}\n"},
        {"depth_4_score_mate_-1_nodes_6", "--format csv",
         KNOWN_HEADER "\none.fen,1,1,0,7k/1r6/8/8/8/8/8/K7 w - - 0 1,,a1a2,,-2,4,6,0.0000,,,a1a2,"
                      ",,\n"},
        {"depth_4_score_mate_-1_nodes_6", "--format epd",
         "7k/1r6/8/8/8/8/8/K7 w - - acd 4; acn 6; bm Ka2; ce -32765; pv Ka2;\n"},
        {"depth_4_score_cp_-200_nodes_6", "--format csv",
         KNOWN_HEADER "\none.fen,1,1,0,7k/1r6/8/8/8/8/8/K7 w - - 0 1,,a1a2,-200,,4,6,0.3238,,,"
                      "a1a2,,,\n"},
        {"depth_4_score_cp_-200_nodes_6", "--format epd",
         "7k/1r6/8/8/8/8/8/K7 w - - acd 4; acn 6; bm Ka2; ce -200; pv Ka2;\n"},
        {"depth_7_seldepth_9_score_mate_2_nodes_123_time_45", "--times --format epd",
         "7k/1r6/8/8/8/8/8/K7 w - - acd 7; acn 123; acs 0; bm Ka2; ce 32764; dm 2; pv Ka2;\n"},
        {"depth_4_score_cp_-200_nodes_6_time_45", "--times --format jsonl",
         KNOWN_PLACE "\"time_us\":N,\"lines\":[{\"depth\":4,\"cp\":-200,\"nodes\":6,"
                     "\"time_ms\":45,\"pv\":[\"a1a2\"]}],\"expected\":0.3238}\n"},
        {"depth_4_score_cp_-200_nodes_6_time_45", "--times --format csv",
         KNOWN_HEADER ",time_us\none.fen,1,1,0,7k/1r6/8/8/8/8/8/K7 w - - 0 1,,a1a2,-200,,4,6,"
                      "0.3238,,,a1a2,,,,N\n"},
    };
    analyse_enter();
    analyse_write("one.fen", "7k/1r6/8/8/8/8/8/K7 w - - 0 1\n");
    for (int i = 0; i < LENGTH(claims); i++) {
        char arguments[512];
        snprintf(arguments, sizeof arguments,
                 "--quiet --engine '" FAKE_ENGINE " info=%s' %s --output - one.fen", claims[i].info,
                 claims[i].options);
        analyse_assert_run(arguments, 0);
        ck_assert_int_eq(
            system("sed 's/\"time_us\":[0-9]*/\"time_us\":N/; s/,,[0-9]*$/,,N/' said >found"), 0);
        analyse_write("expected", claims[i].expected);
        ck_assert_int_eq(analyse_count("said", "N"), 0);
        analyse_assert_same("expected", strstr(claims[i].expected, ":N")   ? "found"
                                        : strstr(claims[i].expected, ",N") ? "found"
                                                                           : "said");
    }
    analyse_leave();
}
END_TEST

START_TEST(a_suite_tells_claim_nodes_seconds_and_move)
{
    analyse_enter();
    analyse_write("one.epd", "7k/1r6/8/8/8/8/8/K7 w - - bm Ka2; id \"only move\";\n"
                             "7k/1r6/8/8/8/8/8/K7 w - - dm 1;\n");
    analyse_assert_run("--quiet --suite --engine '" FAKE_ENGINE
                       " info=depth_7_score_mate_2_nodes_123' one.epd",
                       1);
    /* The number of seconds varies. */
    ck_assert_int_eq(system("sed -E 's/[0-9]+\\.[0-9]{3}/S.SSS/' said >found"), 0);
    analyse_write("expected",
                  "position                  to be found                          nodes    seconds"
                  "  found\n"
                  "only move                 bm Ka2                solved           123      S.SSS"
                  "  Ka2, wins in 3 plies\n"
                  "one.epd:2                 dm 1                  -                              "
                  "  Ka2, wins in 3 plies\n"
                  "1 of 2 solved, with 123 nodes in S.SSS s\n");
    analyse_assert_same("expected", "found");
    analyse_leave();
}
END_TEST

START_TEST(a_suite_is_judged_by_its_claims)
{
    analyse_enter();
    analyse_write("good.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n"
                              "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;\n"
                              "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra7 Ra6;\n");
    analyse_assert_run("--quiet --engine '" ENGINE "' --depth 3 --suite good.epd", 0);
    analyse_assert_says("said", "back rank                 bm Ra8#");
    analyse_assert_says("said", "good.epd:3                am Ra7 Ra6");
    analyse_assert_says("said", "3 of 3 solved");
    analyse_write("bad.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra7;\n"
                             "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8;\n"
                             "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;\n");
    analyse_assert_run("--quiet --engine '" ENGINE "' --depth 3 --suite bad.epd", 1);
    analyse_assert_says("said", "1 of 3 solved");
    analyse_write("wrong.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb7;\n"
                               "6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"no claim\";\n");
    analyse_assert_run("--quiet --engine '" ENGINE "' --depth 3 --suite wrong.epd", 1);
    analyse_assert_says("errors", "wrong.epd: line 1: bm: ");
    analyse_assert_says("errors", "wrong.epd: line 2: nothing to be found");
    analyse_assert_says("said", "0 of 0 solved");
    analyse_leave();
}
END_TEST

START_TEST(exact_scores_are_those_of_the_collections)
{
    analyse_enter();
    analyse_assert_run("--quiet --engine '" ENGINE "' --nodes 1000000 --suite --game connect4 "
                       "'" TESTS_DATA "/connect4/plies-30.txt'",
                       0);
    analyse_assert_says("said", "plies-30.txt:1            score 0");
    analyse_write("wrong.txt", "521353656547272655313267727373 3\n");
    analyse_assert_run(
        "--quiet --engine '" ENGINE "' --nodes 1000000 --suite --game connect4 wrong.txt", 1);
    analyse_write("none.txt", "4455\n");
    analyse_assert_run("--quiet --engine '" ENGINE "' --nodes 10 --suite --game connect4 none.txt",
                       1);
    analyse_assert_says("errors",
                        "none.txt: line 1: expected moves, and an exact score behind them");
    analyse_leave();
}
END_TEST

/* Leap has a side that passes, a side that moves twice in a row, and counters that are part of a
 * position. Each position must mean the same alone and in its game. */
START_TEST(a_game_that_none_was_made_for_is_analysed)
{
    static const char game[] = "--quiet --game leap --engine '" LEAP_ENGINE "' --depth 4 --output ";
    char arguments[512];
    analyse_enter();
    analyse_write("leap.moves", "b1b2 a5a4 b2b3 d5d4 b3c3 c3d3 d4d2 d1d3 a4b4 a1b1 pass e1d1\n");
    snprintf(arguments, sizeof arguments, "%sgame.csv leap.moves", game);
    ck_assert_int_eq(analyse_run_program(LEAP_ANALYSE, arguments), 0);
    ck_assert_int_eq(analyse_count("game.csv", "\n"), 14);
    analyse_assert_says("game.csv", " x 0 36,b3c3,");
    analyse_assert_says("game.csv", " x 0 35,c3d3,");
    analyse_assert_says("game.csv", " o 0 30,pass,");
    snprintf(arguments, sizeof arguments, "%sgame.epd leap.moves", game);
    ck_assert_int_eq(analyse_run_program(LEAP_ANALYSE, arguments), 0);
    snprintf(arguments, sizeof arguments, "%salone.epd game.epd", game);
    ck_assert_int_eq(analyse_run_program(LEAP_ANALYSE, arguments), 0);
    /* In the game's file, the given operations come first. */
    ck_assert_int_eq(system("for f in game alone; do tr ' ;' '\\n' <$f.epd | sort >$f.words; done"),
                     0);
    analyse_assert_same("game.words", "alone.words");
    analyse_write("wrong.moves", "b1b2 a5a4 b1c1\n");
    snprintf(arguments, sizeof arguments, "%swrong.csv wrong.moves", game);
    ck_assert_int_eq(analyse_run_program(LEAP_ANALYSE, arguments), 1);
    analyse_assert_says("errors", "wrong.moves: line 1: move 3: illegal move 'b1c1'");
    analyse_leave();
}
END_TEST

START_TEST(annotated_games_are_the_same_games)
{
    analyse_enter();
    analyse_write_games("games.pgn", 8, 0);
    analyse_assert_run("--quiet --engine '" ENGINE "' --nodes 200 --output out.pgn games.pgn", 0);
    analyse_assert_run(FAKE("") "--output before.epd games.pgn", 0);
    analyse_assert_run(FAKE("") "--output after.epd out.pgn", 0);
    analyse_assert_same("before.epd", "after.epd");
    analyse_write("games.sgf", "(;GM[4]SZ[9];B[ee];W[ed];B[dd];W[ff];B[cc])\n");
    analyse_assert_run("--quiet --engine '" ENGINE "' --nodes 200 --output out.sgf games.sgf", 0);
    analyse_assert_run(FAKE("") "--output before-sgf.epd games.sgf", 0);
    analyse_assert_run(FAKE("") "--output after-sgf.epd out.sgf", 0);
    analyse_assert_same("before-sgf.epd", "after-sgf.epd");
    analyse_leave();
}
END_TEST

START_TEST(standard_input_is_read_and_standard_output_written)
{
    analyse_enter();
    analyse_write("lines", "e2e4 e7e5\n# a comment\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
    analyse_assert_run(FAKE("") "- <lines", 0);
    ck_assert_int_eq(analyse_count("said", "\n"), 5);
    ck_assert_int_eq(analyse_count("said", "\"sides\":[{\"side\":\"White\""), 1);
    analyse_assert_says("said", "\"source\":\"standard input\",\"line\":4");
    analyse_assert_run(FAKE("") "--connect unix:nowhere - <lines", 2);
    analyse_leave();
}
END_TEST

START_TEST(a_report_shows_every_game)
{
    analyse_enter();
    analyse_write_games("games.pgn", 4, 0);
    analyse_assert_run("--quiet --engine '" ENGINE "' --nodes 500 --report out.html games.pgn", 0);
    ck_assert_int_eq(analyse_count("out.html", "<section class=\"game\""), 4);
    ck_assert_int_eq(analyse_count("out.html", "<svg class=\"curve\""), 4);
    ck_assert_int_eq(analyse_count("out.html", " class=\"board\""), 4);
    analyse_assert_says("out.html", "2. g4</a>: blunder");
    analyse_assert_run("--quiet --engine '" ENGINE "' --nodes 500 --output same.html games.pgn", 0);
    analyse_assert_same("out.html", "same.html");
    analyse_leave();
}
END_TEST

/* A report shows names literally: they are not interpreted as markup. */
START_TEST(names_in_a_report_are_text)
{
    analyse_enter();
    analyse_write("a<b>.pgn", "[Event \"[White \\\"no\\\"]\"]\n"
                              "[White \"a \\\"b\\\" <script>&\x1b[31m\"]\n"
                              "[Black \"M\xfcller \\\\\"]\n\n1. e4 e5 *\n");
    analyse_write("c.sgf", "(;GM[4]CA[ISO-8859-1]GC[PW[no\\]]PB[a \\] b]PW[M\xfcller];B[hh])");
    analyse_assert_run(FAKE("") "--report out.html 'a<b>.pgn' c.sgf", 0);
    analyse_assert_says("out.html",
                        "<h2>1. a &quot;b&quot; &lt;script&gt;&amp; [31m &ndash; "
                        "M\u00fcller \\ *</h2>\n<p class=\"faint\">a&lt;b&gt;.pgn, line 1</p>");
    analyse_assert_says("out.html", "<h2>2. M\u00fcller &ndash; a ] b *</h2>");
    analyse_leave();
}
END_TEST

/* The textbook's tree, of value 3: the leaves 4 and 6 are not visited. */
START_TEST(a_tree_is_written_with_what_was_cut_off)
{
    analyse_enter();
    analyse_write("position", "((3 12 8) (2 4 6) (14 5 2))\n");
    analyse_assert_run("--engine '" ENGINE "' --game tree --depth 2 --tree - position", 0);
    ck_assert_int_eq(analyse_count("said", "\n"), 13);
    ck_assert_int_eq(analyse_count("said", "\"visited\":false"), 2);
    analyse_assert_says("said", "\"kind\":\"end\",\"visited\":false,\"value\":4}\n");
    analyse_assert_says("said", "\"kind\":\"end\",\"visited\":false,\"value\":6}\n");
    analyse_assert_run("--engine '" ENGINE "' --game tree --depth 2 --tree out.svg position", 0);
    analyse_assert_says("out.svg", "<title>tree: ((3 12 8) (2 4 6) (14 5 2))</title>");
    ck_assert_int_eq(analyse_count("out.svg", "<rect class=\"node cut\""), 2);
    analyse_write("position", "startpos moves a1 b2\n");
    analyse_assert_run("--engine '" ENGINE "' --game tictactoe --depth 3 --tree out.svg position",
                       0);
    ck_assert_int_eq(analyse_count("out.svg", "node max"), 1 + 7 * 6);
    analyse_assert_run("--engine '" ENGINE "' --game 'gomoku size=7' --option Evaluation=textbook "
                       "--depth 1 --tree - position",
                       0);
    /* The points within two of a1 or b2 are the square from a1 to d4. */
    ck_assert_int_eq(analyse_count("said", "\"ply\":1"), 4 * 4 - 2);
    analyse_leave();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analyse");
    SUPPORT_ADD(suite, a_tree_is_written_with_what_was_cut_off);
    SUPPORT_ADD(suite, a_damaged_game_is_named_skipped_and_counted);
    SUPPORT_ADD(suite, a_game_is_read_up_to_a_null_move);
    SUPPORT_ADD(suite, a_wrong_move_in_a_variation_is_named_and_kept);
    SUPPORT_ADD(suite, wrong_use_is_one_line_and_status_2);
    SUPPORT_ADD(suite, an_engine_searches_within_the_limits_that_were_asked_for);
    SUPPORT_ADD(suite, the_positions_and_the_side_that_were_asked_for_are_analysed);
    SUPPORT_ADD(suite, a_time_budget_is_shared_by_the_positions);
    SUPPORT_ADD(suite, a_job_can_be_begun_again);
    SUPPORT_ADD(suite, what_an_engine_claims_stands_in_every_format);
    SUPPORT_ADD(suite, a_suite_tells_claim_nodes_seconds_and_move);
    SUPPORT_ADD(suite, a_suite_is_judged_by_its_claims);
    SUPPORT_ADD(suite, exact_scores_are_those_of_the_collections);
    SUPPORT_ADD(suite, a_game_that_none_was_made_for_is_analysed);
    SUPPORT_ADD(suite, annotated_games_are_the_same_games);
    SUPPORT_ADD(suite, standard_input_is_read_and_standard_output_written);
    SUPPORT_ADD(suite, a_report_shows_every_game);
    SUPPORT_ADD(suite, names_in_a_report_are_text);
    return support_run(suite);
}
