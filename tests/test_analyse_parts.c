/* SPDX-License-Identifier: MIT */
/* Tests the parts of the analyser: claims, results, continuations, output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis_progress.h"
#include "clock.h"
#include "expectation.h"
#include "intake.h"
#include "memory.h"
#include "registry.h"
#include "suite.h"
#include "writers.h"

/* Returns how to read the lines of a game. */
static struct reading reading_of(const char *name)
{
    struct reading reading = {.game = registry_find(registry_games(), name)};
    ck_assert_ptr_nonnull(reading.game);
    game_default_settings(reading.game, &reading.settings);
    return reading;
}

/* True if a line with this first move and score fulfils the claims of an EPD. */
static bool holds(const char *name, const char *text, const char *pv, bool is_mate, int score)
{
    struct reading reading = reading_of(name);
    struct entry entry;
    struct error error = {""};
    char move[16];
    reading.suite = true;
    snprintf(move, sizeof move, "%s", pv);
    struct found_line line = {.pv = move, .has_score = true, .is_mate = is_mate, .score = score};
    bool good = entry_read(&entry, &reading, SOURCE_LINES, text, 1, &error);
    ck_assert_msg(good, "%s: %s", text, error.text);
    good = claim_holds(&entry.claim, entry.saved.game, entry.saved.record.position, &line);
    entry_finish(&entry);
    return good;
}

START_TEST(claims_hold_for_the_right_move_mate_and_score)
{
    const char *two = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8 Ra7;";
    ck_assert(holds("chess", two, "a1a8", false, 0));
    ck_assert(holds("chess", two, "a1a7", false, 0));
    ck_assert(!holds("chess", two, "a1a6", false, 0));
    const char *avoid = "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra7;";
    ck_assert(holds("chess", avoid, "a1a8", false, 0));
    ck_assert(!holds("chess", avoid, "a1a7", false, 0));
    const char *mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 2;";
    ck_assert(holds("chess", mate, "a1a8", true, 3));
    ck_assert(holds("chess", mate, "a1a8", true, 1));
    ck_assert(!holds("chess", mate, "a1a8", true, 5));
    ck_assert(!holds("chess", mate, "a1a8", true, -2));
    ck_assert(!holds("chess", mate, "a1a8", false, 900));
    const char *both = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; dm 1;";
    ck_assert(holds("chess", both, "a1a8", true, 1));
    ck_assert(!holds("chess", both, "a1a7", true, 1));
    ck_assert(!holds("chess", both, "a1a8", true, 3));
    /* Red has placed three stones and wins with the fourth: 22 - 4. */
    ck_assert(holds("connect4", "121212 18", "1", true, 1));
    ck_assert(!holds("connect4", "121212 18", "1", true, 3));
    ck_assert(holds("connect4", "121212 17", "1", true, 3));
    ck_assert(!holds("connect4", "121212 0", "1", true, 1));
    ck_assert(holds("connect4", "121212 0", "1", false, 0));
    /* Yellow is to move and loses to the fourth red stone, the seventh on the board. */
    ck_assert(holds("connect4", "41516 -18", "2", true, -2));
}
END_TEST

/* Adds a report of one line. */
static void tell(struct found *found, int multipv, int score, enum event_bound bound,
                 const char *pv)
{
    struct event_info info = {.depth = 5,
                              .multipv = multipv,
                              .has_score = true,
                              .score = score,
                              .bound = bound,
                              .nodes = 100 + score,
                              .time_ms = 1,
                              .pv = pv};
    ck_assert(found_take(found, &info));
}

START_TEST(the_last_exact_report_of_each_line_counts)
{
    struct found found = {.line_count = 0};
    struct event_info silent = {.depth = 3, .pv = "e2e4"};
    found_clear(&found);
    ck_assert(!found_take(&found, &silent));
    tell(&found, 0, 10, EVENT_LOWER, "d2d4");
    ck_assert_int_eq(found.lines[0].score, 10);
    tell(&found, 1, 20, EVENT_EXACT, "e2e4 e7e5");
    tell(&found, 1, 30, EVENT_UPPER, "d2d4");
    ck_assert_int_eq(found.lines[0].score, 20);
    ck_assert_int_eq(found.lines[0].nodes, 130);
    ck_assert_str_eq(found.lines[0].pv, "e2e4 e7e5");
    tell(&found, 3, 5, EVENT_EXACT, "c2c4");
    ck_assert_int_eq(found.line_count, 3);
    ck_assert(!found.lines[1].has_score);
    found_clear(&found);
    ck_assert_int_eq(found.line_count, 0);
}
END_TEST

static bool checks(const char *best, const char *pv)
{
    struct reading reading = reading_of("chess");
    struct found found = {.line_count = 0};
    struct error error = {""};
    struct game_record record;
    game_record_init(&record, reading.game, &reading.settings);
    tell(&found, 1, 0, EVENT_EXACT, pv);
    snprintf(found.best, sizeof found.best, "%s", best);
    bool good = found_check(&found, reading.game, record.position, &error);
    ck_assert_int_eq(good, !error.text[0]);
    found_clear(&found);
    game_record_finish(&record);
    return good;
}

START_TEST(illegal_answers_and_lines_are_found_out)
{
    ck_assert(checks("e2e4", "e2e4 e7e5 g1f3"));
    ck_assert(checks("e2e4", NULL));
    ck_assert(checks("e2e4", "e2e4  e7e5 "));
    ck_assert(!checks("e2e5", "e2e4"));
    ck_assert(!checks("", "e2e4"));
    ck_assert(!checks("(none)", "e2e4"));
    ck_assert(!checks("e2e4", "e2e4 e2e4"));
    ck_assert(!checks("e2e4",
                      "e2e4 e7e5 a-move-that-is-far-too-long-to-be-one-even-where-moves-are-"
                      "paths-over-the-board"));
}
END_TEST

START_TEST(what_a_move_lost_is_what_its_player_expected)
{
    ck_assert_double_eq_tol(study_loss(0.6, 0.4, 1, false), 0.2, 1e-9);
    ck_assert_double_eq_tol(study_loss(0.6, 0.4, 2, false), 0, 1e-9);
    ck_assert_double_eq_tol(study_loss(0.4, 0.6, 2, false), 0.2, 1e-9);
    ck_assert_double_eq_tol(study_loss(0.6, 0.4, 1, true), 0, 1e-9);
    ck_assert_int_eq(mark_of_loss(0.049), MARK_NONE);
    ck_assert_int_eq(mark_of_loss(0.05), MARK_INACCURACY);
    ck_assert_int_eq(mark_of_loss(0.1), MARK_MISTAKE);
    ck_assert_int_eq(mark_of_loss(0.15), MARK_BLUNDER);
    ck_assert_double_eq_tol(expectation(0, false), 0.5, 1e-9);
    ck_assert_double_eq_tol(expectation(300, false), 0.7511, 1e-4);
    ck_assert_double_eq_tol(expectation(-300, false), 0.2489, 1e-4);
    ck_assert_double_eq_tol(expectation(9, true), 1, 1e-9);
    ck_assert_double_eq_tol(expectation(0, true), 0, 1e-9);
}
END_TEST

/* Returns a database in memory with one entry. */
static struct results *results_with(const struct reading *reading, enum source_format format,
                                    const char *text)
{
    struct error error = {""};
    char *copy = memory_text(text);
    struct source source = {
        .name = "a \"file\"", .format = format, .text = copy, .length = strlen(copy)};
    struct results *results = results_open(NULL, true, &error);
    ck_assert_msg(results != NULL, "%s", error.text);
    ck_assert_msg(intake(results, &source, 1, reading, &SHARD_WHOLE, &error), "%s", error.text);
    ck_assert(results_has_input(results));
    free(copy);
    return results;
}

/* Stores a result for a ply: a score, or plies to mate if it is beyond 10000. */
static void put(struct results *results, int ply, int score, const char *pv)
{
    struct found found = {.solved_nodes = -1, .solved_us = -1, .time_us = 1500};
    struct event_info info = {.depth = 4,
                              .seldepth = 6,
                              .has_score = true,
                              .is_mate = abs(score) > 10000,
                              .score = score % 10000,
                              .nodes = 50,
                              .time_ms = 1,
                              .pv = pv};
    ck_assert(found_take(&found, &info));
    snprintf(found.best, sizeof found.best, "%.*s", (int)strcspn(pv, " "), pv);
    ck_assert(results_add(results, 0, ply, 0, &found, NULL));
    found_clear(&found);
}

/* Writes the first entry in one format. */
static void write_first(struct results *results, const struct reading *reading,
                        enum output_format format, const char *expected)
{
    struct writing writing = {.engine = "An engine"};
    struct results_entry row = RESULTS_START;
    struct study study;
    struct buffer out = {0};
    struct error error = {""};
    ck_assert(results_next(results, &row, NULL));
    ck_assert_msg(study_begin(&study, results, &row, reading, &error), "%s", error.text);
    output_put(format, &study, &writing, &out);
    ck_assert_str_eq(buffer_text(&out), expected);
    buffer_finish(&out);
    study_finish(&study);
}

START_TEST(a_game_is_written_in_every_format)
{
    struct reading reading = reading_of("chess");
    struct results *results = results_with(&reading, SOURCE_PGN,
                                           "[Black \"B\"]\n[White \"A\"]\n[ECO \"A00\"]\n\n"
                                           "1. f3 e5 2. g4 Qh4# 0-1\n");
    put(results, 0, 20, "e2e4 e7e5");
    put(results, 1, 40, "e7e5");
    put(results, 2, -60, "e2e4");
    put(results, 3, 10001, "d8h4");
    write_first(results, &reading, OUTPUT_PGN,
                "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[ECO \"A00\"]\n"
                "[Annotator \"An engine\"]\n[WhiteAccuracy \"24.1\"]\n[WhiteACPL \"500\"]\n"
                "[BlackAccuracy \"100.0\"]\n[BlackACPL \"0\"]\n\n"
                "{[%eval 0.20,4]} 1. f3 $6 {[%eval -0.40,4]} ( 1. e4 e5 ) 1... e5 {[%eval\n"
                "-0.60,4]} 2. g4 $4 {[%eval #-1,4]} ( 2. e4 ) 2... Qh4# 0-1\n\n");
    write_first(results, &reading, OUTPUT_EPD,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - acd 4; acn 50; bm e4; ce 20; "
                "pv e4 e5;\n"
                "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - acd 4; acn 50; bm e5; "
                "ce 40; pv e5;\n"
                "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - acd 4; acn 50; bm e4; "
                "ce -60; pv e4;\n"
                "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - acd 4; acn 50; "
                "bm Qh4#; ce 32766; dm 1; pv Qh4#;\n"
                "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -\n");
    write_first(results, &reading, OUTPUT_CSV,
                "\"a \"\"file\"\"\",1,1,0,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,"
                "f2f3,e2e4,20,,4,50,0.5184,0.0552,inaccuracy,e2e4 e7e5,,77.97,60\n"
                "\"a \"\"file\"\"\",1,1,1,rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 "
                "1,e7e5,e7e5,40,,4,50,0.4632,0.0000,,e7e5,,100.00,0\n"
                "\"a \"\"file\"\"\",1,1,2,rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - "
                "0 2,g2g4,e2e4,-60,,4,50,0.4450,0.4450,blunder,e2e4,,13.37,940\n"
                "\"a \"\"file\"\"\",1,1,3,rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq "
                "- 0 2,d8h4,d8h4,,1,4,50,0.0000,0.0000,,d8h4,,100.00,0\n"
                "\"a \"\"file\"\"\",1,1,4,rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq "
                "- 1 3,,,,,,,0.0000,,,,,,\n");
    write_first(
        results, &reading, OUTPUT_FIGURES,
        "1. A - B, a \"file\", line 1\n"
        "        moves   accuracy  loss    ?!    ?   ?\?   win mate  opening    loss  middle "
        "    loss  endgame    loss\n"
        "White       2     24.1 %   500     1    0    1     0    0     45.7 %   500          -"
        "     -          -     -\n"
        "Black       2    100.0 %     0     0    0    0     0    0    100.0 %     0          -"
        "     -          -     -\n\n");
    results_close(results);
}
END_TEST

/* The curve's field is from 46 to 710 and from 180 up to 10, and shows the first player's expected
 * score: 0.5184, 0.4632, 0.4450, 0, 0. The data for the script: squares are counted from a1, a
 * white pawn is 1, and the kings are 6 and 12. */
START_TEST(the_opening_is_in_the_formats_of_whole_games)
{
    struct reading reading = reading_of("chess");
    reading.names = opening_names_create();
    struct results *results =
        results_with(&reading, SOURCE_PGN, "[White \"A\"]\n[ECO \"X00\"]\n\n1. e4 c5 *\n");
    put(results, 0, 20, "e2e4");
    put(results, 1, -20, "c7c5");
    put(results, 2, 20, "g1f3");
    write_first(results, &reading, OUTPUT_PGN,
                "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                "[White \"A\"]\n[Black \"?\"]\n[Result \"*\"]\n[ECO \"X00\"]\n"
                "[Annotator \"An engine\"]\n[Opening \"Sicilian Defense\"]\n"
                "[WhiteAccuracy \"100.0\"]\n[WhiteACPL \"0\"]\n"
                "[BlackAccuracy \"100.0\"]\n[BlackACPL \"0\"]\n\n"
                "{[%eval 0.20,4]} 1. e4 {[%eval 0.20,4]} 1... c5 {[%eval 0.20,4] Best: Nf3} *\n\n");
    write_first(
        results, &reading, OUTPUT_FIGURES,
        "1. A - ?, a \"file\", line 1\nB20 Sicilian Defense\n"
        "        moves   accuracy  loss    ?!    ?   ?\?   win mate  opening    loss  middle "
        "    loss  endgame    loss\n"
        "White       1    100.0 %     0     0    0    0     0    0    100.0 %     0          -"
        "     -          -     -\n"
        "Black       1    100.0 %     0     0    0    0     0    0    100.0 %     0          -"
        "     -          -     -\n\n");
    results_close(results);
    opening_names_destroy(reading.names);
}
END_TEST

START_TEST(a_report_has_the_board_the_moves_the_curve_and_the_mistakes)
{
    static const char *const parts[] = {
        "<section class=\"game\" id=\"g1\">\n<h2>1. A &ndash; B 0-1</h2>\n"
        "<p class=\"faint\">a &quot;file&quot;, line 1</p>\n",
        "<li class=\"start\"><a href=\"#g1m0\" data-ply=\"0\">Start<span "
        "class=\"value\">+0.20</span>"
        "</a></li>\n<li class=\"first inaccuracy\"><a href=\"#g1m1\" data-ply=\"1\">"
        "<span class=\"number\">1.</span>f3<span class=\"glyph\" title=\"inaccuracy\">?!</span>"
        "<span class=\"value\">-0.40</span></a></li>\n<li class=\"second \"><a href=\"#g1m2\" "
        "data-ply=\"2\"><span class=\"number\">1...</span>e5<span class=\"value\">-0.60</span>",
        "<span class=\"number\">2.</span>g4<span class=\"glyph\" title=\"blunder\">?\?</span>"
        "<span class=\"value\">#-1</span></a></li>\n",
        "<path class=\"way\" d=\"M46.0 91.9L212.0 101.2L378.0 104.4L544.0 180.0L710.0 180.0\"/>\n",
        "<a href=\"#g1m2\" data-ply=\"2\" class=\"blunder\" tabindex=\"-1\"><circle cx=\"544.0\" "
        "cy=\"180.0\" r=\"6\"/></a>\n",
        "<path class=\"tick\" d=\"M212.0 180v5\"/><text x=\"212.0\" y=\"198\" "
        "text-anchor=\"middle\">1</text>\n<path class=\"tick\" d=\"M544.0 180v5\"/>",
        "<tr><th scope=\"row\">White</th><td>2</td><td>24.1 %</td><td>500</td><td>1</td><td>0</td>"
        "<td>1</td><td>0</td><td>0</td><td>45.7 %</td><td>500</td><td>&ndash;</td>",
        "<ul class=\"mistakes\">\n<li class=\"blunder\"><a href=\"#g1m2\" data-ply=\"2\">2. "
        "g4</a>: "
        "blunder, 44 % of a point lost. Better: e4 (-0.60)</li>\n</ul>\n",
        "{\"ids\":\"g1-\",\"turned\":false,\"field\":[46,710],\"start\":[4,2,3,5,6,3,2,4,1,1,1,1,1,"
        "1,1,1,"
        "0,0,",
        "\"marked\":[2],\"win\":[],\"plies\":[\n{\"c\":[],\"m\":[],\"b\":[12,28],\"t\":[\"Start\","
        "\"White to move. Best: e4 e5 (+0.20), depth 4\",\"Played: 1. f3\"]},\n"
        "{\"c\":[13,0,21,1],\"m\":[13,21],\"b\":[52,36],\"t\":[\"1. f3: inaccuracy, 6 % of a point "
        "lost. "
        "Better: e4 e5 (+0.20)\",\"Black to move. Best: e5 (-0.40), depth 4\",\"Played: 1... "
        "e5\"]},\n",
        "{\"c\":[14,0,30,1],\"m\":[14,30],\"k\":1,\"b\":[59,31],",
        "{\"c\":[31,11,59,0],\"m\":[59,31],\"b\":[],\"t\":[\"2... "
        "Qh4#\"]}]}</script>\n</section>\n",
    };
    struct reading reading = reading_of("chess");
    struct writing writing = {.engine = "<An engine>"};
    struct results *results = results_with(
        &reading, SOURCE_PGN, "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    struct results_entry row = RESULTS_START;
    struct study study;
    struct buffer out = {0};
    put(results, 0, 20, "e2e4 e7e5");
    put(results, 1, 40, "e7e5");
    put(results, 2, -60, "e2e4");
    put(results, 3, 10001, "d8h4");
    ck_assert(results_next(results, &row, NULL));
    ck_assert(study_begin(&study, results, &row, &reading, NULL));
    output_put(OUTPUT_REPORT, &study, &writing, &out);
    for (int i = 0; i < LENGTH(parts); i++) {
        ck_assert_msg(strstr(buffer_text(&out), parts[i]), "not in the report: %s", parts[i]);
    }
    buffer_clear(&out);
    write_report_header(&writing, &out);
    ck_assert_ptr_nonnull(strstr(buffer_text(&out), "<p>By &lt;An engine&gt;.</p>"));
    buffer_finish(&out);
    study_finish(&study);
    results_close(results);
}
END_TEST

START_TEST(a_position_is_written_with_what_it_came_with)
{
    struct reading reading = reading_of("chess");
    struct results *results = results_with(
        &reading, SOURCE_LINES, "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"x\"; ce 7; acd 1;");
    put(results, 0, 10001, "a1a8");
    write_first(results, &reading, OUTPUT_EPD,
                "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"x\"; acd 4; acn 50; ce 32766; dm 1; "
                "pv Ra8#;\n");
    write_first(results, &reading, OUTPUT_JSONL,
                "{\"source\":\"a \\\"file\\\"\",\"line\":1,\"entry\":1,\"ply\":0,\"game\":"
                "\"chess\",\"fen\":\"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\",\"best\":\"a1a8\","
                "\"lines\":[{\"depth\":4,\"seldepth\":6,\"mate_plies\":1,\"nodes\":50,\"pv\":["
                "\"a1a8\"]}],\"expected\":1.0000}\n");
    write_first(results, &reading, OUTPUT_PGN,
                "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
                "[Black \"?\"]\n[Result \"*\"]\n[SetUp \"1\"]\n"
                "[FEN \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"]\n[Annotator \"An engine\"]\n\n{[%eval "
                "#1,4] Best: Ra8#} *\n\n");
    results_close(results);
}
END_TEST

START_TEST(variations_of_sgf_stand_behind_the_rest_of_the_game)
{
    struct reading reading = reading_of("gomoku");
    struct results *results =
        results_with(&reading, SOURCE_SGF, "(;GM[4]SZ[9]PB[a\\]b]RE[B+];B[ee];W[aa];B[ed])");
    put(results, 0, 100, "e5 d5");
    put(results, 1, -100, "d5 d4");
    put(results, 2, 400, "e6");
    put(results, 3, -10002, "e7");
    write_first(results, &reading, OUTPUT_SGF,
                "(;FF[4]GM[4]CA[UTF-8]AP[myosu-analyse:" MYOSU_VERSION "]SZ[9]AN[An engine]"
                "PB[a\\]b]RE[B+]RU[freestyle]V[1.00]C[Black to move: +1.00, depth 4, best e5 d5]\n"
                ";B[ee]V[1.00]C[White to move: -1.00, depth 4, best d5 d4]\n"
                "(;W[aa]BM[2]V[4.00]C[Black to move: +4.00, depth 4, best e6]\n"
                ";B[ed]V[1000.00]C[White to move: loses in 2 plies, depth 4, best e7])\n"
                "(;W[de];B[df])\n"
                ")\n\n");
    results_close(results);
}
END_TEST

START_TEST(progress_tells_rate_time_left_and_the_worst_moves)
{
    struct analysis_progress progress = {
        .terminal = true, .all = 200, .done = 50, .began_with = 30};
    struct buffer line = {0};
    static const double losses[] = {0.1, 0.4, 0.2, 0.3, 0.05};
    for (int i = 0; i < LENGTH(losses); i++) {
        char name[8];
        snprintf(name, sizeof name, "m%d", i);
        if (analysis_progress_wants(&progress, losses[i])) {
            analysis_progress_add(&progress, losses[i], name);
        }
    }
    analysis_progress_format(&progress, 10 * NS_PER_SECOND, 200, &line);
    ck_assert_str_eq(buffer_text(&line), "[#####...............] 50/200  2.00/s  left 1:15  worst "
                                         "m1 -0.40, m3 -0.30, m2 -0.20");
    buffer_clear(&line);
    progress.worst[0].lost = 0;
    analysis_progress_format(&progress, NS_PER_SECOND, 200, &line);
    ck_assert_str_eq(buffer_text(&line), "[#####...............] 50/200  20/s  left 0:07");
    buffer_clear(&line);
    progress.budget_ms = 200000;
    progress.left_ms = 47000;
    progress.again = 3;
    analysis_progress_format(&progress, NS_PER_SECOND, 200, &line);
    ck_assert_str_eq(buffer_text(&line), "[###############.....] 50/200 +3  left 0:47");
    buffer_clear(&line);
    progress.budget_ms = progress.again = 0;
    progress.worst[0].lost = 0.4;
    analysis_progress_format(&progress, 10 * NS_PER_SECOND, 40, &line);
    ck_assert_str_eq(buffer_text(&line), "[#####...............] 50/200  2.00/s  l");
    buffer_finish(&line);
}
END_TEST

START_TEST(shards_are_read_and_cover_everything_once)
{
    static const char *const bad[] = {"", "3", "0/3", "4/3", "1/2x", "a/b", "-1/3", "1/9999999"};
    struct shard shard = SHARD_WHOLE;
    struct error error = {""};
    for (int i = 0; i < LENGTH(bad); i++) {
        ck_assert_msg(!shard_read(bad[i], &shard, &error), "%s", bad[i]);
        ck_assert_int_eq(shard.count, 1);
    }
    ck_assert(shard_read("3/8", &shard, &error));
    ck_assert_int_eq(shard.number, 3);
    ck_assert_int_eq(shard.count, 8);
    for (int64_t all = 0; all < 40; all++) {
        int64_t next = 0;
        for (shard.number = 1; shard.number <= shard.count; shard.number++) {
            int64_t first = shard_begin(&shard, all), end = shard_end(&shard, all);
            ck_assert_int_eq(first, next);
            ck_assert_int_ge(end - first, all / shard.count);
            ck_assert_int_le(end - first, all / shard.count + 1);
            next = end;
        }
        ck_assert_int_eq(next, all);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analyse_parts");
    SUPPORT_ADD(suite, claims_hold_for_the_right_move_mate_and_score);
    SUPPORT_ADD(suite, the_last_exact_report_of_each_line_counts);
    SUPPORT_ADD(suite, illegal_answers_and_lines_are_found_out);
    SUPPORT_ADD(suite, what_a_move_lost_is_what_its_player_expected);
    SUPPORT_ADD(suite, a_game_is_written_in_every_format);
    SUPPORT_ADD(suite, the_opening_is_in_the_formats_of_whole_games);
    SUPPORT_ADD(suite, a_report_has_the_board_the_moves_the_curve_and_the_mistakes);
    SUPPORT_ADD(suite, a_position_is_written_with_what_it_came_with);
    SUPPORT_ADD(suite, variations_of_sgf_stand_behind_the_rest_of_the_game);
    SUPPORT_ADD(suite, progress_tells_rate_time_left_and_the_worst_moves);
    SUPPORT_ADD(suite, shards_are_read_and_cover_everything_once);
    return support_run(suite);
}
