/* SPDX-License-Identifier: MIT */
/* The server among strangers: who may come in, what they may use, and how it ends. Argument: the
 * program. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "peer.h"
#include "rng.h"
#include "suite.h"

static const char *program;

/* A server on a Unix socket, with more options. */
struct house {
    char path[64];
    pid_t process;
};

static void open_house(struct house *house, const char *options)
{
    char arguments[500];
    peer_make_path(house->path);
    snprintf(arguments, sizeof arguments, "--listen unix:%s --game connect4 %s", house->path,
             options);
    house->process = peer_serve(program, arguments);
    /* Until it listens. */
    struct stat status;
    for (int i = 0; i < 5000 && stat(house->path, &status) != 0; i++) {
        usleep(2000);
    }
    ck_assert_int_eq(stat(house->path, &status), 0);
}

static void close_house(struct house *house)
{
    kill(house->process, SIGTERM);
    ck_assert_int_eq(peer_wait(house->process), 0);
    peer_remove_path(house->path);
}

static void expect(struct peer *peer, const char *text, const char *answer)
{
    ck_assert(peer_say(peer, text));
    ck_assert_msg(peer_read_until(peer, answer) != NULL, "%s is not answered by %s", text, answer);
}

static void expect_end(struct peer *peer)
{
    ck_assert_ptr_null(peer_read_until(peer, "no such line"));
    ck_assert(peer->ended);
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    ck_assert_int_eq(stat(path, &status), 0);
    return status.st_mode & 0777;
}

START_TEST(a_socket_is_its_users_alone_unless_it_is_said_otherwise)
{
    struct house house;
    struct peer peer;
    open_house(&house, "");
    ck_assert_uint_eq(mode_of(house.path), 0600);
    close_house(&house);
    open_house(&house, "--socket-mode 660");
    peer_connect(&peer, house.path); /* which cannot be before the file has its permissions */
    ck_assert_uint_eq(mode_of(house.path), 0660);
    peer_finish(&peer);
    close_house(&house);
}
END_TEST

START_TEST(a_user_who_is_not_named_is_turned_away)
{
    struct house house;
    struct peer peer;
    char options[60];
    snprintf(options, sizeof options, "--allow-uid %u", (unsigned)getuid() + 1);
    open_house(&house, options);
    peer_connect(&peer, house.path);
    ck_assert_ptr_nonnull(peer_read_until(&peer, "info string error: this user may not come in"));
    expect_end(&peer);
    peer_finish(&peer);
    close_house(&house);
    snprintf(options, sizeof options, "--allow-uid %u", (unsigned)getuid());
    open_house(&house, options);
    peer_connect(&peer, house.path);
    expect(&peer, "isready\n", "readyok");
    peer_finish(&peer);
    close_house(&house);
}
END_TEST

START_TEST(a_socket_file_that_is_anothers_stays)
{
    struct house first, second;
    open_house(&first, "");
    unlink(first.path);
    char arguments[200];
    snprintf(arguments, sizeof arguments, "--listen unix:%s", first.path);
    second.process = peer_serve(program, arguments);
    struct stat status;
    for (int i = 0; i < 5000 && stat(first.path, &status) != 0; i++) {
        usleep(2000);
    }
    kill(first.process, SIGTERM);
    ck_assert_int_eq(peer_wait(first.process), 0);
    ck_assert_int_eq(stat(first.path, &status), 0);
    kill(second.process, SIGTERM);
    ck_assert_int_eq(peer_wait(second.process), 0);
    ck_assert_int_ne(stat(first.path, &status), 0);
    peer_remove_path(first.path);
}
END_TEST

START_TEST(wrong_options_end_with_status_2)
{
    static const char *const wrong[] = {
        "--nonsense",
        "--game ludo",
        "--listen tcp:127.0.0.1:99999",
        "--listen tcp:127.0.0.1:-1",
        "--listen tcp:127.0.0.1:http",
        "--listen tcp:127.0.0.1:",
        "--listen tcp:0.0.0.0:7000",
        "--listen unix:",
        "--listen nowhere",
        "--socket-mode 999",
        "--socket-mode 1777",
        "--listen unix:/nonexistent/folder/socket",
        "--max-sessions 0",
        "--max-memory x",
        "--idle-timeout -1",
        "--token-file /nonexistent",
        "--token-file /dev/null",
        "--allow-uid root",
        "--log-level loud",
        "--listen tcp:127.0.0.1:0 --admin tcp:127.0.0.1:0",
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        int status = peer_wait(peer_serve(program, wrong[i]));
        ck_assert_msg(status == 2, "%s: status %d", wrong[i], status);
    }
}
END_TEST

/* The server has fewer descriptors than there are clients: some wait, and come in later. */
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
        execl(program, program, "--max-sessions", "1000", "--max-sessions-per-peer", "1000",
              "--listen", address, (char *)NULL);
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

/* Connects to a TCP port of loopback. */
static void connect_tcp(struct peer *peer, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int64_t give_up = clock_ns() + PEER_PATIENCE_MS * NS_PER_MS;
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    while (connect(descriptor, (const struct sockaddr *)&address, sizeof address) != 0) {
        ck_assert_int_lt(clock_ns(), give_up);
        usleep(2000);
    }
    peer_adopt(peer, descriptor);
}

static void write_tokens(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

/* Until the operator's metrics have this line: a signal is heeded some time after it was sent. */
static void await_metric(struct peer *operating, const char *wanted)
{
    for (int i = 0; i < 5000; i++) {
        bool seen = false;
        char *line;
        ck_assert(peer_say(operating, "metrics\n"));
        while ((line = peer_read(operating, PEER_PATIENCE_MS)) && *line) {
            seen |= strcmp(line, wanted) == 0;
        }
        ck_assert_ptr_nonnull(line);
        if (seen) {
            return;
        }
        usleep(2000);
    }
    ck_abort_msg("the metrics never have %s", wanted);
}

/* A port that is free now. */
static int free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(bind(descriptor, (const struct sockaddr *)&address, length), 0);
    ck_assert_int_eq(getsockname(descriptor, (struct sockaddr *)&address, &length), 0);
    close(descriptor);
    return ntohs(address.sin_port);
}

START_TEST(tcp_clients_tell_their_token_first)
{
    struct house house;
    struct peer peer;
    struct peer operating;
    char tokens[64], admin[64], options[300];
    int port = free_port();
    peer_make_path(tokens);
    peer_make_path(admin);
    write_tokens(tokens, "# who may come in\nalice 0123456789abcdef\n");
    snprintf(options, sizeof options, "--token-file %s --listen tcp:127.0.0.1:%d --admin unix:%s",
             tokens, port, admin);
    open_house(&house, options);
    static const char *const wrong[] = {"isready\n", "auth\nisready\n", "auth 0123456789abcde\n",
                                        "auth 0123456789abcdef0\nisready\n"};
    for (int i = 0; i < LENGTH(wrong); i++) {
        connect_tcp(&peer, port);
        peer_say(&peer, wrong[i]);
        ck_assert_ptr_nonnull(peer_read(&peer, PEER_PATIENCE_MS));
        expect_end(&peer);
        peer_finish(&peer);
    }
    connect_tcp(&peer, port);
    expect(&peer, "auth 0123456789abcdef\ngo depth 2\n", "bestmove ");
    peer_finish(&peer);
    /* A Unix socket's user is known. The file is read anew, and a damaged one changes nothing. */
    peer_connect(&peer, house.path);
    expect(&peer, "isready\n", "readyok");
    peer_connect(&operating, admin);
    write_tokens(tokens, "bob fedcba9876543210\n");
    kill(house.process, SIGHUP);
    await_metric(&operating, "myosu_token_file_readings_total 1");
    write_tokens(tokens, "damaged\n");
    kill(house.process, SIGHUP);
    await_metric(&operating, "myosu_token_file_failures_total 1");
    expect(&peer, "isready\n", "readyok");
    peer_finish(&operating);
    peer_finish(&peer);
    connect_tcp(&peer, port);
    expect(&peer, "auth fedcba9876543210\nisready\n", "readyok");
    peer_finish(&peer);
    close_house(&house);
    peer_remove_path(tokens);
    peer_remove_path(admin);
}
END_TEST

/* Fills the way to us until the server has to keep what it says. */
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
    open_house(&house, "--drain-timeout 1");
    peer_connect(&peer, house.path);
    expect(&peer, "isready\n", "readyok");
    stop_reading(&peer);
    usleep(50000);
    close_house(&house);
    peer_finish(&peer);
}
END_TEST

START_TEST(a_client_that_does_not_read_loses_its_place)
{
    struct house house;
    struct peer deaf, next;
    open_house(&house, "--max-sessions 1 --unread-timeout 1");
    peer_connect(&deaf, house.path);
    expect(&deaf, "isready\n", "readyok");
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
    close_house(&house);
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
        open_house(&house, cases[i].options);
        peer_connect(&peer, house.path);
        peer_say(&peer, cases[i].text);
        ck_assert_msg(peer_read_until(&peer, cases[i].reason) != NULL, "%s", cases[i].options);
        expect_end(&peer);
        peer_finish(&peer);
        close_house(&house);
    }
}
END_TEST

START_TEST(a_search_without_an_end_is_given_one)
{
    struct house house;
    struct peer peer;
    open_house(&house, "--search-timeout 1");
    peer_connect(&peer, house.path);
    expect(&peer, "newgame chess\ngo\n", "bestmove ");
    expect(&peer, "go perft 30\n", "stopped after");
    peer_finish(&peer);
    close_house(&house);
}
END_TEST

START_TEST(every_search_of_a_crowd_is_answered_by_a_move)
{
    struct house house;
    static struct peer peers[60];
    open_house(&house, "");
    for (int i = 0; i < LENGTH(peers); i++) {
        peer_connect(&peers[i], house.path);
        peer_say(&peers[i], "newgame chess\ngo movetime 30\n");
    }
    for (int i = 0; i < LENGTH(peers); i++) {
        const char *line = peer_read_until(&peers[i], "bestmove ");
        ck_assert_ptr_nonnull(line);
        ck_assert_str_ne(line, "bestmove (none)");
        expect(&peers[i], "query fen\n", "response rnbq");
        peer_finish(&peers[i]);
    }
    close_house(&house);
}
END_TEST

/* In every state, at every moment. */
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
    open_house(&house, options);
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
    /* All go, though not at once. */
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
    close_house(&house);
    peer_remove_path(admin);
}
END_TEST

/* A house whose messages go to `log`. */
static void open_logged_house(struct house *house, const char *options, int log)
{
    int standard_error = dup(STDERR_FILENO);
    dup2(log, STDERR_FILENO);
    open_house(house, options);
    dup2(standard_error, STDERR_FILENO);
    close(standard_error);
}

/* How often this is said in a log of less than 256 KiB. */
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

/* Who comes and goes faster than what was begun can be taken away waits to be let in, which is said
 * once in ten seconds. */
START_TEST(what_is_left_behind_does_not_pile_up)
{
    struct house house;
    long most = 0;
    int log = memfd_create("log", MFD_CLOEXEC);
    int64_t start_ns = clock_ns();
    open_logged_house(&house, "", log);
    for (int i = 0; i < SUITE_TIMES(8000); i++) {
        struct peer peer;
        peer_connect(&peer, house.path);
        peer_say(&peer, i % 2 ? "go perft 20\n" : "genfens 1000 seed 1 book none\n");
        peer_finish(&peer);
        long threads = i % 100 == 0 ? peer_status(house.process, "Threads") : 0;
        most = threads > most ? threads : most;
    }
    ck_assert_int_gt(most, 1);
    ck_assert_int_lt(most, 500);
    close_house(&house);
    int said = times_said(log, "new clients wait until others have gone");
    ck_assert_int_le(said, 1 + (clock_ns() - start_ns) / (10 * NS_PER_SECOND));
    close(log);
}
END_TEST

START_TEST(a_bound_on_memory_holds_for_the_bench_and_for_threads)
{
    struct house house;
    struct peer peer;
    open_house(&house, "--max-memory 24 --max-threads 3 --max-threads-per-session 2");
    peer_connect(&peer, house.path);
    expect(&peer, "bench connect4 1\n", "info string error: bench: needs ");
    expect(&peer, "setoption name Threads value 64\n", "info string Threads 64 is more than");
    expect(&peer, "setoption name Hash value 4096\n", "info string Hash 4096 is more than");
    expect(&peer, "go depth 3\n", "bestmove ");
    peer_finish(&peer);
    close_house(&house);
}
END_TEST

START_TEST(a_server_starts_without_standard_descriptors)
{
    char path[64], address[80];
    struct peer peer;
    peer_make_path(path);
    snprintf(address, sizeof address, "unix:%s", path);
    pid_t process = fork();
    if (process == 0) {
        for (int i = 0; i < 3; i++) {
            close(i);
        }
        execl(program, program, "--listen", address, (char *)NULL);
        _exit(127);
    }
    peer_connect(&peer, path);
    expect(&peer, "isready\n", "readyok");
    peer_finish(&peer);
    kill(process, SIGHUP); /* it lives on */
    peer_connect(&peer, path);
    expect(&peer, "isready\n", "readyok");
    peer_finish(&peer);
    kill(process, SIGTERM);
    ck_assert_int_eq(peer_wait(process), 0);
    peer_remove_path(path);
}
END_TEST

/* Runs a server whose messages go to `log`, and makes it say many. */
static void talk_into(int log)
{
    struct house house;
    open_logged_house(&house, "--log-level debug --allow-uid 1234567", log);
    for (int i = 0; i < 100; i++) {
        struct peer refused;
        peer_connect(&refused, house.path);
        expect_end(&refused);
        peer_finish(&refused);
    }
    close_house(&house);
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
    fcntl(unread[1], F_SETFL, 0); /* who writes now waits */
    talk_into(unread[1]);
    close(unread[0]);
    close(unread[1]);
}
END_TEST

START_TEST(a_server_that_was_halted_goes_on)
{
    struct house house;
    struct peer peer;
    open_house(&house, "");
    peer_connect(&peer, house.path);
    expect(&peer, "isready\n", "readyok");
    ck_assert(peer_say(&peer, "go movetime 100\n"));
    kill(house.process, SIGSTOP);
    usleep(300000);
    ck_assert(peer_say(&peer, "isready\n"));
    kill(house.process, SIGCONT);
    ck_assert_ptr_nonnull(peer_read_until(&peer, "bestmove"));
    expect(&peer, "go infinite\nstop\n", "bestmove");
    expect(&peer, "isready\n", "readyok");
    peer_finish(&peer);
    close_house(&house);
}
END_TEST

/* Who has no more to say may still listen; who does not listen any more may still be talking. */
START_TEST(half_closed_connections_end)
{
    struct house house;
    struct peer speaker, listener;
    open_house(&house, "");
    peer_connect(&listener, house.path);
    ck_assert(peer_say(&listener, "go infinite\n"));
    peer_hang_up(&listener);
    ck_assert_ptr_nonnull(peer_read_until(&listener, "bestmove"));
    expect_end(&listener);
    peer_finish(&listener);
    for (int i = 0; i < 200; i++) {
        peer_connect(&speaker, house.path);
        ck_assert(peer_say(&speaker, "go infinite\n"));
        shutdown(speaker.in, SHUT_RD);
        peer_say(&speaker, "uci\nisready\nhelp\n"); /* the server may have ended it already */
        peer_finish(&speaker);
    }
    peer_connect(&speaker, house.path);
    expect(&speaker, "isready\n", "readyok");
    peer_finish(&speaker);
    close_house(&house);
}
END_TEST

/* Everything of `length` lines that the watcher hears next. */
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
    open_house(&house, "");
    peer_connect(&player, house.path);
    peer_connect(&watcher, house.path);
    peer_connect(&other, house.path);
    expect(&watcher, "watch board-1\n",
           "info string error: watch: no game is offered as 'board-1'; 'watch' lists them");
    expect(&player, "newgame gomoku size 9 rule renju\npublish board-1\npublish board-1\nwatch\n",
           "info string published board-1");
    expect(&other, "publish board-1\n",
           "info string error: publish: 'board-1' is the name of another session's game");
    expect(&other, "publish a/b\n", "info string error: publish: a name has 1 to 32 letters");
    expect(&other, "publish\n", "info string error: publish: expected a name, or none");
    expect(&other, "publish 0123456789012345678901234567890123\n",
           "info string error: publish: a name has 1 to 32 letters");
    /* What is, and then what happens. */
    peer_say(&watcher, "watch board-1\n");
    static const char *const first[] = {
        "info string watch board-1 newgame gomoku size 9 rule renju",
        "info string watch board-1 position fen 9/9/9/9/9/9/9/9/9 x",
    };
    hear(&watcher, first, 2);
    expect(&player, "position startpos moves e5 a1\nisready\n", "readyok");
    static const char *const second[] = {"info string watch board-1 position startpos moves e5 a1"};
    hear(&watcher, second, 1);
    expect(&player, "go depth 1\n", "bestmove ");
    ck_assert_ptr_nonnull(peer_read_until(&watcher, "info string watch board-1 bestmove "));
    expect(&player, "newgame tictactoe\nisready\n", "readyok");
    static const char *const third[] = {"info string watch board-1 newgame tictactoe",
                                        "info string watch board-1 position startpos"};
    hear(&watcher, third, 2);
    /* It watches and plays. */
    expect(&watcher, "newgame tictactoe\ngo depth 2\n", "bestmove ");
    /* The end, by name and by hanging up; and a watcher may go. */
    expect(&player, "publish none\nisready\n", "readyok");
    ck_assert_ptr_nonnull(peer_read_until(&watcher, "info string watch board-1 end"));
    expect(&other, "publish board-2\nwatch\n", "info string published board-2");
    peer_say(&player, "watch board-2\n");
    ck_assert_ptr_nonnull(peer_read_until(&player, "info string watch board-2 position"));
    expect(&watcher, "watch board-2\nwatch none\nisready\n", "readyok");
    peer_finish(&other);
    ck_assert_ptr_nonnull(peer_read_until(&player, "info string watch board-2 end"));
    expect(&watcher, "isready\n", "readyok");
    peer_finish(&player);
    peer_finish(&watcher);
    close_house(&house);
}
END_TEST

/* Who watches and does not read costs the player nothing and itself no line too many. */
START_TEST(a_watcher_that_does_not_read_misses_what_was_overtaken)
{
    struct house house;
    struct peer player, watcher;
    struct buffer moves = {0};
    open_house(&house, "");
    peer_connect(&player, house.path);
    peer_connect(&watcher, house.path);
    expect(&player, "newgame chess\npublish it\nisready\n", "readyok");
    peer_say(&watcher, "watch it\n");
    ck_assert_ptr_nonnull(peer_read_until(&watcher, "info string watch it position"));
    for (int i = 0; i < 2500; i++) {
        buffer_puts(&moves, " g1f3 g8f6 f3g1 f6g8");
    }
    for (int i = 0; i < 100; i++) {
        struct buffer line = {0};
        buffer_printf(&line, "position startpos moves%.*s\nisready\n", 20 * (2000 + i),
                      buffer_text(&moves));
        expect(&player, buffer_text(&line), "readyok");
        buffer_finish(&line);
    }
    expect(&player, "position startpos moves e2e4\nisready\n", "readyok");
    ck_assert_ptr_nonnull(
        peer_read_until(&watcher, "info string watch it position startpos moves e2e4"));
    buffer_finish(&moves);
    peer_finish(&player);
    peer_finish(&watcher);
    close_house(&house);
}
END_TEST

START_TEST(the_operator_sees_ends_and_drains)
{
    struct house house;
    struct peer client, operating;
    char admin[64], options[100];
    peer_make_path(admin);
    snprintf(options, sizeof options, "--admin unix:%s", admin);
    open_house(&house, options);
    peer_connect(&client, house.path);
    expect(&client, "isready\ngo infinite\nisready\n", "readyok");
    peer_connect(&operating, admin);
    ck_assert_uint_eq(mode_of(admin), 0600);
    expect(&operating, "status\n", "sessions 1 of");
    expect(&operating, "sessions\n", "1 uid:");
    expect(&operating, "metrics\n", "myosu_sessions 1");
    expect(&operating, "end 9\n", "error: end: there is no session '9'");
    expect(&operating, "what\n", "error: unknown command 'what'");
    expect(&operating, "end 1\n", "it is told to end");
    ck_assert_ptr_nonnull(peer_read_until(&client, "bestmove "));
    expect_end(&client);
    peer_finish(&client);
    peer_say(&operating, "drain\n");
    ck_assert_int_eq(peer_wait(house.process), 0);
    peer_finish(&operating);
    peer_remove_path(admin);
    peer_remove_path(house.path);
}
END_TEST

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
        return EXIT_FAILURE;
    }
    program = argv[1];
    Suite *suite = suite_create("server");
    SUPPORT_ADD(suite, a_socket_is_its_users_alone_unless_it_is_said_otherwise);
    SUPPORT_ADD(suite, a_user_who_is_not_named_is_turned_away);
    SUPPORT_ADD(suite, a_socket_file_that_is_anothers_stays);
    SUPPORT_ADD(suite, wrong_options_end_with_status_2);
    SUPPORT_ADD(suite, tcp_clients_tell_their_token_first);
    SUPPORT_ADD(suite, clients_wait_when_descriptors_are_out);
    SUPPORT_ADD(suite, the_server_ends_though_a_client_does_not_read);
    SUPPORT_ADD(suite, a_client_that_does_not_read_loses_its_place);
    SUPPORT_ADD(suite, who_says_nothing_or_half_a_line_or_rests_is_told_so);
    SUPPORT_ADD(suite, a_search_without_an_end_is_given_one);
    SUPPORT_ADD(suite, every_search_of_a_crowd_is_answered_by_a_move);
    SUPPORT_ADD(suite, clients_that_vanish_leave_nothing);
    SUPPORT_ADD(suite, what_is_left_behind_does_not_pile_up);
    SUPPORT_ADD(suite, a_bound_on_memory_holds_for_the_bench_and_for_threads);
    SUPPORT_ADD(suite, a_server_starts_without_standard_descriptors);
    SUPPORT_ADD(suite, a_log_that_takes_nothing_stops_nobody);
    SUPPORT_ADD(suite, a_server_that_was_halted_goes_on);
    SUPPORT_ADD(suite, half_closed_connections_end);
    SUPPORT_ADD(suite, a_game_that_is_offered_can_be_watched);
    SUPPORT_ADD(suite, a_watcher_that_does_not_read_misses_what_was_overtaken);
    SUPPORT_ADD(suite, the_operator_sees_ends_and_drains);
    return support_run(suite);
}
