/* SPDX-License-Identifier: MIT */
/* Tests the server with hostile clients: what they can use, what they leave behind, and how the
 * server ends. Argument: the program. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "command_queue.h"
#include "compiler.h"
#include "house.h"
#include "rng.h"
#include "suite.h"

/* The server has fewer descriptors than there are clients: some wait and are accepted later. */
START_TEST(clients_wait_when_descriptors_are_out)
{
    static struct peer peers[60];
    const struct rlimit few = {40, 40};
    char path[64], address[80];
    peer_make_path(path);
    snprintf(address, sizeof address, "unix:%s", path);
    pid_t process = fork();
    if (process == 0) {
        setrlimit(RLIMIT_NOFILE, &few);
        execl(house_program, house_program, "--max-sessions", "1000", "--max-sessions-per-peer",
              "1000", "--listen", address, (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < LENGTH(peers); i++) {
        peer_connect(&peers[i], path);
        peer_say(&peers[i], "isready\n");
    }
    struct peer *last = &peers[LENGTH(peers) - 1];
    ck_assert_ptr_nonnull(peer_read_until(&peers[0], "readyok"));
    const char *early = peer_read(last, 100);
    ck_assert_msg(!early, "%s", early);
    for (int i = 0; i < LENGTH(peers) - 1; i++) {
        peer_finish(&peers[i]);
    }
    ck_assert_ptr_nonnull(peer_read_until(last, "readyok"));
    peer_finish(last);
    kill(process, SIGTERM);
    ck_assert_int_eq(peer_wait(process), 0);
    peer_remove_path(path);
}
END_TEST

/* Fills the connection's buffers until the server has to queue its output. */
static void stop_reading(struct peer *peer)
{
    struct buffer text = {0};
    for (int i = 0; i < 2000; i++) {
        buffer_puts(&text, "help\n");
    }
    ssize_t sent = send(peer->in, buffer_text(&text), buffer_length(&text), MSG_DONTWAIT);
    ck_assert_int_gt(sent, 0);
    buffer_finish(&text);
}

START_TEST(the_server_ends_though_a_client_does_not_read)
{
    struct house house;
    struct peer peer;
    house_open(&house, "--drain-timeout 1");
    peer_connect(&peer, house.path);
    house_expect(&peer, "isready\n", "readyok");
    stop_reading(&peer);
    usleep(50000);
    house_close(&house);
    peer_finish(&peer);
}
END_TEST

START_TEST(no_user_has_all_places)
{
    struct house house;
    struct peer peers[8];
    house_open(&house, "--max-sessions 8");
    for (int i = 0; i < LENGTH(peers); i++) {
        peer_connect(&peers[i], house.path);
        peer_say(&peers[i], "isready\n");
        const bool last = i == LENGTH(peers) - 1;
        ck_assert_ptr_nonnull(peer_read_until(
            &peers[i], last ? "info string error: you have too many sessions" : "readyok"));
    }
    for (int i = 0; i < LENGTH(peers); i++) {
        peer_finish(&peers[i]);
    }
    house_close(&house);
}
END_TEST

START_TEST(a_client_that_does_not_read_loses_its_place)
{
    struct house house;
    struct peer deaf, next;
    house_open(&house, "--max-sessions 1 --unread-timeout 1");
    peer_connect(&deaf, house.path);
    house_expect(&deaf, "isready\n", "readyok");
    stop_reading(&deaf);
    peer_say(&deaf, "quit\n");
    bool served = false;
    for (int i = 0; i < 100 && !served; i++) {
        peer_connect(&next, house.path);
        peer_say(&next, "isready\n");
        served = peer_read_until(&next, "readyok") != NULL;
        peer_finish(&next);
        usleep(served ? 0 : 200000);
    }
    ck_assert(served);
    peer_finish(&deaf);
    house_close(&house);
}
END_TEST

START_TEST(who_says_nothing_or_half_a_line_or_rests_is_told_so)
{
    static const struct {
        const char *options, *text, *reason;
    } cases[] = {
        {"--first-line-timeout 1", "", "info string error: no command came in time"},
        {"--half-line-timeout 1", "isready\nposi", "info string error: the end of a line"},
        {"--idle-timeout 1", "isready\n", "info string error: the session was idle"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct house house;
        struct peer peer;
        house_open(&house, cases[i].options);
        peer_connect(&peer, house.path);
        peer_say(&peer, cases[i].text);
        ck_assert_msg(peer_read_until(&peer, cases[i].reason) != NULL, "%s", cases[i].options);
        house_expect_end(&peer);
        peer_finish(&peer);
        house_close(&house);
    }
}
END_TEST

START_TEST(a_line_that_was_too_long_is_over_at_its_end)
{
    static char line[LINE_LIMIT + 1000];
    struct house house;
    struct peer peer;
    memset(line, 'x', sizeof line - 1);
    house_open(&house, "--half-line-timeout 1");
    peer_connect(&peer, house.path);
    house_expect(&peer, line, "info string error: line too long");
    peer_say(&peer, "\n");
    sleep(3);
    house_expect(&peer, "isready\n", "readyok");
    /* Without its end the same line is incomplete, even if most of it was dropped. */
    house_expect(&peer, line, "info string error: line too long");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "info string error: the end of a line"));
    house_expect_end(&peer);
    peer_finish(&peer);
    house_close(&house);
}
END_TEST

START_TEST(a_search_without_an_end_is_given_one)
{
    struct house house;
    struct peer peer;
    house_open(&house, "--search-timeout 1");
    peer_connect(&peer, house.path);
    house_expect(&peer, "newgame chess\ngo\n", "bestmove ");
    house_expect(&peer, "go perft 30\n", "stopped after");
    peer_finish(&peer);
    house_close(&house);
}
END_TEST

/* The limit is longer than each search and shorter than all of them together. */
START_TEST(a_limit_on_searches_counts_each_search_alone)
{
    struct house house;
    struct peer peer;
    house_open(&house, "--search-timeout 1");
    peer_connect(&peer, house.path);
    peer_say(&peer, "newgame chess\n");
    for (int i = 0; i < 8; i++) {
        const int64_t begin = clock_ns();
        house_expect(&peer, "go movetime 700\n", "bestmove ");
        const int64_t took_ms = (clock_ns() - begin) / NS_PER_MS;
        ck_assert_msg(took_ms >= 680, "search %d was cut short after %d ms", i + 1, (int)took_ms);
    }
    peer_finish(&peer);
    house_close(&house);
}
END_TEST

START_TEST(signals_without_a_meaning_change_nothing)
{
    const int numbers[] = {SIGUSR1, SIGUSR2, SIGALRM,   SIGVTALRM, SIGPROF, SIGPOLL,
                           SIGPIPE, SIGCHLD, SIGURG,    SIGWINCH,  SIGXFSZ, SIGPWR,
                           SIGCONT, SIGHUP,  SIGSTKFLT, SIGRTMIN,  SIGRTMAX};
    struct house house;
    struct peer peer;
    house_open(&house, "");
    peer_connect(&peer, house.path);
    for (int i = 0; i < LENGTH(numbers); i++) {
        kill(house.process, numbers[i]);
        ck_assert(peer_say(&peer, "isready\n"));
        ck_assert_msg(peer_read_until(&peer, "readyok") != NULL, "signal %d", numbers[i]);
    }
    peer_finish(&peer);
    house_close(&house);
}
END_TEST

/* The limit applies to the stack of the loop's thread, and to threads created without a stack
 * size. */
START_TEST(a_small_stack_is_enough)
{
    static const char *const games[] = {"ataxx",   "chess",     "connect4", "gomoku size 22",
                                        "othello", "tictactoe", "xiangqi"};
    static const char *const commands = "uci\nd\neval\nhelp\nquery look\nquery board\nquery moves\n"
                                        "position startpos moves\ngo perft 2\nbench 2\nisready\n";
    struct rlimit before, small;
    struct house house;
    struct peer peer;
    getrlimit(RLIMIT_STACK, &before);
    small = before;
    small.rlim_cur = 64 << 10;
    setrlimit(RLIMIT_STACK, &small);
    house_open(&house, "");
    setrlimit(RLIMIT_STACK, &before);
    for (int i = 0; i < LENGTH(games) && !SUITE_SANITIZED; i++) {
        char begin[40];
        peer_connect(&peer, house.path);
        snprintf(begin, sizeof begin, "newgame %s\n", games[i]);
        peer_say(&peer, begin);
        house_expect(&peer, commands, "readyok");
        house_expect(&peer, "setoption name Threads value 2\ngo depth 4\n", "bestmove ");
        peer_finish(&peer);
    }
    house_close(&house);
}
END_TEST

START_TEST(every_search_of_a_crowd_is_answered_by_a_move)
{
    struct house house;
    static struct peer peers[60];
    house_open(&house, "");
    for (int i = 0; i < LENGTH(peers); i++) {
        peer_connect(&peers[i], house.path);
        peer_say(&peers[i], "newgame chess\ngo movetime 30\n");
    }
    for (int i = 0; i < LENGTH(peers); i++) {
        const char *line = peer_read_until(&peers[i], "bestmove ");
        ck_assert_ptr_nonnull(line);
        ck_assert_str_ne(line, "bestmove (none)");
        house_expect(&peers[i], "query fen\n", "response rnbq");
        peer_finish(&peers[i]);
    }
    house_close(&house);
}
END_TEST

/* In every state and at any time. */
START_TEST(clients_that_vanish_leave_nothing)
{
    static const char *const lines[] = {
        "",
        "isr",
        "isready\n",
        "go infinite\n",
        "go ponder\n",
        "go perft 20\n",
        "uci\nhelp\n",
        "quit\n",
        "newgame gomoku\ngo nodes 200\n",
        "setoption name Threads value 4\ngo nodes 500\n",
        "newgame chess\ngo movetime 20\nucinewgame\n",
    };
    static struct peer peers[40], operating;
    struct house house;
    struct rng rng = {11};
    char admin[64], options[100];
    peer_make_path(admin);
    snprintf(options, sizeof options, "--admin unix:%s", admin);
    house_open(&house, options);
    for (int i = 0; i < 4000; i++) {
        struct peer *peer = &peers[rng_below(&rng, LENGTH(peers))];
        if (peer->in > 0) {
            if (rng_below(&rng, 3) == 0) {
                peer_hang_up(peer);
            }
            peer_finish(peer);
        }
        peer_connect(peer, house.path);
        peer_say(peer, lines[rng_below(&rng, LENGTH(lines))]);
    }
    for (int i = 0; i < LENGTH(peers); i++) {
        if (peers[i].in > 0) {
            peer_finish(&peers[i]);
        }
    }
    /* All sessions end, though not at once. */
    peer_connect(&operating, admin);
    bool empty = false;
    for (int i = 0; i < 1000 && !empty; i++) {
        peer_say(&operating, "status\n");
        const char *line = peer_read_until(&operating, "sessions ");
        empty = line && strncmp(line, "sessions 0 ", 11) == 0;
        usleep(empty ? 0 : 20000);
    }
    ck_assert(empty);
    peer_finish(&operating);
    house_close(&house);
    peer_remove_path(admin);
}
END_TEST

/* Counts the occurrences of a text in a log of less than 256 KiB. */
static int times_said(int log, const char *words)
{
    static char text[1 << 18];
    ssize_t length = pread(log, text, sizeof text - 1, 0);
    int times = 0;
    ck_assert_int_ge(length, 0);
    text[length] = '\0';
    for (const char *at = text; (at = strstr(at, words)); at++) {
        times++;
    }
    return times;
}

/* Clients that connect and disconnect faster than their sessions can be freed wait to be accepted.
 * The log reports that at most once in ten seconds. */
START_TEST(what_is_left_behind_does_not_pile_up)
{
    struct house house;
    long most = 0;
    int log = memfd_create("log", MFD_CLOEXEC);
    int64_t start_ns = clock_ns();
    /* A session that ends gives its place away before its thread has ended, so both are limited. */
    house_open_logged(&house, "--max-threads 400 --max-sessions 400", log);
    for (int i = 0; i < SUITE_TIMES(8000); i++) {
        struct peer peer;
        peer_connect(&peer, house.path);
        peer_say(&peer, i % 2 ? "go perft 20\n" : "genfens 1000 seed 1 book none\n");
        peer_finish(&peer);
        long threads = i % 100 == 0 ? peer_status(house.process, "Threads") : 0;
        most = threads > most ? threads : most;
    }
    ck_assert_int_gt(most, 1);
    ck_assert_int_lt(most, 500); /* those of sessions that end, and the server's own */
    house_close(&house);
    int said = times_said(log, "new clients wait until others have gone");
    ck_assert_int_le(said, 1 + (clock_ns() - start_ns) / (10 * NS_PER_SECOND));
    close(log);
}
END_TEST

/* Sessions that request all memory, and lines that wait, get what the limit allows and no more. */
START_TEST(the_limit_on_memory_holds_for_the_process)
{
    enum { LIMIT_MIB = 32, ALLOWANCE_MIB = 32 };
    static struct peer peers[80];
    static char line[LINE_LIMIT];
    struct house house;
    int moves = 0;
    house_open(&house, "--max-memory 32");
    memset(line, 'x', sizeof line - 2);
    memcpy(line, "position startpos moves ", 24);
    line[sizeof line - 2] = '\n';
    for (int i = 0; i < LENGTH(peers); i++) {
        peer_connect(&peers[i], house.path);
        peer_say(&peers[i], "newgame chess\nsetoption name Hash value 100000\n"
                            "setoption name Threads value 4\ngo movetime 500\n");
    }
    for (int i = 0; i < LENGTH(peers); i++) {
        peer_say(&peers[i], line);
        peer_say(&peers[i], line);
    }
    for (int i = 0; i < LENGTH(peers); i++) {
        /* A move, found by a search or not; or the reason why there is no session. */
        char *said;
        bool reason = false, answered = false;
        while (!answered && (said = peer_read(&peers[i], PEER_PATIENCE_MS))) {
            reason |= strstr(said, "memory") != NULL || strstr(said, "KiB") != NULL;
            answered = strncmp(said, "bestmove", 8) == 0;
        }
        ck_assert_msg(answered || reason, "session %d", i);
        moves += answered;
    }
    ck_assert_int_gt(moves, 0);
    const long most = peer_status(house.process, "VmHWM");
    ck_assert_msg(SUITE_SANITIZED || most <= (LIMIT_MIB + ALLOWANCE_MIB) << 10, "%ld KiB", most);
    for (int i = 0; i < LENGTH(peers); i++) {
        peer_finish(&peers[i]);
    }
    house_close(&house);
}
END_TEST

/* More commands than the queue holds, during a search that ends by itself: none is lost. Under a
 * sanitizer nine of ten set a position, because so many searches would take half a minute. */
START_TEST(a_client_whose_queue_is_full_is_read_again_later)
{
    const int count = COMMAND_QUEUE_COUNT_LIMIT + 2000, searches_every = SUITE_SANITIZED ? 10 : 1;
    struct house house;
    struct peer peer;
    struct buffer commands = {0};
    buffer_puts(&commands, "newgame chess\ngo movetime 1000\n");
    for (int i = 0; i < count; i++) {
        buffer_puts(&commands, i % searches_every == 0 ? "go nodes 1\n" : "position startpos\n");
    }
    buffer_puts(&commands, "isready\n");
    house_open(&house, "");
    peer_connect(&peer, house.path);
    ck_assert(peer_write(&peer, buffer_text(&commands), buffer_length(&commands)));
    for (int i = 0; i < count / searches_every + 1; i++) {
        const char *line;
        do {
            line = peer_read(&peer, PEER_PATIENCE_MS);
            ck_assert_ptr_nonnull(line);
            ck_assert_msg(strncmp(line, "info string error", 17) != 0, "%s", line);
        } while (strncmp(line, "bestmove", 8) != 0);
    }
    peer_finish(&peer);
    house_close(&house);
    buffer_finish(&commands);
}
END_TEST

START_TEST(a_bound_on_memory_holds_for_the_bench_and_for_threads)
{
    struct house house;
    struct peer peer;
    house_open(&house, "--max-memory 16 --max-threads 3 --max-threads-per-session 2");
    peer_connect(&peer, house.path);
    house_expect(&peer, "bench connect4 1\n", "info string error: bench: needs ");
    house_expect(&peer, "setoption name Threads value 64\n", "info string Threads 64 is more than");
    house_expect(&peer, "setoption name Hash value 4096\n", "info string Hash 4096 is more than");
    house_expect(&peer, "go depth 3\n", "bestmove ");
    peer_finish(&peer);
    house_close(&house);
}
END_TEST

/* Runs a server whose log goes to `log`, and makes it write many messages. */
static void talk_into(int log)
{
    struct house house;
    house_open_logged(&house, "--log-level debug --allow-uid 1234567", log);
    for (int i = 0; i < 100; i++) {
        struct peer refused;
        peer_connect(&refused, house.path);
        house_expect_end(&refused);
        peer_finish(&refused);
    }
    house_close(&house);
}

START_TEST(a_log_that_takes_nothing_stops_nobody)
{
    static const char bytes[4096];
    int unread[2], full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    ck_assert_int_ge(full, 0);
    talk_into(full);
    close(full);
    ck_assert_int_eq(pipe2(unread, O_CLOEXEC | O_NONBLOCK), 0);
    while (write(unread[1], bytes, sizeof bytes) > 0) {
    }
    fcntl(unread[1], F_SETFL, 0); /* a write now blocks */
    talk_into(unread[1]);
    close(unread[0]);
    close(unread[1]);
}
END_TEST

START_TEST(a_server_that_was_halted_goes_on)
{
    struct house house;
    struct peer peer;
    house_open(&house, "");
    peer_connect(&peer, house.path);
    house_expect(&peer, "isready\n", "readyok");
    ck_assert(peer_say(&peer, "go movetime 100\n"));
    kill(house.process, SIGSTOP);
    usleep(300000);
    ck_assert(peer_say(&peer, "isready\n"));
    kill(house.process, SIGCONT);
    ck_assert_ptr_nonnull(peer_read_until(&peer, "bestmove"));
    house_expect(&peer, "go infinite\nstop\n", "bestmove");
    house_expect(&peer, "isready\n", "readyok");
    peer_finish(&peer);
    house_close(&house);
}
END_TEST

/* A client that has closed its sending side may still read. A client that does not read any more
 * may still be sending. */
START_TEST(half_closed_connections_end)
{
    struct house house;
    struct peer speaker, listener;
    house_open(&house, "");
    peer_connect(&listener, house.path);
    ck_assert(peer_say(&listener, "go infinite\n"));
    peer_hang_up(&listener);
    ck_assert_ptr_nonnull(peer_read_until(&listener, "bestmove"));
    house_expect_end(&listener);
    peer_finish(&listener);
    for (int i = 0; i < 200; i++) {
        peer_connect(&speaker, house.path);
        ck_assert(peer_say(&speaker, "go infinite\n"));
        shutdown(speaker.in, SHUT_RD);
        peer_say(&speaker, "uci\nisready\nhelp\n"); /* the server may already have closed it */
        peer_finish(&speaker);
    }
    peer_connect(&speaker, house.path);
    house_expect(&speaker, "isready\n", "readyok");
    peer_finish(&speaker);
    house_close(&house);
}
END_TEST

/* Checks that the watcher receives these lines next. */
static void hear(struct peer *peer, const char *const *lines, int length)
{
    for (int i = 0; i < length; i++) {
        char *line = peer_read(peer, PEER_PATIENCE_MS);
        ck_assert_ptr_nonnull(line);
        ck_assert_str_eq(line, lines[i]);
    }
}

START_TEST(a_game_that_is_offered_can_be_watched)
{
    struct house house;
    struct peer player, watcher, other;
    house_open(&house, "");
    peer_connect(&player, house.path);
    peer_connect(&watcher, house.path);
    peer_connect(&other, house.path);
    house_expect(&watcher, "watch board-1\n",
                 "info string error: watch: no game is offered as 'board-1'; 'watch' lists them");
    house_expect(&player,
                 "newgame gomoku size 9 rule renju\npublish board-1\npublish board-1\nwatch\n",
                 "info string published board-1");
    house_expect(&other, "publish board-1\n",
                 "info string error: publish: 'board-1' is the name of another session's game");
    house_expect(&other, "publish a/b\n", "info string error: publish: a name has 1 to 32 letters");
    house_expect(&other, "publish\n", "info string error: publish: expected a name, or none");
    house_expect(&other, "publish 0123456789012345678901234567890123\n",
                 "info string error: publish: a name has 1 to 32 letters");
    /* The current state, and then each update. */
    peer_say(&watcher, "watch board-1\n");
    static const char *const first[] = {
        "info string watch board-1 newgame gomoku size 9 rule renju",
        "info string watch board-1 position fen 9/9/9/9/9/9/9/9/9 x",
    };
    hear(&watcher, first, 2);
    house_expect(&player, "position startpos moves e5 a1\nisready\n", "readyok");
    static const char *const second[] = {"info string watch board-1 position startpos moves e5 a1"};
    hear(&watcher, second, 1);
    house_expect(&player, "go depth 1\n", "bestmove ");
    /* Each report is one line, and nothing is between them. */
    static const char report[] = "info string watch board-1 ";
    for (bool moved = false; !moved;) {
        const char *line = peer_read(&watcher, 10000);
        ck_assert_msg(line && strncmp(line, report, strlen(report)) == 0, "%s", line ? line : "");
        moved = strncmp(line + strlen(report), "bestmove ", strlen("bestmove ")) == 0;
    }
    house_expect(&player, "newgame tictactoe\nisready\n", "readyok");
    ck_assert_str_eq(peer_read(&watcher, 10000), "info string watch board-1 newgame tictactoe");
    static const char *const third[] = {"info string watch board-1 position startpos"};
    hear(&watcher, third, 1);
    /* Updates of a search are gathered: nine iterations in an instant are not nine reports. */
    const int64_t begin_ns = clock_ns();
    house_expect(&player, "go depth 9\n", "bestmove ");
    const int64_t most = 2 + (clock_ns() - begin_ns) / (250 * NS_PER_MS);
    int reports = 0;
    for (const char *line; (line = peer_read(&watcher, 10000)) && !strstr(line, " bestmove ");) {
        reports += strstr(line, " info ") != NULL;
    }
    ck_assert_int_le(reports, most);
    /* A watcher can play, too. */
    house_expect(&watcher, "newgame tictactoe\ngo depth 2\n", "bestmove ");
    /* A publication ends by its name or by a disconnect; a watcher may leave. */
    house_expect(&player, "publish none\nisready\n", "readyok");
    ck_assert_ptr_nonnull(peer_read_until(&watcher, "info string watch board-1 end"));
    house_expect(&other, "publish board-2\nwatch\n", "info string published board-2");
    peer_say(&player, "watch board-2\n");
    ck_assert_ptr_nonnull(peer_read_until(&player, "info string watch board-2 position"));
    house_expect(&watcher, "watch board-2\nwatch none\nisready\n", "readyok");
    peer_finish(&other);
    ck_assert_ptr_nonnull(peer_read_until(&player, "info string watch board-2 end"));
    house_expect(&watcher, "isready\n", "readyok");
    peer_finish(&player);
    peer_finish(&watcher);
    house_close(&house);
}
END_TEST

START_TEST(a_game_has_sixty_four_watchers_at_most)
{
    struct house house;
    struct peer player, watchers[65];
    house_open(&house, "");
    peer_connect(&player, house.path);
    house_expect(&player, "newgame tictactoe\npublish it\nisready\n", "readyok");
    for (int i = 0; i < LENGTH(watchers); i++) {
        peer_connect(&watchers[i], house.path);
        house_expect(&watchers[i], "watch it\n",
                     i < 64 ? "info string watch it newgame tictactoe"
                            : "info string error: watch: 'it' has 64 watchers, which is the most");
    }
    /* A free place can be used by another watcher. */
    house_expect(&watchers[0], "watch none\nisready\n", "readyok");
    house_expect(&watchers[64], "watch it\n", "info string watch it newgame tictactoe");
    for (int i = 0; i < LENGTH(watchers); i++) {
        peer_finish(&watchers[i]);
    }
    peer_finish(&player);
    house_close(&house);
}
END_TEST

/* A watcher that does not read does not slow down the player, and gets only the updates that are
 * still current. */
START_TEST(a_watcher_that_does_not_read_misses_what_was_overtaken)
{
    struct house house;
    struct peer player, watcher;
    struct buffer moves = {0};
    house_open(&house, "");
    peer_connect(&player, house.path);
    peer_connect(&watcher, house.path);
    house_expect(&player, "newgame chess\npublish it\nisready\n", "readyok");
    peer_say(&watcher, "watch it\n");
    ck_assert_ptr_nonnull(peer_read_until(&watcher, "info string watch it position"));
    for (int i = 0; i < 2500; i++) {
        buffer_puts(&moves, " g1f3 g8f6 f3g1 f6g8");
    }
    for (int i = 0; i < 100; i++) {
        struct buffer line = {0};
        buffer_printf(&line, "position startpos moves%.*s\nisready\n", 20 * (2000 + i),
                      buffer_text(&moves));
        house_expect(&player, buffer_text(&line), "readyok");
        buffer_finish(&line);
    }
    house_expect(&player, "position startpos moves e2e4\nisready\n", "readyok");
    ck_assert_ptr_nonnull(
        peer_read_until(&watcher, "info string watch it position startpos moves e2e4"));
    buffer_finish(&moves);
    peer_finish(&player);
    peer_finish(&watcher);
    house_close(&house);
}
END_TEST

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
        return EXIT_FAILURE;
    }
    house_program = argv[1];
    Suite *suite = suite_create("server");
    SUPPORT_ADD(suite, clients_wait_when_descriptors_are_out);
    SUPPORT_ADD(suite, the_server_ends_though_a_client_does_not_read);
    SUPPORT_ADD(suite, no_user_has_all_places);
    SUPPORT_ADD(suite, a_client_that_does_not_read_loses_its_place);
    SUPPORT_ADD(suite, who_says_nothing_or_half_a_line_or_rests_is_told_so);
    SUPPORT_ADD(suite, a_line_that_was_too_long_is_over_at_its_end);
    SUPPORT_ADD(suite, a_search_without_an_end_is_given_one);
    SUPPORT_ADD(suite, a_limit_on_searches_counts_each_search_alone);
    SUPPORT_ADD(suite, signals_without_a_meaning_change_nothing);
    SUPPORT_ADD(suite, a_small_stack_is_enough);
    SUPPORT_ADD(suite, every_search_of_a_crowd_is_answered_by_a_move);
    SUPPORT_ADD(suite, clients_that_vanish_leave_nothing);
    SUPPORT_ADD(suite, what_is_left_behind_does_not_pile_up);
    SUPPORT_ADD(suite, the_limit_on_memory_holds_for_the_process);
    SUPPORT_ADD(suite, a_client_whose_queue_is_full_is_read_again_later);
    SUPPORT_ADD(suite, a_bound_on_memory_holds_for_the_bench_and_for_threads);
    SUPPORT_ADD(suite, a_log_that_takes_nothing_stops_nobody);
    SUPPORT_ADD(suite, a_server_that_was_halted_goes_on);
    SUPPORT_ADD(suite, half_closed_connections_end);
    SUPPORT_ADD(suite, a_game_that_is_offered_can_be_watched);
    SUPPORT_ADD(suite, a_game_has_sixty_four_watchers_at_most);
    SUPPORT_ADD(suite, a_watcher_that_does_not_read_misses_what_was_overtaken);
    return support_run(suite);
}
