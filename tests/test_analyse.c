/* SPDX-License-Identifier: MIT */
/* The analyser as a program: bad engines, bad input, wrong use, jobs that are killed or split. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "buffer.h"
#include "rng.h"
#include "suite.h"

/* The programs under test come from the build. */
#ifndef ANALYSE_PROGRAM
#error "ANALYSE_PROGRAM must be the path of the analyser"
#endif
#ifndef FAKE_ENGINE
#error "FAKE_ENGINE must be the path of the engine that misbehaves"
#endif
#ifndef ENGINE
#error "ENGINE must be the path of the engine"
#endif

#define FAKE(arguments) " --quiet --engine '" FAKE_ENGINE " " arguments "' "

/* Every test works in a folder of its own. */
static void enter(void)
{
    char path[] = "analyse.XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(path));
    ck_assert_int_eq(chdir(path), 0);
}

static void leave(void)
{
    char path[4096];
    ck_assert_ptr_nonnull(getcwd(path, sizeof path));
    ck_assert_int_eq(chdir(".."), 0);
    char command[4200];
    snprintf(command, sizeof command, "rm -r '%s'", path);
    ck_assert_int_eq(system(command), 0);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void read_file(const char *path, struct buffer *out)
{
    char bytes[4096];
    size_t count;
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is not there", path);
    buffer_clear(out);
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) {
        buffer_append(out, bytes, count);
    }
    fclose(file);
}

static void assert_same(const char *path, const char *other)
{
    struct buffer a = {0}, b = {0};
    read_file(path, &a);
    read_file(other, &b);
    ck_assert_uint_gt(buffer_length(&a), 0);
    ck_assert_msg(buffer_length(&a) == buffer_length(&b) &&
                      memcmp(buffer_text(&a), buffer_text(&b), buffer_length(&a)) == 0,
                  "%s:\n%s\n%s:\n%s", path, buffer_text(&a), other, buffer_text(&b));
    buffer_finish(&a);
    buffer_finish(&b);
}

/* Runs the analyser; its status. What it says goes into the files `said` and `errors`. */
static int run(const char *arguments)
{
    struct buffer command = {0};
    buffer_printf(&command, "'%s' %s >said 2>errors", ANALYSE_PROGRAM, arguments);
    int status = system(buffer_text(&command));
    buffer_finish(&command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void assert_run(const char *arguments, int expected)
{
    struct buffer errors = {0};
    int status = run(arguments);
    read_file("errors", &errors);
    ck_assert_msg(status == expected, "%s: status %d, not %d: %s", arguments, status, expected,
                  buffer_text(&errors));
    buffer_finish(&errors);
}

static void assert_says(const char *path, const char *text)
{
    struct buffer said = {0};
    read_file(path, &said);
    ck_assert_msg(strstr(buffer_text(&said), text), "'%s' is not in %s: %s", text, path,
                  buffer_text(&said));
    buffer_finish(&said);
}

static int count_text(const char *path, const char *text)
{
    struct buffer said = {0};
    int count = 0;
    read_file(path, &said);
    for (const char *at = buffer_text(&said); (at = strstr(at, text)); at += strlen(text)) {
        count++;
    }
    buffer_finish(&said);
    return count;
}

/* Games of chess, `damaged` (from 1; 0: none) with an illegal move. */
static void write_games(const char *path, int count, int damaged)
{
    static const char *const openings[] = {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. d4 d5 2. c4 dxc4",
                                           "1. c4 e5 2. g3 Nf6 3. Bg2", "1. f3 e5 2. g4 Qh4#"};
    struct buffer text = {0};
    for (int i = 1; i <= count; i++) {
        buffer_printf(&text, "[Event \"Game %d\"]\n[White \"A\"]\n[Black \"B\"]\n\n%s%s *\n\n", i,
                      openings[i % LENGTH(openings)], i == damaged ? " 9. Qxq9" : "");
    }
    write_file(path, buffer_text(&text));
    buffer_finish(&text);
}

static const struct {
    const char *game, *file, *text, *format;
} inputs[] = {
    {"chess", "games.pgn", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. d4 d5 *\n", "pgn"},
    {"gomoku", "games.sgf", "(;GM[4]SZ[9];B[ee];W[ed];B[dd];W[ff];B[cc])\n", "sgf"},
    {"connect4", "games.txt", "4 4 3 3 5\n1212121\n", "jsonl"},
    {"tictactoe", "games.txt", "b2 a1 c3\n3/1x1/3 o\n", "csv"},
};

START_TEST(results_do_not_depend_on_how_many_engines_there_are)
{
    for (int i = 0; i < LENGTH(inputs); i++) {
        enter();
        char command[512];
        write_file(inputs[i].file, inputs[i].text);
        for (int engines = 1; engines <= 3; engines++) {
            snprintf(command, sizeof command,
                     "--quiet --game %s --nodes 300 --concurrency %d --format %s --output out%d "
                     "--engine '" ENGINE "' --option Hash=1 %s",
                     inputs[i].game, engines, inputs[i].format, engines, inputs[i].file);
            assert_run(command, 0);
        }
        assert_same("out1", "out2");
        assert_same("out1", "out3");
        leave();
    }
}
END_TEST

/* Starts the analyser and kills it after some time; true if it had ended before. */
static bool run_and_kill(char *const *words, int ms)
{
    struct timespec span = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    int status;
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        execv(words[0], words);
        _exit(127);
    }
    nanosleep(&span, NULL);
    kill(child, SIGKILL);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status);
}

START_TEST(a_job_that_is_killed_ends_with_the_same_bytes)
{
    static char program[] = ANALYSE_PROGRAM, engine[] = ENGINE;
    char *words[] = {program,
                     (char[]){"--quiet"},
                     (char[]){"--nodes"},
                     (char[]){"2000"},
                     (char[]){"--concurrency"},
                     (char[]){"2"},
                     (char[]){"--engine"},
                     engine,
                     (char[]){"--option"},
                     (char[]){"Hash=1"},
                     (char[]){"--output"},
                     (char[]){"killed.pgn"},
                     (char[]){"games.pgn"},
                     NULL};
    struct rng rng = {.state = 18};
    enter();
    write_games("games.pgn", 60, 7);
    for (int i = 0; i < 20; i++) {
        if (run_and_kill(words, 50 + (int)rng_below(&rng, 200))) {
            remove("killed.pgn.db"); /* begin anew, so that there is something to kill */
        }
    }
    const char *rest = "--quiet --nodes 2000 --engine '" ENGINE "' --option Hash=1 ";
    char command[512];
    snprintf(command, sizeof command, "%s --concurrency 2 --output killed.pgn games.pgn", rest);
    assert_run(command, 1);
    snprintf(command, sizeof command, "%s --output whole.pgn games.pgn", rest);
    assert_run(command, 1);
    assert_same("killed.pgn", "whole.pgn");
    ck_assert_int_eq(count_text("whole.pgn", "[Event "), 59);
    leave();
}
END_TEST

START_TEST(an_engine_that_misbehaves_is_started_again)
{
    static const char *const faults[] = {"crash",   "leave", "answer-and-leave",
                                         "illegal", "pass",  "silent"};
    enter();
    write_games("games.pgn", 3, 0);
    assert_run(FAKE("") "--output good.jsonl games.pgn", 0);
    for (int i = 0; i < LENGTH(faults); i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "--quiet --engine '" FAKE_ENGINE " from=4 games=4 fault=%s' %s --output %s.jsonl "
                 "games.pgn",
                 faults[i], strcmp(faults[i], "silent") == 0 ? "--timeout 3" : "", faults[i]);
        assert_run(command, 0);
        snprintf(command, sizeof command, "%s.jsonl", faults[i]);
        assert_same("good.jsonl", command);
    }
    leave();
}
END_TEST

START_TEST(a_position_is_tried_twice_and_then_given_up)
{
    static const struct {
        const char *fault, *reason;
    } faults[] = {{"crash", "ended by signal 11"},
                  {"illegal", "an illegal move, 'z9'"},
                  {"silent", "gave no answer in 2 s"}};
    for (int i = 0; i < LENGTH(faults); i++) {
        char command[512];
        enter();
        write_file("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
        snprintf(command, sizeof command,
                 "--quiet --engine '" FAKE_ENGINE " on=e7e5 fault=%s' --timeout 2 --output "
                 "out.jsonl games.pgn",
                 faults[i].fault);
        assert_run(command, 1);
        ck_assert_int_eq(count_text("out.jsonl", "\"failure\""), 1);
        ck_assert_int_eq(count_text("out.jsonl", "\"best\""), 4);
        assert_says("out.jsonl", faults[i].reason);
        assert_says("errors", "games.pgn: line 1: ply 2: ");
        assert_says("errors", "1 of 5 positions could not be searched");
        leave();
    }
}
END_TEST

START_TEST(a_damaged_game_is_named_skipped_and_counted)
{
    enter();
    write_games("games.pgn", 1000, 400);
    assert_run(FAKE("") "--last --output out.pgn games.pgn", 1);
    assert_says("errors", "games.pgn: line 2399: illegal move 'Qxq9'");
    assert_says("errors", "1 of 1000 games and positions are damaged");
    ck_assert_int_eq(count_text("errors", "\n"), 2);
    ck_assert_int_eq(count_text("out.pgn", "[Event \""), 999);
    ck_assert_int_eq(count_text("out.pgn", "[Event \"Game 400\"]"), 0);
    leave();
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
        {"merge", "expected the databases"},
        {"merge --nodes 5 a b", "merge takes no --nodes"},
        {"merge no-such-file", "no-such-file: unable to open"},
        {"merge games.pgn", "file is not a database"},
    };
    enter();
    write_games("games.pgn", 2, 0);
    for (int i = 0; i < LENGTH(uses); i++) {
        assert_run(uses[i].arguments, 2);
        assert_says("errors", uses[i].reason);
        ck_assert_msg(count_text("errors", "\n") == 1, "%s", uses[i].arguments);
        ck_assert_msg(count_text("said", "\n") == 0, "%s", uses[i].arguments);
    }
    leave();
}
END_TEST

START_TEST(a_job_is_gone_on_with_under_its_own_terms_alone)
{
    static const char *const others[] = {
        "--nodes 7 --db job.db games.pgn",
        "--db job.db --multipv 2 games.pgn",
        "--db job.db --last games.pgn",
        "--db job.db other.pgn",
        "--db job.db --option Polite=false games.pgn",
    };
    enter();
    write_games("games.pgn", 2, 0);
    write_games("other.pgn", 3, 0);
    assert_run(FAKE("") "--db job.db --output first.csv games.pgn", 0);
    assert_run(FAKE("fault=crash") "--db job.db --output again.csv games.pgn", 0);
    assert_same("first.csv", "again.csv");
    for (int i = 0; i < LENGTH(others); i++) {
        char command[512];
        snprintf(command, sizeof command, FAKE("") "%s", others[i]);
        int status = run(command);
        ck_assert_msg(status == 2, "%s: %d", command, status);
        ck_assert_int_eq(count_text("errors", "\n"), 1);
        ck_assert_msg(count_text("errors", "the database holds another") == 1 ||
                          count_text("errors", "MultiPV") == 1,
                      "%s", command);
    }
    leave();
}
END_TEST

START_TEST(shards_are_joined_to_the_whole)
{
    char command[512];
    enter();
    write_games("games.pgn", 10, 4);
    assert_run(FAKE("") "--output whole.pgn games.pgn", 1);
    for (int shard = 1; shard <= 3; shard++) {
        snprintf(command, sizeof command, FAKE("") "--shard %d/3 --db %d.db games.pgn", shard,
                 shard);
        assert_run(command, shard == 1 ? 1 : 0);
    }
    assert_run("merge --output joined.pgn --report joined.html 3.db 1.db 2.db", 1);
    assert_same("whole.pgn", "joined.pgn");
    assert_run("merge --db joined.db --output - --format pgn 1.db 2.db 3.db", 1);
    assert_same("whole.pgn", "said");
    assert_run("merge --output again.pgn joined.db", 1);
    assert_same("whole.pgn", "again.pgn");
    leave();
}
END_TEST

START_TEST(shards_that_do_not_fit_are_refused)
{
    static const struct {
        const char *arguments, *reason;
    } merges[] = {
        {"merge 1.db", "shard 2/2 is missing"},
        {"merge 1.db 1.db 2.db", "1.db: shard 1/2 again; it is in 1.db"},
        {"merge 1.db other.db", "other.db: the database holds another job: its limits"},
        {"merge 1.db third.db", "third.db: a shard of 3; the first file is one of 2"},
        {"merge 1.db empty.db", "empty.db: the database holds no shard"},
        {"merge --db 1.db 1.db 2.db", "holds a job already"},
        {"merge 1.db half.db", "half.db: 3 of 13 positions are known"},
    };
    enter();
    write_games("games.pgn", 4, 0);
    write_file("empty.db", "");
    assert_run(FAKE("") "--shard 1/2 --db 1.db games.pgn", 0);
    assert_run(FAKE("") "--shard 2/2 --db 2.db games.pgn", 0);
    assert_run(FAKE("") "--shard 2/2 --db other.db --nodes 5 games.pgn", 0);
    assert_run(FAKE("") "--shard 3/3 --db third.db games.pgn", 0);
    /* An engine that comes up three times and then no more leaves a job behind that is not done. */
    write_file("engine.sh", "echo x >>starts\n[ $(wc -l <starts) -le 2 ] || exit 1\n"
                            "exec " FAKE_ENGINE " fault=leave from=4\n");
    assert_run("--quiet --engine 'sh engine.sh' --shard 2/2 --db half.db games.pgn", 3);
    assert_says("errors", "the engine ended with status 1 before any greeting");
    for (int i = 0; i < LENGTH(merges); i++) {
        assert_run(merges[i].arguments, 2);
        assert_says("errors", merges[i].reason);
        ck_assert_int_eq(count_text("errors", "\n"), 1);
    }
    leave();
}
END_TEST

START_TEST(a_suite_is_judged_by_its_claims)
{
    enter();
    write_file("good.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n"
                           "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;\n"
                           "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra7 Ra6;\n");
    assert_run("--quiet --engine '" ENGINE "' --depth 3 --suite good.epd", 0);
    assert_says("said", "back rank                 bm Ra8#");
    assert_says("said", "good.epd:3                am Ra7 Ra6");
    assert_says("said", "3 of 3 solved");
    write_file("bad.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra7;\n"
                          "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8;\n"
                          "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;\n");
    assert_run("--quiet --engine '" ENGINE "' --depth 3 --suite bad.epd", 1);
    assert_says("said", "1 of 3 solved");
    write_file("wrong.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb7;\n"
                            "6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"no claim\";\n");
    assert_run("--quiet --engine '" ENGINE "' --depth 3 --suite wrong.epd", 1);
    assert_says("errors", "wrong.epd: line 1: bm: ");
    assert_says("errors", "wrong.epd: line 2: nothing to be found");
    assert_says("said", "0 of 0 solved");
    leave();
}
END_TEST

START_TEST(exact_scores_are_those_of_the_collections)
{
    enter();
    assert_run("--quiet --engine '" ENGINE "' --nodes 1000000 --suite --game connect4 "
               "'" TESTS_DATA "/connect4/plies-30.txt'",
               0);
    assert_says("said", "plies-30.txt:1            score 0");
    write_file("wrong.txt", "521353656547272655313267727373 3\n");
    assert_run("--quiet --engine '" ENGINE "' --nodes 1000000 --suite --game connect4 wrong.txt",
               1);
    write_file("none.txt", "4455\n");
    assert_run("--quiet --engine '" ENGINE "' --nodes 10 --suite --game connect4 none.txt", 1);
    assert_says("errors", "none.txt: line 1: expected moves, and an exact score behind them");
    leave();
}
END_TEST

START_TEST(annotated_games_are_the_same_games)
{
    enter();
    write_games("games.pgn", 8, 0);
    assert_run("--quiet --engine '" ENGINE "' --nodes 200 --output out.pgn games.pgn", 0);
    assert_run(FAKE("") "--output before.epd games.pgn", 0);
    assert_run(FAKE("") "--output after.epd out.pgn", 0);
    assert_same("before.epd", "after.epd");
    write_file("games.sgf", inputs[1].text);
    assert_run("--quiet --engine '" ENGINE "' --nodes 200 --output out.sgf games.sgf", 0);
    assert_run(FAKE("") "--output before-sgf.epd games.sgf", 0);
    assert_run(FAKE("") "--output after-sgf.epd out.sgf", 0);
    assert_same("before-sgf.epd", "after-sgf.epd");
    leave();
}
END_TEST

START_TEST(standard_input_is_read_and_standard_output_written)
{
    enter();
    write_file("lines", "e2e4 e7e5\n# a comment\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
    assert_run(FAKE("") "- <lines", 0);
    ck_assert_int_eq(count_text("said", "\n"), 4);
    assert_says("said", "\"source\":\"standard input\",\"line\":4");
    assert_run(FAKE("") "--connect unix:nowhere - <lines", 2);
    leave();
}
END_TEST

START_TEST(a_signal_ends_a_job_that_can_be_gone_on_with)
{
    enter();
    write_games("games.pgn", 30, 0);
    assert_run(FAKE("") "--output whole.csv games.pgn", 0);
    int status = system("'" ANALYSE_PROGRAM "'" FAKE(
        "think=50") "--output out.csv games.pgn >said 2>errors & sleep 1; kill -TERM $!; "
                    "wait $!");
    ck_assert_int_eq(WEXITSTATUS(status), 3);
    assert_says("errors", "the same command goes on from here");
    ck_assert_int_ne(access("out.csv", F_OK), 0);
    assert_run(FAKE("") "--output out.csv games.pgn", 0);
    assert_same("whole.csv", "out.csv");
    leave();
}
END_TEST

START_TEST(a_report_shows_every_game)
{
    enter();
    write_games("games.pgn", 4, 0);
    assert_run("--quiet --engine '" ENGINE "' --nodes 500 --report out.html games.pgn", 0);
    ck_assert_int_eq(count_text("out.html", "<section>"), 4);
    ck_assert_int_eq(count_text("out.html", "class=\"graph\""), 4);
    ck_assert_int_ge(count_text("out.html", "<figure>"), 5); /* the end of each, and 2. g4 */
    assert_says("out.html", "2. g4: blunder");
    leave();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analyse");
    SUPPORT_ADD(suite, results_do_not_depend_on_how_many_engines_there_are);
    SUPPORT_ADD(suite, a_job_that_is_killed_ends_with_the_same_bytes);
    SUPPORT_ADD(suite, an_engine_that_misbehaves_is_started_again);
    SUPPORT_ADD(suite, a_position_is_tried_twice_and_then_given_up);
    SUPPORT_ADD(suite, a_damaged_game_is_named_skipped_and_counted);
    SUPPORT_ADD(suite, wrong_use_is_one_line_and_status_2);
    SUPPORT_ADD(suite, a_job_is_gone_on_with_under_its_own_terms_alone);
    SUPPORT_ADD(suite, shards_are_joined_to_the_whole);
    SUPPORT_ADD(suite, shards_that_do_not_fit_are_refused);
    SUPPORT_ADD(suite, a_suite_is_judged_by_its_claims);
    SUPPORT_ADD(suite, exact_scores_are_those_of_the_collections);
    SUPPORT_ADD(suite, annotated_games_are_the_same_games);
    SUPPORT_ADD(suite, standard_input_is_read_and_standard_output_written);
    SUPPORT_ADD(suite, a_signal_ends_a_job_that_can_be_gone_on_with);
    SUPPORT_ADD(suite, a_report_shows_every_game);
    return support_run(suite);
}
