/* SPDX-License-Identifier: MIT */
/* The server's start, who may come in, and its operator. Argument: the program. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
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
    peer_connect(&peer, house.path); /* which cannot be before the file has its permissions */
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
        int status = peer_wait(peer_serve(house_program, wrong[i]));
        ck_assert_msg(status == 2, "%s: status %d", wrong[i], status);
    }
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
    /* A Unix socket's user is known. The file is read anew, and a damaged one changes nothing. */
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
    kill(process, SIGHUP); /* it lives on */
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
    SUPPORT_ADD(suite, tcp_clients_tell_their_token_first);
    SUPPORT_ADD(suite, a_server_starts_without_standard_descriptors);
    SUPPORT_ADD(suite, the_operator_sees_ends_and_drains);
    return support_run(suite);
}
