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

/* Resumes the match in the folder until so many more games have ended; `stored` had ended before.
 * Returns the descriptor of its further output. The output is a socket that holds a few lines, so
 * that the match cannot run on for long. */
static int play_some(const char *folder, int stored, int games, pid_t *match)
{
    char command[1024];
    int sockets[2], one = 1;
    snprintf(command, sizeof command,
             "exec " MATCH_PROGRAM RESUMED_MATCH " -ratinginterval 1 -db %s/killed.db", folder);
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

/* If a game is played again, its times differ. */
#define GAMES                                                                                      \
    "SELECT number || ' began ' || began || ' times ' ||"                                          \
    " (SELECT group_concat(time_us) FROM move WHERE game = number) FROM game"

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
    }
    snprintf(command, sizeof command, MATCH_PROGRAM RESUMED_MATCH " -quiet -db %s", path);
    ck_assert_int_eq(shell_run(command, NULL), 0);
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
    SUPPORT_ADD(suite, games_and_the_log_are_written_where_they_were_asked_for);
    SUPPORT_ADD(suite, a_match_killed_twenty_times_loses_no_game);
    return support_run(suite);
}
