/* SPDX-License-Identifier: MIT */
/* Tests jobs of the analyser: with faulty engines, killed, resumed, split and merged. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analyse_program.h"
#include "compiler.h"
#include "kept_rows.h"
#include "rng.h"
#include "suite.h"

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
        analyse_enter();
        char command[512];
        analyse_write(inputs[i].file, inputs[i].text);
        for (int engines = 1; engines <= 3; engines++) {
            snprintf(command, sizeof command,
                     "--quiet --game %s --nodes 300 --concurrency %d --format %s --output out%d "
                     "--engine '" ENGINE "' --option Hash=1 %s",
                     inputs[i].game, engines, inputs[i].format, engines, inputs[i].file);
            analyse_assert_run(command, 0);
        }
        analyse_assert_same("out1", "out2");
        analyse_assert_same("out1", "out3");
        analyse_leave();
    }
}
END_TEST

/* True if the file has more bytes than *size, which is updated. */
static bool has_grown(const char *path, int64_t *size)
{
    struct stat status;
    int64_t before = *size;
    *size = stat(path, &status) == 0 ? status.st_size : 0;
    return *size > before;
}

/* Starts the analyser and kills it when its database has grown so many times. Returns true if it
 * had ended before. */
static bool run_and_kill(char *const *words, int times)
{
    int status;
    int64_t size = 0;
    pid_t ended = 0, child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        execv(words[0], words);
        _exit(127);
    }
    while (times > 0 && ended == 0) {
        times -= has_grown("killed.pgn.db-wal", &size);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        ended = waitpid(child, &status, WNOHANG);
    }
    if (ended == 0) {
        kill(child, SIGKILL);
        ck_assert_int_eq(waitpid(child, &status, 0), child);
    }
    return WIFEXITED(status);
}

/* If a position is searched again, its time differs. */
#define POSITIONS                                                                                  \
    "SELECT 'game ' || entry || ' ply ' || ply || ' ' || best || ' ' || time_us FROM search"

START_TEST(a_job_that_is_killed_keeps_what_it_found_and_ends_with_the_same_bytes)
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
    struct kept_rows positions = {.count = 0};
    int kept = 0;
    analyse_enter();
    analyse_write_games("games.pgn", SUITE_TIMES(60), 7);
    /* The first writes of a run are not results. */
    for (int i = 0; i < 20 || (kept == 0 && i < 100); i++) {
        bool ended = run_and_kill(words, 1 + (int)rng_below(&rng, 6));
        kept += positions.count;
        kept_rows_look(&positions, "killed.pgn.db", POSITIONS);
        if (ended) {
            remove("killed.pgn.db"); /* start again, so that there is something to kill */
            kept_rows_forget(&positions);
        }
    }
    ck_assert_int_gt(kept, 0);
    const char *rest = "--quiet --nodes 2000 --engine '" ENGINE "' --option Hash=1 ";
    char command[512];
    snprintf(command, sizeof command, "%s --concurrency 2 --output killed.pgn games.pgn", rest);
    analyse_assert_run(command, 1);
    kept_rows_look(&positions, "killed.pgn.db", POSITIONS);
    kept_rows_forget(&positions);
    snprintf(command, sizeof command, "%s --output whole.pgn games.pgn", rest);
    analyse_assert_run(command, 1);
    analyse_assert_same("killed.pgn", "whole.pgn");
    ck_assert_int_eq(analyse_count("whole.pgn", "[Event "), SUITE_TIMES(60) - 1);
    analyse_leave();
}
END_TEST

/* Starts the analyser with an engine that does not answer in the case of `when`. It runs beside the
 * rest of the test, since it waits for a timeout. The timeout is long enough for an engine that
 * does answer on a busy machine, and its position is tried twice even then. */
static FILE *start_silent(const char *when, int timeout_s)
{
    char command[1024];
    snprintf(command, sizeof command,
             "exec '" ANALYSE_PROGRAM "' --quiet --engine '" FAKE_ENGINE " fault=silent %s' "
             "--timeout %d --output silent.jsonl games.pgn 2>silent-errors",
             when, timeout_s);
    FILE *silent = popen(command, "r");
    ck_assert_ptr_nonnull(silent);
    return silent;
}

START_TEST(an_engine_that_misbehaves_is_started_again)
{
    static const char *const faults[] = {"crash",   "leave", "answer-and-leave",
                                         "illegal", "pass",  "bare"};
    analyse_enter();
    analyse_write_games("games.pgn", 3, 0);
    FILE *silent = start_silent("from=4 once=was-silent", 5);
    analyse_assert_run(FAKE("") "--output good.jsonl games.pgn", 0);
    for (int i = 0; i < LENGTH(faults); i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "--quiet --engine '" FAKE_ENGINE " from=4 games=4 fault=%s' --output %s.jsonl "
                 "games.pgn",
                 faults[i], faults[i]);
        analyse_assert_run(command, 0);
        snprintf(command, sizeof command, "%s.jsonl", faults[i]);
        analyse_assert_same("good.jsonl", command);
    }
    ck_assert_int_eq(WEXITSTATUS(pclose(silent)), 0);
    ck_assert_int_eq(access("was-silent", F_OK), 0);
    analyse_assert_same("good.jsonl", "silent.jsonl");
    analyse_leave();
}
END_TEST

START_TEST(a_position_is_tried_twice_and_then_given_up)
{
    static const struct {
        const char *fault, *reason;
    } faults[] = {{"crash", "ended by signal 11"},
                  {"illegal", "an illegal move, 'z9'"},
                  {"bare", "the engine answered that it has no move"},
                  {"reject", "the engine answered no move: position: move 1: not on this board"},
                  {"silent", "gave no answer in 3 s"}};
    analyse_enter();
    analyse_write("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
    FILE *silent = start_silent("on=e7e5", 3);
    for (int i = 0; i < LENGTH(faults); i++) {
        char command[512], output[32];
        snprintf(output, sizeof output, "%s.jsonl", faults[i].fault);
        if (strcmp(faults[i].fault, "silent") == 0) {
            ck_assert_int_eq(WEXITSTATUS(pclose(silent)), 1);
            ck_assert_int_eq(rename("silent-errors", "errors"), 0);
        } else {
            snprintf(command, sizeof command,
                     "--quiet --engine '" FAKE_ENGINE " on=e7e5 fault=%s' --output %s games.pgn",
                     faults[i].fault, output);
            analyse_assert_run(command, 1);
        }
        ck_assert_int_eq(analyse_count(output, "\"failure\""), 1);
        ck_assert_int_eq(analyse_count(output, "\"best\""), 4);
        analyse_assert_says(output, faults[i].reason);
        analyse_assert_says("errors", "games.pgn: line 1: ply 2: ");
        analyse_assert_says("errors", "1 of 5 positions could not be searched");
    }
    analyse_leave();
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
    analyse_enter();
    analyse_write_games("games.pgn", 2, 0);
    analyse_write_games("other.pgn", 3, 0);
    analyse_assert_run(FAKE("") "--db job.db --output first.csv games.pgn", 0);
    analyse_assert_run(FAKE("fault=crash") "--db job.db --output again.csv games.pgn", 0);
    analyse_assert_same("first.csv", "again.csv");
    for (int i = 0; i < LENGTH(others); i++) {
        char command[512];
        snprintf(command, sizeof command, FAKE("") "%s", others[i]);
        int status = analyse_run(command);
        ck_assert_msg(status == 2, "%s: %d", command, status);
        ck_assert_int_eq(analyse_count("errors", "\n"), 1);
        ck_assert_msg(analyse_count("errors", "the database holds another") == 1 ||
                          analyse_count("errors", "MultiPV") == 1,
                      "%s", command);
    }
    analyse_leave();
}
END_TEST

/* Writes a script that records its start and then runs a slow engine. The second start is that of a
 * worker. */
static void write_slow_engine(void)
{
    analyse_write("engine.sh", "echo x >>starts\nexec " FAKE_ENGINE " think=100\n");
}
#define SLOW  "'" ANALYSE_PROGRAM "' --quiet --engine 'sh engine.sh' "
#define AWAIT "until [ \"$(wc -l <starts)\" -ge 2 ]; do sleep 0.05; done 2>errors; "

START_TEST(one_process_at_a_time_has_a_database)
{
    analyse_enter();
    analyse_write_games("games.pgn", 60, 0);
    write_slow_engine();
    int status = system(SLOW "--db job.db games.pgn >first 2>&1 & " AWAIT "'" ANALYSE_PROGRAM
                             "'" FAKE("") "--db job.db games.pgn >said 2>errors; "
                                          "echo $? >status; kill $!; wait");
    ck_assert_int_eq(WEXITSTATUS(status), 0);
    analyse_assert_says("status", "2");
    analyse_assert_says("errors", "job.db: database: database is locked");
    analyse_leave();
}
END_TEST

START_TEST(shards_are_joined_to_the_whole)
{
    char command[512];
    analyse_enter();
    analyse_write_games("games.pgn", 10, 4);
    analyse_assert_run(FAKE("") "--output whole.pgn games.pgn", 1);
    for (int shard = 1; shard <= 3; shard++) {
        snprintf(command, sizeof command, FAKE("") "--shard %d/3 --db %d.db games.pgn", shard,
                 shard);
        analyse_assert_run(command, shard == 1 ? 1 : 0);
    }
    analyse_assert_run("merge --output joined.pgn --report joined.html 3.db 1.db 2.db", 1);
    analyse_assert_same("whole.pgn", "joined.pgn");
    analyse_assert_run("merge --db joined.db --output - --format pgn 1.db 2.db 3.db", 1);
    analyse_assert_same("whole.pgn", "said");
    analyse_assert_run("merge --output again.pgn joined.db", 1);
    analyse_assert_same("whole.pgn", "again.pgn");
    analyse_leave();
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
    analyse_enter();
    analyse_write_games("games.pgn", 4, 0);
    analyse_write("empty.db", "");
    analyse_assert_run(FAKE("") "--shard 1/2 --db 1.db games.pgn", 0);
    analyse_assert_run(FAKE("") "--shard 2/2 --db 2.db games.pgn", 0);
    analyse_assert_run(FAKE("") "--shard 2/2 --db other.db --nodes 5 games.pgn", 0);
    analyse_assert_run(FAKE("") "--shard 3/3 --db third.db games.pgn", 0);
    /* If an engine starts three times and then no more, its job remains unfinished. */
    analyse_write("engine.sh", "echo x >>starts\n[ $(wc -l <starts) -le 2 ] || exit 1\n"
                               "exec " FAKE_ENGINE " fault=leave from=4\n");
    analyse_assert_run("--quiet --engine 'sh engine.sh' --shard 2/2 --db half.db games.pgn", 3);
    analyse_assert_says("errors", "the engine ended with status 1 before any greeting");
    for (int i = 0; i < LENGTH(merges); i++) {
        analyse_assert_run(merges[i].arguments, 2);
        analyse_assert_says("errors", merges[i].reason);
        ck_assert_int_eq(analyse_count("errors", "\n"), 1);
    }
    analyse_leave();
}
END_TEST

START_TEST(a_signal_ends_a_job_that_can_be_gone_on_with)
{
    analyse_enter();
    analyse_write_games("games.pgn", 30, 0);
    write_slow_engine();
    analyse_assert_run(FAKE("") "--output whole.csv games.pgn", 0);
    int status =
        system(SLOW "--output out.csv games.pgn >said 2>errors & " AWAIT "kill -TERM $!; wait $!");
    ck_assert_int_eq(WEXITSTATUS(status), 3);
    analyse_assert_says("errors", "the same command goes on from here");
    ck_assert_int_ne(access("out.csv", F_OK), 0);
    analyse_assert_run(FAKE("") "--output out.csv games.pgn", 0);
    analyse_assert_same("whole.csv", "out.csv");
    analyse_leave();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analyse_jobs");
    SUPPORT_ADD(suite, results_do_not_depend_on_how_many_engines_there_are);
    SUPPORT_ADD(suite, a_job_that_is_killed_keeps_what_it_found_and_ends_with_the_same_bytes);
    SUPPORT_ADD(suite, an_engine_that_misbehaves_is_started_again);
    SUPPORT_ADD(suite, a_position_is_tried_twice_and_then_given_up);
    SUPPORT_ADD(suite, a_job_is_gone_on_with_under_its_own_terms_alone);
    SUPPORT_ADD(suite, one_process_at_a_time_has_a_database);
    SUPPORT_ADD(suite, shards_are_joined_to_the_whole);
    SUPPORT_ADD(suite, shards_that_do_not_fit_are_refused);
    SUPPORT_ADD(suite, a_signal_ends_a_job_that_can_be_gone_on_with);
    return support_run(suite);
}
