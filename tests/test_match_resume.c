/* SPDX-License-Identifier: MIT */
/* Tests that a killed or interrupted match keeps its games and continues with the next one. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "buffer.h"
#include "kept_rows.h"
#include "peer.h"
#include "rng.h"
#include "shell.h"
#include "suite.h"

/* The build defines the paths of the programs under test. */
#if !defined MATCH_PROGRAM || !defined FAKE_ENGINE
#error "MATCH_PROGRAM and FAKE_ENGINE must be the paths of the match runner and of an engine"
#endif

#define RESUMED_MATCH                                                                              \
    " -game connect4 -rounds 250 -concurrency 2 -openings random=4 -srand 11"                      \
    " -engine cmd=" FAKE_ENGINE " name=one arg=seed=1 depth=3"                                     \
    " -engine cmd=" FAKE_ENGINE " name=two arg=seed=2 depth=1"

/* Returns the number of games in the next progress line; 0: there is none. */
static int read_progress(int descriptor)
{
    char line[200];
    size_t length = 0;
    while (length + 1 < sizeof line && read(descriptor, &line[length], 1) == 1 &&
           line[length] != '\n') {
        length++;
    }
    line[length] = '\0';
    return atoi(line);
}

/* Runs the command of a match until so many more games have ended; `stored` had ended before.
 * Returns the descriptor of its further output. The output is a socket that holds a few lines, so
 * that the match cannot run on for long. */
static int play_command(const char *command, int stored, int games, pid_t *match)
{
    int sockets[2], one = 1;
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets), 0);
    ck_assert_int_eq(setsockopt(sockets[1], SOL_SOCKET, SO_SNDBUF, &one, sizeof one), 0);
    *match = fork();
    ck_assert_int_ge(*match, 0);
    if (*match == 0) {
        dup2(sockets[1], STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(sockets[1]);
    for (int game = 1; game <= games; game++) {
        ck_assert_int_eq(read_progress(sockets[0]), stored + game); /* no game is played again */
    }
    return sockets[0];
}

/* Resumes the match in the folder. */
static int play_some(const char *folder, int stored, int games, pid_t *match)
{
    char command[1024];
    snprintf(command, sizeof command,
             "exec " MATCH_PROGRAM RESUMED_MATCH
             " -ratinginterval 1 -db %s/killed.db -movesout %s/killed.moves",
             folder, folder);
    return play_command(command, stored, games, match);
}

/* If a game is played again, its times differ. */
#define GAMES                                                                                      \
    "SELECT number || ' began ' || began || ' times ' ||"                                          \
    " (SELECT group_concat(time_us) FROM move WHERE game = number) FROM game"

/* Counts the games in a list of moves, none of which may occur twice. */
static int count_listed(const char *folder)
{
    char command[200];
    struct buffer output = {0};
    snprintf(command, sizeof command,
             "grep '^# ' %s/killed.moves | cut -d: -f1 | sort | uniq -c | "
             "awk '$1 != 1 { bad = 1 } END { print bad ? -1 : NR }'",
             folder);
    shell_run(command, &output);
    const int count = atoi(buffer_text(&output));
    buffer_finish(&output);
    return count;
}

/* Appends the report of a match, computed from its database. */
static void report_on(const char *folder, const char *name, struct buffer *output)
{
    char command[1024];
    snprintf(command, sizeof command,
             MATCH_PROGRAM " report %s/%s && " MATCH_PROGRAM
                           " export %s/%s moves %s/%s.txt && cat %s/%s.txt",
             folder, name, folder, name, folder, name, folder, name);
    ck_assert_int_eq(shell_run(command, output), 0);
}

START_TEST(a_match_killed_twenty_times_loses_no_game)
{
    char folder[] = "match.XXXXXX", command[1024], path[64];
    struct buffer whole = {0}, killed = {0};
    struct kept_rows games = {.count = 0};
    struct rng rng = {(uint64_t)time(NULL)};
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/killed.db", folder);
    snprintf(command, sizeof command, MATCH_PROGRAM RESUMED_MATCH " -quiet -db %s/whole.db",
             folder);
    ck_assert_int_eq(shell_run(command, NULL), 0);
    for (int i = 0; i < 20; i++) {
        const int stored = games.count, more = 1 + (int)rng_below(&rng, 10);
        pid_t match;
        int output = play_some(folder, stored, more, &match);
        kill(match, SIGKILL);
        ck_assert_int_eq(peer_wait(match), -SIGKILL);
        close(output);
        kept_rows_look(&games, path, GAMES);
        ck_assert_int_ge(games.count, stored + more);
        /* The list may lack the game that was being stored. */
        ck_assert_int_le(count_listed(folder), games.count);
        ck_assert_int_ge(count_listed(folder), games.count - 1);
    }
    snprintf(command, sizeof command,
             MATCH_PROGRAM RESUMED_MATCH " -quiet -db %s -movesout %s/killed.moves", path, folder);
    ck_assert_int_eq(shell_run(command, NULL), 0);
    ck_assert_int_eq(count_listed(folder), 500);
    kept_rows_look(&games, path, GAMES);
    ck_assert_int_eq(games.count, 500);
    report_on(folder, "whole.db", &whole);
    report_on(folder, "killed.db", &killed);
    ck_assert_ptr_nonnull(strstr(buffer_text(&whole), "500 games"));
    ck_assert_str_eq(buffer_text(&whole), buffer_text(&killed));
    snprintf(command, sizeof command,
             MATCH_PROGRAM RESUMED_MATCH " -quiet -srand 12 -db %s/whole.db 2>&1", folder);
    buffer_clear(&whole);
    ck_assert_int_eq(shell_run(command, &whole), 1);
    ck_assert_msg(strstr(buffer_text(&whole), "another match: its seed"), "%s",
                  buffer_text(&whole));
    snprintf(command, sizeof command, "rm -r %s", folder);
    shell_run(command, NULL);
    kept_rows_forget(&games);
    buffer_finish(&whole);
    buffer_finish(&killed);
}
END_TEST

/* Without a database, a killed match leaves every game that has ended in its file, and each is
 * complete. A further match appends its games. */
START_TEST(a_killed_match_keeps_its_games_in_pgn)
{
    char folder[] = "match.XXXXXX", command[1024];
    struct rng rng = {(uint64_t)time(NULL)};
    struct buffer output = {0};
    int played = 0;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int i = 0; i < 6; i++) {
        const int more = 1 + (int)rng_below(&rng, 10);
        pid_t match;
        snprintf(command, sizeof command,
                 "exec " MATCH_PROGRAM " -rounds 500 -maxmoves 8 -concurrency 2 -ratinginterval 1"
                 " -engine cmd=" FAKE_ENGINE " name=one arg=seed=1 depth=1"
                 " -engine cmd=" FAKE_ENGINE " name=two arg=seed=2 depth=1 -pgnout %s/out.pgn",
                 folder);
        int descriptor = play_command(command, 0, more, &match);
        kill(match, SIGKILL);
        ck_assert_int_eq(peer_wait(match), -SIGKILL);
        close(descriptor);
        played += more;
        /* Games, results, empty lines (two for each game), and the last byte. */
        snprintf(command, sizeof command,
                 "cd %s && grep -c '^.Event ' out.pgn; grep -c ' 1/2-1/2$' out.pgn;"
                 " grep -c '^$' out.pgn; tail -c 1 out.pgn | od -An -c",
                 folder);
        int games, results, empty;
        char last[8];
        buffer_clear(&output);
        shell_run(command, &output);
        ck_assert_int_eq(
            sscanf(buffer_text(&output), "%d %d %d %7s", &games, &results, &empty, last), 4);
        ck_assert_int_ge(games, played);
        ck_assert_int_eq(results, games);
        ck_assert_int_eq(empty, 2 * games);
        ck_assert_str_eq(last, "\\n");
        played = games;
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    shell_run(command, NULL);
    buffer_finish(&output);
}
END_TEST

#define SHORT_MATCH                                                                                \
    MATCH_PROGRAM " -quiet -rounds 1 -maxmoves 2"                                                  \
                  " -engine cmd=" FAKE_ENGINE " name=one arg=seed=1 depth=1"                       \
                  " -engine cmd=" FAKE_ENGINE " name=two arg=seed=2 depth=1"

static void expect_output(const char *commands, const char *expected)
{
    struct buffer command = {0}, output = {0};
    buffer_printf(&command, "d=$(mktemp -d) && cd $d && { %s; } 2>&1; rm -r $d", commands);
    shell_run(buffer_text(&command), &output);
    ck_assert_msg(strcmp(buffer_text(&output), expected) == 0, "%s: %s", commands,
                  buffer_text(&output));
    buffer_finish(&command);
    buffer_finish(&output);
}

START_TEST(files_of_games_are_appended_to_unless_a_database_has_the_games)
{
    expect_output(SHORT_MATCH " -pgnout o >p; " SHORT_MATCH " -pgnout o >p; grep -c Event o",
                  "4\n");
    expect_output(SHORT_MATCH " -pgnout o -db d >p; " SHORT_MATCH
                              " -pgnout o -db d >p; grep -c Event o",
                  "2\n");
    expect_output("printf '[Event \"x\"]\n\n*' >o; " SHORT_MATCH
                  " -pgnout o >p; head -n 5 o | tail -n 3",
                  "*\n\n[Event \"myosu-match\"]\n");
    expect_output(SHORT_MATCH " -pgnout o -db d >p; cp o a; echo >>o; " SHORT_MATCH
                              " -pgnout o -db d >p; cmp o a && echo same",
                  "same\n");
}
END_TEST

START_TEST(a_full_disk_ends_the_match_with_a_message)
{
    expect_output(SHORT_MATCH " -pgnout /dev/full; echo $?",
                  "myosu-match: /dev/full: No space left on device\n1\n");
    /* The last game does not fit into a file of one or two blocks. */
    expect_output("trap '' XFSZ; ulimit -f 1; " SHORT_MATCH " -rounds 10 -pgnout o; echo $?;"
                  " test $(grep -c Event o) -gt 0 && test $(grep -c Event o) = $(grep -c '1/2$' o);"
                  " echo $?; tail -c 10 o",
                  "myosu-match: o: File too large\n1\n0\n 1/2-1/2\n\n");
}
END_TEST

/* An engine that ends at once loses its first game; the other one is at fault nowhere. */
#define LOGGED_MATCH                                                                               \
    MATCH_PROGRAM " -quiet -rounds 1 -maxmoves 2 -game connect4"                                   \
                  " -engine cmd=" FAKE_ENGINE " name=one depth=1"                                  \
                  " -engine cmd=" FAKE_ENGINE " name=a/b arg=fault=illegal depth=1 -log "
#define SHOW_LOG " >p; cut -d' ' -f2- l"

START_TEST(a_log_has_what_its_level_and_the_engines_say)
{
    static const char fault[] =
        "a/b plays 'z9': illegal move 'z9': not a column; expected 1 to 7 (illegal move)";
    char expected[1024];
    snprintf(expected, sizeof expected,
             "- trace: game 1 begins: one - a/b\n- warn: game 1: %s\n"
             "- info: game 1 has ended: 1-0 (illegal move)\n- trace: game 2 begins: a/b - one\n"
             "- warn: game 2: %s\n- info: game 2 has ended: 0-1 (illegal move)\n",
             fault, fault);
    expect_output(LOGGED_MATCH "l engine=false" SHOW_LOG, expected);
    snprintf(expected, sizeof expected, "- warn: game 1: %s\n- warn: game 2: %s\n", fault, fault);
    expect_output("echo 1 old >l; " LOGGED_MATCH "l level=warn append=false engine=apart" SHOW_LOG,
                  expected);
    expect_output(LOGGED_MATCH "l level=fatal engine=apart >p; cut -d' ' -f2- l.one >o;"
                               " grep -c '^0 one < go depth 1' o; grep -vc '^0 one [<>] ' o;"
                               " grep -c '^[0-9.]* 0 a/b > bestmove z9' l.a-b; cat l",
                  "1\n0\n2\n");
    /* By default the file is appended to, and has the engines' lines. */
    expect_output("echo 1 old >l; " LOGGED_MATCH "l >p; head -n 2 l | cut -d' ' -f2-",
                  "old\n- trace: game 1 begins: one - a/b\n");
    expect_output(LOGGED_MATCH "l engine=true level=fatal" SHOW_LOG " | grep -c ' < go'", "3\n");
    expect_output(LOGGED_MATCH "/dev/full >p; echo $?",
                  "myosu-match: -log /dev/full: it could not be written, and lines were lost\n1\n");
    expect_output(LOGGED_MATCH "/none/l; echo $?",
                  "myosu-match: -log /none/l: No such file or directory\n1\n");
}
END_TEST

START_TEST(an_interrupted_match_tells_how_far_it_came)
{
    char folder[] = "match.XXXXXX", command[1024], path[64], byte;
    struct buffer rest = {0}, expected = {0};
    struct kept_rows games = {.count = 0};
    pid_t match;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    int output = play_some(folder, 0, 3, &match);
    kill(match, SIGTERM);
    while (read(output, &byte, 1) == 1) {
        buffer_putc(&rest, byte);
    }
    ck_assert_int_eq(peer_wait(match), 3);
    close(output);
    snprintf(path, sizeof path, "%s/killed.db", folder);
    kept_rows_look(&games, path, GAMES);
    buffer_printf(&expected,
                  "\nInterrupted after %d of 500 games; the same command goes on from here.\n",
                  games.count);
    ck_assert_msg(strstr(buffer_text(&rest), buffer_text(&expected)), "not %s: %s",
                  buffer_text(&expected), buffer_text(&rest));
    snprintf(command, sizeof command, "rm -r %s", folder);
    shell_run(command, NULL);
    kept_rows_forget(&games);
    buffer_finish(&rest);
    buffer_finish(&expected);
}
END_TEST

/* Tests the files of a match with two moves per side by the output of shell commands. */
START_TEST(games_and_the_log_are_written_where_they_were_asked_for)
{
    struct buffer output = {0};
    const char *chess = "d=$(mktemp -d) && cd $d && " MATCH_PROGRAM
                        " -quiet -rounds 1 -maxmoves 2 -event 'An event' -pgnout out.pgn -log log"
                        " -engine cmd=" FAKE_ENGINE " name=one arg=seed=1 depth=1"
                        " -engine cmd=" FAKE_ENGINE " name=two arg=seed=2 nodes=77 >printed;"
                        " grep -c '^.Event \"An event\".$' out.pgn;"
                        " grep -c '^[0-9.]* 0 one < go depth 1$' log;"
                        " grep -c '^[0-9.]* 0 two < go nodes 77$' log;"
                        " grep -c '^[0-9.]* 0 two > bestmove ....$' log; rm -r $d";
    ck_assert_int_eq(shell_run(chess, &output), 0);
    ck_assert_str_eq(buffer_text(&output), "2\n4\n4\n4\n");
    buffer_clear(&output);
    const char *gomoku =
        "d=$(mktemp -d) && cd $d && " MATCH_PROGRAM
        " -quiet -game gomoku -rounds 1 -maxmoves 2 -psqout games -sgfout out.sgf"
        " -engine cmd=" FAKE_ENGINE " name=one arg=seed=1 depth=1"
        " -engine cmd=" FAKE_ENGINE " name=two arg=seed=2 depth=1 >printed;"
        " ls games; grep -c 'PB.one.PW.two.' out.sgf; sed -n 6,7p games/000002.psq;"
        " rm -r $d";
    ck_assert_int_eq(shell_run(gomoku, &output), 0);
    ck_assert_str_eq(buffer_text(&output), "000001.psq\n000002.psq\n1\ntwo\none\n");
    buffer_finish(&output);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match_resume");
    SUPPORT_ADD(suite, an_interrupted_match_tells_how_far_it_came);
    SUPPORT_ADD(suite, a_killed_match_keeps_its_games_in_pgn);
    SUPPORT_ADD(suite, files_of_games_are_appended_to_unless_a_database_has_the_games);
    SUPPORT_ADD(suite, a_full_disk_ends_the_match_with_a_message);
    SUPPORT_ADD(suite, a_log_has_what_its_level_and_the_engines_say);
    SUPPORT_ADD(suite, games_and_the_log_are_written_where_they_were_asked_for);
    SUPPORT_ADD(suite, a_match_killed_twenty_times_loses_no_game);
    return support_run(suite);
}
