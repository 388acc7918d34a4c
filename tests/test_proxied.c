/* SPDX-License-Identifier: MIT */
/* Tests the line that a proxy sends first, in pieces of any size. */
#include "proxied.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "address.h"
#include "compiler.h"
#include "suite.h"

static const struct {
    const char *line, *client; /* client: NULL: the line is invalid; "": the client is unknown */
} lines[] = {
    {"PROXY TCP4 192.0.2.7 192.0.2.1 56324 7000", "192.0.2.7"},
    {"PROXY TCP4 127.0.0.9 127.0.0.1 0 65535", "127.0.0.1"},
    {"PROXY TCP6 2001:db8::5:0:0:9 2001:db8::1 1 2", "2001:db8::/64"},
    {"PROXY TCP6 ::ffff:192.0.2.7 ::1 1 2", "192.0.2.7"},
    {"PROXY UNKNOWN", ""},
    {"PROXY UNKNOWN and whatever comes behind it, in many words", ""},
    {"", NULL},
    {"PROXY", NULL},
    {"PROXY ", NULL},
    {"PROXY TCP4", NULL},
    {"PROXY TCP4 192.0.2.7 192.0.2.1 56324", NULL},
    {"PROXY TCP4 192.0.2.7 192.0.2.1 56324 ", NULL},
    {"PROXY TCP4 192.0.2.7 192.0.2.1 56324 7000 ", NULL},
    {"PROXY TCP4 192.0.2.7 192.0.2.1 56324 65536", NULL},
    {"PROXY TCP4 192.0.2.7 192.0.2.1 -1 7000", NULL},
    {"PROXY TCP4 192.0.2.7 192.0.2.1 000000 7000", NULL},
    {"PROXY TCP4  192.0.2.7 192.0.2.1 56324 7000", NULL},
    {"PROXY TCP4 192.0.2.256 192.0.2.1 56324 7000", NULL},
    {"PROXY TCP4 192.0.2.7 ::1 56324 7000", NULL},
    {"PROXY TCP6 192.0.2.7 192.0.2.1 56324 7000", NULL},
    {"PROXY TCP5 192.0.2.7 192.0.2.1 56324 7000", NULL},
    {"proxy TCP4 192.0.2.7 192.0.2.1 56324 7000", NULL},
    {" PROXY TCP4 192.0.2.7 192.0.2.1 56324 7000", NULL},
    {"PROXY\tTCP4 192.0.2.7 192.0.2.1 56324 7000", NULL},
    {"uci", NULL},
    {"GET / HTTP/1.1", NULL},
};

START_TEST(a_line_tells_the_clients_address)
{
    for (int i = 0; i < LENGTH(lines); i++) {
        char line[PROXY_LINE_ROOM], name[64] = "";
        struct sockaddr_storage client;
        snprintf(line, sizeof line, "%s", lines[i].line);
        bool right = proxy_line_read(line, &client);
        ck_assert_msg(right == (lines[i].client != NULL), "%s", lines[i].line);
        if (right && client.ss_family != AF_UNSPEC) {
            address_name((const struct sockaddr *)&client, name, sizeof name);
        }
        ck_assert_str_eq(name, right ? lines[i].client : "");
    }
}
END_TEST

/* Connections in both directions, and what the owner was told about the last one. */
struct stage {
    struct ev_loop *loop;
    struct proxied *proxied;
    int known; /* number of connections */
    int descriptor;
    char name[64];
};

static void on_known(void *owner, int descriptor, const struct sockaddr_storage *client)
{
    struct stage *stage = owner;
    stage->known++;
    stage->descriptor = descriptor;
    address_name((const struct sockaddr *)client, stage->name, sizeof stage->name);
}

static void begin(struct stage *stage)
{
    *stage = (struct stage){.loop = ev_loop_new(EVFLAG_AUTO), .descriptor = -1};
    stage->proxied = proxied_create(stage->loop, on_known, stage);
    ck_assert_ptr_nonnull(stage->proxied);
}

/* Returns the proxy's end of a connection that it opens from 198.51.100.1. */
static int open_connection(struct stage *stage)
{
    struct sockaddr_storage proxy = {.ss_family = AF_INET};
    struct in_addr *address = &((struct sockaddr_in *)&proxy)->sin_addr;
    int ends[2];
    ck_assert_int_eq(inet_pton(AF_INET, "198.51.100.1", address), 1);
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    proxied_add(stage->proxied, ends[0], &proxy);
    return ends[1];
}

static void say(struct stage *stage, int proxy, const char *text)
{
    ck_assert_int_eq(write(proxy, text, strlen(text)), (ssize_t)strlen(text));
    ev_run(stage->loop, EVRUN_NOWAIT);
}

/* Checks that the other side has closed the connection. The system may report that a moment later
 * if a process inspects the descriptor in proc(5). Unread input turns the end into a reset. */
static void expect_closed(int proxy)
{
    char byte;
    ck_assert_int_le(recv(proxy, &byte, 1, 0), 0);
}

static void expect_open(int proxy)
{
    char byte;
    ck_assert_int_lt(recv(proxy, &byte, 1, MSG_DONTWAIT), 0);
    ck_assert_int_eq(errno, EAGAIN);
}

static void finish(struct stage *stage)
{
    proxied_destroy(stage->proxied);
    ev_loop_destroy(stage->loop);
}

START_TEST(nothing_behind_the_line_is_taken)
{
    static const char line[] = "PROXY TCP4 192.0.2.7 192.0.2.1 56324 7000\r\n", more[] = "uci\nd\n";
    for (int piece = 1; piece <= (int)strlen(line) + 2; piece++) {
        struct stage stage;
        char all[80], rest[16] = "";
        begin(&stage);
        int proxy = open_connection(&stage);
        snprintf(all, sizeof all, "%s%s", line, more);
        for (int at = 0; at < (int)strlen(all); at += piece) {
            char part[80];
            snprintf(part, sizeof part, "%.*s", piece, all + at);
            ck_assert_int_eq(stage.known, at >= (int)strlen(line));
            say(&stage, proxy, part);
        }
        ck_assert_int_eq(stage.known, 1);
        ck_assert_str_eq(stage.name, "192.0.2.7");
        ck_assert_int_eq(read(stage.descriptor, rest, sizeof rest), (ssize_t)strlen(more));
        ck_assert_str_eq(rest, more);
        close(stage.descriptor);
        close(proxy);
        finish(&stage);
    }
}
END_TEST

START_TEST(who_speaks_for_nobody_is_the_client)
{
    struct stage stage;
    begin(&stage);
    int proxy = open_connection(&stage);
    say(&stage, proxy, "PROXY UNKNOWN\r\n");
    ck_assert_int_eq(stage.known, 1);
    ck_assert_str_eq(stage.name, "198.51.100.1");
    close(stage.descriptor);
    close(proxy);
    finish(&stage);
}
END_TEST

START_TEST(a_wrong_line_closes_the_connection)
{
    char endless[PROXY_LINE_ROOM + 2] = "PROXY UNKNOWN ";
    memset(endless + strlen(endless), 'x', sizeof endless - strlen(endless) - 1);
    const char *wrong[] = {"uci\n",
                           "\n",
                           "\r\n",
                           "PROXY TCP4 192.0.2.7 192.0.2.1 56324 7000\n",
                           "PROXY TCP4 192.0.2.7 192.0.2.1 56324 70000\r\n",
                           endless};
    struct stage stage;
    begin(&stage);
    for (int i = 0; i < LENGTH(wrong); i++) {
        int proxy = open_connection(&stage);
        expect_open(proxy);
        say(&stage, proxy, wrong[i]);
        expect_closed(proxy);
        ck_assert_msg(stage.known == 0, "%s", wrong[i]);
        close(proxy);
    }
    finish(&stage);
}
END_TEST

START_TEST(a_nul_does_not_end_the_line)
{
    static const char line[] = "PROXY UNKNOWN\0x\r\n";
    struct stage stage;
    begin(&stage);
    int proxy = open_connection(&stage);
    ck_assert_int_eq(write(proxy, line, sizeof line - 1), (ssize_t)sizeof line - 1);
    ev_run(stage.loop, EVRUN_NOWAIT);
    ck_assert_int_eq(stage.known, 0);
    expect_closed(proxy);
    close(proxy);
    finish(&stage);
}
END_TEST

START_TEST(who_says_nothing_makes_way)
{
    enum { MANY = 200 };
    struct stage stage;
    int proxies[MANY];
    begin(&stage);
    for (int i = 0; i < MANY; i++) {
        proxies[i] = open_connection(&stage);
    }
    for (int i = 0; i < MANY; i++) {
        (i < MANY - 64 ? expect_closed : expect_open)(proxies[i]);
    }
    say(&stage, proxies[MANY - 64], "PROXY TCP4 192.0.2.7 192.0.2.1 56324 7000\r\n");
    ck_assert_int_eq(stage.known, 1);
    close(stage.descriptor);
    close(proxies[MANY - 1]); /* this one disconnects */
    ev_run(stage.loop, EVRUN_NOWAIT);
    finish(&stage); /* closes the remaining connections */
    for (int i = 0; i < MANY - 1; i++) {
        expect_closed(proxies[i]);
        close(proxies[i]);
    }
}
END_TEST

START_TEST(a_line_that_does_not_come_in_time_closes_the_connection)
{
    struct stage stage;
    begin(&stage);
    int proxy = open_connection(&stage);
    say(&stage, proxy, "PROXY ");
    expect_open(proxy);
    ev_run(stage.loop, 0); /* until no watcher is active */
    expect_closed(proxy);
    ck_assert_int_eq(stage.known, 0);
    close(proxy);
    finish(&stage);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("proxied");
    SUPPORT_ADD(suite, a_line_tells_the_clients_address);
    SUPPORT_ADD(suite, nothing_behind_the_line_is_taken);
    SUPPORT_ADD(suite, who_speaks_for_nobody_is_the_client);
    SUPPORT_ADD(suite, a_wrong_line_closes_the_connection);
    SUPPORT_ADD(suite, a_nul_does_not_end_the_line);
    SUPPORT_ADD(suite, who_says_nothing_makes_way);
    SUPPORT_ADD(suite, a_line_that_does_not_come_in_time_closes_the_connection);
    return support_run(suite);
}
