/* SPDX-License-Identifier: MIT */
/* Tests the server's start, access control, and the admin socket. Argument: the program. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "house.h"
#include "suite.h"

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
    house_open(&house, "");
    ck_assert_uint_eq(mode_of(house.path), 0600);
    house_close(&house);
    house_open(&house, "--socket-mode 660");
    peer_connect(&peer, house.path); /* not possible before the file has its permissions */
    ck_assert_uint_eq(mode_of(house.path), 0660);
    peer_finish(&peer);
    house_close(&house);
}
END_TEST

START_TEST(a_user_who_is_not_named_is_turned_away)
{
    struct house house;
    struct peer peer;
    char options[60];
    snprintf(options, sizeof options, "--allow-uid %u", (unsigned)getuid() + 1);
    house_open(&house, options);
    peer_connect(&peer, house.path);
    ck_assert_ptr_nonnull(peer_read_until(&peer, "info string error: this user may not come in"));
    house_expect_end(&peer);
    peer_finish(&peer);
    house_close(&house);
    snprintf(options, sizeof options, "--allow-uid %u", (unsigned)getuid());
    house_open(&house, options);
    peer_connect(&peer, house.path);
    house_expect(&peer, "isready\n", "readyok");
    peer_finish(&peer);
    house_close(&house);
}
END_TEST

START_TEST(a_socket_file_that_is_anothers_stays)
{
    struct house first, second;
    house_open(&first, "");
    unlink(first.path);
    char arguments[200];
    snprintf(arguments, sizeof arguments, "--listen unix:%s", first.path);
    second.process = peer_serve(house_program, arguments);
    struct stat status;
    house_await(first.path, 2);
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
        "--listen proxy:",
        "--listen proxy:unix:socket",
        "--listen proxy:proxy:tcp:127.0.0.1:0",
        "--listen proxy:tcp:0.0.0.0:7000",
        "--admin proxy:tcp:127.0.0.1:0",
        "--socket-mode 999",
        "--socket-mode 1777",
        "--listen unix:/nonexistent/folder/socket",
        "--max-sessions 0",
        "--max-memory x",
        "--idle-timeout -1",
        "--token-file /nonexistent",
        "--token-file /dev/null",
        "--http-name",
        "--http-name example.org:80",
        "--http-name example.org/",
        "--http-name x@example.org",
        "--http-name [::2",
        "--allow-uid root",
        "--log-level loud",
        "--listen tcp:127.0.0.1:0 --admin tcp:127.0.0.1:0",
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        int status = peer_wait(peer_serve(house_program, wrong[i]));
        ck_assert_msg(status == 2, "%s: status %d", wrong[i], status);
    }
}
END_TEST

START_TEST(a_token_file_is_a_file)
{
    char path[64], options[100];
    peer_make_path(path);
    snprintf(options, sizeof options, "--token-file %s", path);
    ck_assert_int_eq(mkfifo(path, 0600), 0); /* that nobody writes to */
    ck_assert_int_eq(peer_wait(peer_serve(house_program, options)), 2);
    unlink(path);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    ck_assert_int_eq(peer_wait(peer_serve(house_program, options)), 2);
    rmdir(path);
    peer_remove_path(path);
}
END_TEST

/* Connects to a loopback TCP port, from the address 127.0.0.`host`. */
static void connect_tcp_from(struct peer *peer, int host, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    int64_t give_up = clock_ns() + PEER_PATIENCE_MS * NS_PER_MS;
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl((INADDR_LOOPBACK & 0xFFFFFF00) | (uint32_t)host);
    ck_assert_int_eq(bind(descriptor, (const struct sockaddr *)&address, sizeof address), 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((uint16_t)port);
    while (connect(descriptor, (const struct sockaddr *)&address, sizeof address) != 0) {
        ck_assert_int_lt(clock_ns(), give_up);
        usleep(2000);
    }
    peer_adopt(peer, descriptor);
}

static void connect_tcp(struct peer *peer, int port)
{
    connect_tcp_from(peer, 1, port);
}

static void write_tokens(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

/* Waits until the admin socket's metrics have this line: a signal takes effect some time after it
 * was sent. */
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

/* Returns a port that is free now. */
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
    house_open(&house, options);
    static const char *const wrong[] = {"isready\n", "auth\nisready\n", "auth 0123456789abcde\n",
                                        "auth 0123456789abcdef0\nisready\n"};
    for (int i = 0; i < LENGTH(wrong); i++) {
        connect_tcp(&peer, port);
        peer_say(&peer, wrong[i]);
        ck_assert_ptr_nonnull(peer_read(&peer, PEER_PATIENCE_MS));
        house_expect_end(&peer);
        peer_finish(&peer);
    }
    connect_tcp(&peer, port);
    house_expect(&peer, "auth 0123456789abcdef\ngo depth 2\n", "bestmove ");
    peer_finish(&peer);
    /* The user of a Unix socket's client is known. The file is read again, and an invalid one
     * changes nothing. */
    peer_connect(&peer, house.path);
    house_expect(&peer, "isready\n", "readyok");
    peer_connect(&operating, admin);
    write_tokens(tokens, "bob fedcba9876543210\n");
    kill(house.process, SIGHUP);
    await_metric(&operating, "myosu_token_file_readings_total 1");
    write_tokens(tokens, "damaged\n");
    kill(house.process, SIGHUP);
    await_metric(&operating, "myosu_token_file_failures_total 1");
    house_expect(&peer, "isready\n", "readyok");
    peer_finish(&operating);
    peer_finish(&peer);
    connect_tcp(&peer, port);
    house_expect(&peer, "auth fedcba9876543210\nisready\n", "readyok");
    peer_finish(&peer);
    house_close(&house);
    peer_remove_path(tokens);
    peer_remove_path(admin);
}
END_TEST

/* Starts a server with a port for clients with the token ALICE. The caller removes the file of
 * tokens. */
#define ALICE "0123456789abcdef"
static int open_for_alice(struct house *house, char tokens[64], const char *more)
{
    char options[300];
    int port = free_port();
    peer_make_path(tokens);
    write_tokens(tokens, "alice " ALICE "\n");
    snprintf(options, sizeof options, "--token-file %s --listen tcp:127.0.0.1:%d %s", tokens, port,
             more);
    house_open(house, options);
    return port;
}

/* Whatever the size of a reader's buffer, the end of a comment must not be read as a line. */
START_TEST(the_end_of_a_long_comment_is_no_token)
{
    static const int sizes[] = {127, 255, 511, 1023, 2047};
    struct house house;
    struct peer peer;
    char tokens[64], options[200], text[8000] = "", comment[5000];
    const int port = free_port();
    for (int i = 0; i < LENGTH(sizes); i++) {
        memset(comment, '#', sizeof comment);
        comment[sizes[i]] = '\0';
        snprintf(text + strlen(text), sizeof text - strlen(text), "%sbob%d fedcba9876543210\n",
                 comment, i);
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), "alice " ALICE "\n");
    peer_make_path(tokens);
    write_tokens(tokens, text);
    snprintf(options, sizeof options, "--token-file %s --listen tcp:127.0.0.1:%d", tokens, port);
    house_open(&house, options);
    connect_tcp(&peer, port);
    house_expect(&peer, "auth " ALICE "\nisready\n", "readyok");
    peer_finish(&peer);
    connect_tcp(&peer, port);
    house_expect(&peer, "auth fedcba9876543210\nisready\n",
                 "info string error: the first line must be");
    house_expect_end(&peer);
    peer_finish(&peer);
    house_close(&house);
    peer_remove_path(tokens);
}
END_TEST

START_TEST(a_token_line_beyond_the_bound_is_refused_by_its_number)
{
    static char comment[(1 << 20) + 100];
    char path[64], options[100], said[400];
    int pipes[2];
    peer_make_path(path);
    memset(comment, '#', sizeof comment);
    snprintf(comment + sizeof comment - 40, 40, "\nbob fedcba9876543210\n");
    write_tokens(path, comment);
    snprintf(options, sizeof options, "--token-file %s", path);
    ck_assert_int_eq(pipe(pipes), 0);
    int kept = dup(STDERR_FILENO);
    dup2(pipes[1], STDERR_FILENO);
    ck_assert_int_eq(peer_wait(peer_serve(house_program, options)), 2);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(pipes[1]);
    ssize_t length = read(pipes[0], said, sizeof said - 1);
    said[length < 0 ? 0 : length] = '\0';
    close(pipes[0]);
    ck_assert_msg(strstr(said, ":1: a line of more than 1 MiB"), "said: %s", said);
    peer_remove_path(path);
}
END_TEST

START_TEST(guesses_of_an_address_are_few_by_many_connections_too)
{
    struct house house;
    struct peer guessers[8], late, other;
    char tokens[64];
    const int port = open_for_alice(&house, tokens, "");
    /* Connections are accepted in their order: these two before a guess is read. */
    connect_tcp(&late, port);
    connect_tcp(&other, port);
    for (int i = 0; i < LENGTH(guessers); i++) {
        connect_tcp_from(&guessers[i], 1 + i, port);
    }
    for (int i = 0; i < LENGTH(guessers); i++) {
        peer_say(&guessers[i], "auth 0123456789abcdee\n");
    }
    for (int i = 0; i < LENGTH(guessers); i++) {
        ck_assert_ptr_nonnull(peer_read_until(&guessers[i], "info string error: "));
        house_expect_end(&guessers[i]);
        peer_finish(&guessers[i]);
    }
    house_expect(&late, "auth " ALICE "\nisready\n",
                 "info string error: too many wrong tokens from this address");
    house_expect_end(&late);
    peer_finish(&late);
    house_expect(&other, "isready\n", "info string error: the first line must be");
    peer_finish(&other);
    connect_tcp_from(&late, 77, port); /* the same machine */
    ck_assert_ptr_nonnull(peer_read_until(&late, "info string error: too many wrong tokens"));
    peer_finish(&late);
    house_close(&house);
    peer_remove_path(tokens);
}
END_TEST

START_TEST(a_first_line_without_end_is_no_token)
{
    struct house house;
    struct peer peer;
    char tokens[64], line[LINE_LIMIT + 100];
    const int port = open_for_alice(&house, tokens, "");
    memset(line, 'x', sizeof line);
    snprintf(line + sizeof line - 40, 40, "\nauth %s\nisready\n", ALICE);
    connect_tcp(&peer, port);
    peer_say(&peer, line);
    ck_assert_ptr_nonnull(peer_read_until(&peer, "info string error: the first line must be"));
    house_expect_end(&peer);
    peer_finish(&peer);
    house_close(&house);
    peer_remove_path(tokens);
}
END_TEST

START_TEST(who_has_too_many_sessions_by_a_token_hears_so)
{
    struct house house;
    struct peer first, second;
    char tokens[64];
    const int port = open_for_alice(&house, tokens, "--max-sessions-per-peer 1");
    connect_tcp(&first, port);
    house_expect(&first, "auth " ALICE "\nisready\n", "readyok");
    connect_tcp(&second, port);
    house_expect(&second, "auth " ALICE "\nisready\n",
                 "info string error: you have too many sessions; end one first");
    house_expect_end(&second);
    peer_finish(&second);
    peer_finish(&first);
    house_close(&house);
    peer_remove_path(tokens);
}
END_TEST

START_TEST(all_addresses_of_loopback_are_one_peer)
{
    struct house house;
    struct peer first, second;
    char options[100];
    const int port = free_port();
    snprintf(options, sizeof options, "--listen tcp:127.0.0.1:%d --max-sessions-per-peer 1", port);
    house_open(&house, options);
    connect_tcp_from(&first, 2, port);
    house_expect(&first, "isready\n", "readyok");
    connect_tcp_from(&second, 3, port);
    ck_assert_ptr_nonnull(
        peer_read_until(&second, "info string error: you have too many sessions"));
    house_expect_end(&second);
    peer_finish(&second);
    peer_finish(&first);
    house_close(&house);
}
END_TEST

START_TEST(a_proxy_tells_for_whom_it_speaks)
{
    struct house house;
    struct peer peer;
    char tokens[64], options[100];
    const int port = free_port();
    snprintf(options, sizeof options, "--listen proxy:tcp:127.0.0.1:%d --max-sessions-per-peer 1",
             port);
    open_for_alice(&house, tokens, options);
    for (int i = 0; i < 6; i++) {
        connect_tcp(&peer, port);
        peer_say(&peer, "PROXY TCP4 192.0.2.1 198.51.100.1 1234 7000\r\nauth 0123456789abcdee\n");
        ck_assert_ptr_nonnull(peer_read_until(&peer, "info string error: "));
        house_expect_end(&peer);
        peer_finish(&peer);
    }
    connect_tcp(&peer, port);
    house_expect(&peer, "PROXY TCP4 192.0.2.1 198.51.100.1 1234 7000\r\nauth " ALICE "\n",
                 "info string error: too many wrong tokens from this address");
    peer_finish(&peer);
    connect_tcp(&peer, port);
    house_expect(&peer, "PROXY TCP6 2001:db8::1 2001:db8::2 1234 7000\r\nauth " ALICE "\nisready\n",
                 "readyok");
    peer_finish(&peer);
    connect_tcp(&peer, port);
    peer_say(&peer, "auth " ALICE "\nisready\n"); /* this client is not a proxy */
    ck_assert_ptr_null(peer_read(&peer, PEER_PATIENCE_MS));
    peer_finish(&peer);
    house_close(&house);
    peer_remove_path(tokens);
}
END_TEST

/* Returns the exit status of a server that gets this descriptor as systemd passes its sockets. */
static int status_with(int descriptor)
{
    pid_t process = fork();
    if (process == 0) {
        char number[24];
        snprintf(number, sizeof number, "%ld", (long)getpid());
        setenv("LISTEN_PID", number, 1);
        setenv("LISTEN_FDS", "1", 1);
        dup2(descriptor, 3);
        execl(house_program, house_program, (char *)NULL);
        _exit(127);
    }
    return peer_wait(process);
}

START_TEST(what_does_not_listen_is_not_adopted)
{
    int others[] = {
        open("/dev/null", O_RDWR | O_CLOEXEC),
        socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0),
        socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0),
        socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0),
    };
    for (int i = 0; i < LENGTH(others); i++) {
        ck_assert_int_ge(others[i], 0);
        ck_assert_int_eq(status_with(others[i]), 2);
        close(others[i]);
    }
}
END_TEST

/* Returns the next message that a service manager receives, or "" if none arrives in time. */
static const char *next_notice(int descriptor, int timeout_ms)
{
    static char text[200];
    struct pollfd wait = {.fd = descriptor, .events = POLLIN};
    ssize_t length =
        poll(&wait, 1, timeout_ms) == 1 ? recv(descriptor, text, sizeof text - 1, 0) : 0;
    text[length > 0 ? length : 0] = '\0';
    return text;
}

START_TEST(a_service_manager_hears_of_the_start_of_life_and_of_the_end)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct house house;
    char name[60];
    snprintf(name, sizeof name, "@myosu-test-%ld", (long)getpid());
    memcpy(address.sun_path + 1, name + 1, strlen(name) - 1); /* the abstract namespace */
    const socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
    int manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(bind(manager, (const struct sockaddr *)&address, length), 0);
    setenv("NOTIFY_SOCKET", name, 1);
    setenv("WATCHDOG_USEC", "300000", 1);
    house_open(&house, "");
    ck_assert_str_eq(next_notice(manager, PEER_PATIENCE_MS), "READY=1");
    const int64_t begin = clock_ns();
    for (int i = 0; i < 4; i++) {
        ck_assert_str_eq(next_notice(manager, PEER_PATIENCE_MS),
                         "WATCHDOG=1\nSTATUS=0 sessions, 0 searches wait");
    }
    ck_assert_int_lt(clock_ns() - begin, 3 * NS_PER_SECOND); /* four take 0.4 s */
    kill(house.process, SIGTERM);
    const char *text;
    do {
        text = next_notice(manager, PEER_PATIENCE_MS);
    } while (strstr(text, "WATCHDOG=1"));
    ck_assert_str_eq(text, "STOPPING=1");
    ck_assert_int_eq(peer_wait(house.process), 0);
    close(manager);
    peer_remove_path(house.path);
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
        execl(house_program, house_program, "--listen", address, (char *)NULL);
        _exit(127);
    }
    peer_connect(&peer, path);
    house_expect(&peer, "isready\n", "readyok");
    peer_finish(&peer);
    kill(process, SIGHUP); /* it keeps running */
    peer_connect(&peer, path);
    house_expect(&peer, "isready\n", "readyok");
    peer_finish(&peer);
    kill(process, SIGTERM);
    ck_assert_int_eq(peer_wait(process), 0);
    peer_remove_path(path);
}
END_TEST

START_TEST(the_operator_sees_ends_and_drains)
{
    struct house house;
    struct peer client, operating;
    char admin[64], options[100];
    peer_make_path(admin);
    snprintf(options, sizeof options, "--admin unix:%s", admin);
    house_open(&house, options);
    peer_connect(&client, house.path);
    house_expect(&client, "isready\ngo infinite\nisready\n", "readyok");
    peer_connect(&operating, admin);
    ck_assert_uint_eq(mode_of(admin), 0600);
    house_expect(&operating, "status\n", "sessions 1 of");
    house_expect(&operating, "sessions\n", "1 uid:");
    house_expect(&operating, "metrics\n", "myosu_sessions 1");
    house_expect(&operating, "\nstatus\n\nhelp\n", "sessions 1 of");
    ck_assert_ptr_nonnull(peer_read_until(&operating, "end N"));
    house_expect(&operating, "end 9\n", "error: end: there is no session '9'");
    house_expect(&operating, "what\n", "error: unknown command 'what'");
    house_expect(&operating, "end 1\n", "it is told to end");
    ck_assert_ptr_nonnull(peer_read_until(&client, "bestmove "));
    house_expect_end(&client);
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
    house_program = argv[1];
    Suite *suite = suite_create("server_access");
    SUPPORT_ADD(suite, a_socket_is_its_users_alone_unless_it_is_said_otherwise);
    SUPPORT_ADD(suite, a_user_who_is_not_named_is_turned_away);
    SUPPORT_ADD(suite, a_socket_file_that_is_anothers_stays);
    SUPPORT_ADD(suite, wrong_options_end_with_status_2);
    SUPPORT_ADD(suite, a_token_file_is_a_file);
    SUPPORT_ADD(suite, tcp_clients_tell_their_token_first);
    SUPPORT_ADD(suite, the_end_of_a_long_comment_is_no_token);
    SUPPORT_ADD(suite, a_token_line_beyond_the_bound_is_refused_by_its_number);
    SUPPORT_ADD(suite, guesses_of_an_address_are_few_by_many_connections_too);
    SUPPORT_ADD(suite, a_first_line_without_end_is_no_token);
    SUPPORT_ADD(suite, who_has_too_many_sessions_by_a_token_hears_so);
    SUPPORT_ADD(suite, all_addresses_of_loopback_are_one_peer);
    SUPPORT_ADD(suite, a_proxy_tells_for_whom_it_speaks);
    SUPPORT_ADD(suite, what_does_not_listen_is_not_adopted);
    SUPPORT_ADD(suite, a_service_manager_hears_of_the_start_of_life_and_of_the_end);
    SUPPORT_ADD(suite, a_server_starts_without_standard_descriptors);
    SUPPORT_ADD(suite, the_operator_sees_ends_and_drains);
    return support_run(suite);
}
