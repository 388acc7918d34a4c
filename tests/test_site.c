/* SPDX-License-Identifier: MIT */
/* Tests the answers of the HTTP server, without sockets: host names and origins, the page's files,
 * the WebSocket handshake. */
#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "pages.h"
#include "registry.h"
#include "site.h"
#include "web_suite.h"

/* Reads one request. Returns its status: 0 if it is not refused, -1 if it is incomplete. */
static int read_request(struct http_reader *reader, const char *text, struct http_request *request)
{
    http_reader_init(reader);
    ck_assert(http_reader_feed(reader, text, strlen(text)));
    return http_reader_next(reader, request) ? request->refused : -1;
}

START_TEST(names_of_the_server_are_told_from_others)
{
    static const char *const listed[] = {"Myosu.example", "192.0.2.7"};
    const struct origin_names names = {listed, LENGTH(listed)};
    static const char *const ours[] = {"localhost",       "LOCALHOST:80", "127.0.0.1:7180",
                                       "[::1]",           "[::1]:65535",  "myosu.example",
                                       "myosu.EXAMPLE:1", "192.0.2.7:80", "localhost:"};
    static const char *const others[] = {
        "",
        "evil.example",
        "localhost.evil.example",
        "evil.example:7180",
        "127.0.0.2",
        "127.0.0.1.",
        "localhost:99999",
        "localhost:7180x",
        "::1",
        "[::1",
        "[::2]",
        "x@localhost",
        "localhost ",
        "localhost/",
        ":7180",
        "myosu.example.",
        "127.1",
        "notmyosu.example",
        "localhost:-1",
        "[localhost]",
        "localhost#",
        "localhost?",
        "localhost/x",
        "localhost:/",
        "localhost:#",
        "localhost:80/",
        "localhost:80#",
        "localhost:80?",
        "localhost:+80",
        "localhost: 80",
        "localhost:080x",
        "localhost:65536",
        "localhost:18446744073709551696", /* 80 modulo 2^64 */
        "localhost\\",
        "localhost@",
        "localhost@localhost",
        "@localhost",
        ":@localhost",
        "localhost,localhost",
        "localhost localhost",
        "\tlocalhost",
        " localhost",
        "localhost%00",
        "local%68ost",
        "localhost%",
        "localhost%2",
        "localhost^",
        "localhost|",
        "<localhost>",
        "\"localhost\"",
        "localhost\xc3\xa9",
        "[::1]x",
        "[::1] ",
        "[::1]:x",
        "[::1",
        "[::1]]",
        "[[::1]]",
        "[]",
        "[:::1]",
        "[::1%25lo]",
        "[v1.x]",
        "[127.0.0.1]",
        "::1]",
        "//localhost",
        "http://localhost",
    };
    for (int i = 0; i < LENGTH(ours); i++) {
        ck_assert_msg(origin_serves(&names, ours[i]), "%s", ours[i]);
    }
    for (int i = 0; i < LENGTH(others); i++) {
        ck_assert_msg(!origin_serves(&names, others[i]), "%s", others[i]);
    }
    ck_assert(!origin_is_loopback("myosu.example"));
}
END_TEST

START_TEST(pages_of_the_server_are_told_from_others)
{
    static const char *const listed[] = {"myosu.example"};
    const struct origin_names names = {listed, 1};
    static const struct {
        const char *origin, *host;
        bool ours;
    } cases[] = {
        {"http://localhost:7180", "localhost:7180", true},
        {"http://LOCALHOST:7180", "localhost:7180", true},
        {"http://[::1]:7180", "[::1]:7180", true},
        {"http://localhost", "localhost", true},
        {"http://localhost:80", "localhost", true},
        {"http://localhost", "localhost:80", true},
        {"https://localhost", "localhost:443", true},
        {"https://myosu.example", "127.0.0.1:7180", true}, /* behind a proxy */
        {"http://myosu.example", "127.0.0.1:7180", true},
        {"https://myosu.example:8443", "myosu.example:8443", true},
        {"https://myosu.example:8443", "127.0.0.1:7180", false},
        {"http://localhost:3000", "localhost:7180", false}, /* another server on this machine */
        {"http://127.0.0.1:7180", "localhost:7180", false},
        {"http://localhost", "localhost:443", false},
        {"https://localhost:7180.evil.example", "localhost:7180", false},
        {"http://localhost:7180/", "localhost:7180", false},
        {"http://localhost:7180#", "localhost:7180", false},
        {"http://localhost:7180?", "localhost:7180", false},
        {"http://localhost#", "localhost", false},
        {"http://localhost/", "localhost", false},
        {"http://x@localhost", "localhost", false},
        {"http:///localhost", "localhost", false},
        {"http:// localhost", "localhost", false},
        {"http://[::1", "[::1", false},
        {"http://localhost:7180@evil.example", "localhost:7180", false},
        {"http://evil.example", "localhost:7180", false},
        {"null", "localhost:7180", false},
        {"", "localhost:7180", false},
        {"file://", "localhost:7180", false},
        {"HTTP://localhost:7180", "localhost:7180", false},
        {"localhost:7180", "localhost:7180", false},
        {"ws://localhost:7180", "localhost:7180", false},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        ck_assert_msg(origin_is_ours(&names, cases[i].origin, cases[i].host) == cases[i].ours,
                      "%s at %s", cases[i].origin, cases[i].host);
    }
}
END_TEST

static void put_metrics(void *owner, struct buffer *out)
{
    (void)owner;
    buffer_puts(out, "counters\n");
}

static int refuse_session(void *owner, const char *address, const char **why)
{
    (void)owner;
    *why = "not now";
    return strcmp(address, "192.0.2.1") == 0 ? 503 : 0;
}

static const char *const site_names[] = {"myosu.example"};
static struct site site = {
    .names = {site_names, 1}, .put_metrics = put_metrics, .refuse_session = refuse_session};

/* Answers a request; the caller finishes the reply. */
static void ask(const struct site_client *client, const char *text, struct site_reply *reply)
{
    struct http_reader reader;
    struct http_request request;
    ck_assert_int_ge(read_request(&reader, text, &request), 0);
    site_reply(&site, client, &request, reply);
    http_reader_finish(&reader);
}

static const struct site_client local = {"127.0.0.1", true}, remote = {"192.0.2.1", false};

static void expect_status(const struct site_client *client, const char *text, int status)
{
    struct site_reply reply;
    ask(client, text, &reply);
    ck_assert_msg(reply.answer.status == status, "status %d, not %d: %s", reply.answer.status,
                  status, text);
    ck_assert(reply.upgrades == (status == 101));
    if (status >= 400) {
        const char *body = buffer_text(&reply.made);
        ck_assert_ptr_eq(strchr(body, '\n'), body + buffer_length(&reply.made) - 1);
        ck_assert_uint_gt(buffer_length(&reply.made), 1);
    }
    site_reply_finish(&reply);
}

#define TO_LOCALHOST "Host: localhost:7180\r\n"
#define GET(path)    "GET " path " HTTP/1.1\r\n" TO_LOCALHOST

START_TEST(the_site_answers_by_path)
{
    static const struct {
        const char *text;
        int status;
    } cases[] = {
        {GET("/") "\r\n", 200},
        {GET("/index.html") "\r\n", 200},
        {GET("/?a=b") "\r\n", 200},
        {GET("/healthz") "\r\n", 200},
        {GET("/metrics") "\r\n", 200},
        {GET("/board.svg") "\r\n", 200},
        {GET("/board.svg?") "\r\n", 200},
        {GET("/board.svg?moves=e2e4&last=1") "\r\n", 200},
        {GET("http://localhost:7180/board.svg?moves=e2e4") "\r\n", 200},
        {GET("/board.svg?moves=e2e5") "\r\n", 400},
        {GET("/board.svg?moves=e2e4#moves=e2e5") "\r\n", 200},
        {GET("/board.svg/") "\r\n", 404},
        {GET("http://localhost:7180/") "\r\n", 200},
        {GET("http://localhost:7180") "\r\n", 200},
        {GET("http://evil.example/") "\r\n", 403},
        {GET("http://a@localhost/") "\r\n", 403},
        {GET("/nothing") "\r\n", 404},
        {GET("//") "\r\n", 404},
        {GET("//index.html") "\r\n", 404},
        {GET("/../index.html") "\r\n", 404},
        {GET("/./index.html") "\r\n", 404},
        {GET("/%2e%2e/etc/passwd") "\r\n", 404},
        {GET("/..\\index.html") "\r\n", 404},
        {GET("/index.html/") "\r\n", 404},
        {GET("/index.html%00") "\r\n", 404},
        {GET("/INDEX.HTML") "\r\n", 404},
        {GET("/session") "\r\n", 426},
        {GET("/session/") "\r\n", 404},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.0\r\n\r\n", 400},
        {GET("/") TO_LOCALHOST "\r\n", 400},
        {"GET / HTTP/1.1\r\nHost:\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403},
        {"GET /metrics HTTP/1.1\r\nHost: myosu.example\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\nHost: myosu.example:99\r\n\r\n", 200},
        {GET("/") "Origin: http://localhost:7180\r\n\r\n", 200},
        {GET("/") "Origin: null\r\n\r\n", 403},
        {GET("/") "Origin:\r\n\r\n", 403},
        {GET("/") "Origin: http://localhost:7180\r\nOrigin: http://localhost:7180\r\n\r\n", 403},
        {GET("/healthz") "Origin: http://evil.example\r\n\r\n", 403},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        expect_status(&local, cases[i].text, cases[i].status);
    }
    expect_status(&remote, GET("/metrics") "\r\n", 403);
    expect_status(&remote, GET("/healthz") "\r\n", 200);
}
END_TEST

START_TEST(a_page_that_the_client_has_is_not_sent_again)
{
    struct page page;
    ck_assert(pages_find("index.html", 10, &page));
    static const struct {
        const char *form;
        int status;
    } cases[] = {{"%s", 304}, {"W/%s", 304},  {"\"a\", %s", 304}, {"\"a\",W/%s , \"b\"", 304},
                 {"*", 304},  {"\"a\"", 200}, {"", 200},          {"x%s", 200}};
    for (int i = 0; i < LENGTH(cases); i++) {
        char value[200], text[400];
        snprintf(value, sizeof value, cases[i].form, page.etag);
        snprintf(text, sizeof text, GET("/") "If-None-Match: %s\r\n\r\n", value);
        struct site_reply reply;
        ask(&local, text, &reply);
        ck_assert_msg(reply.answer.status == cases[i].status, "%s", value);
        ck_assert_str_eq(reply.answer.etag, page.etag);
        ck_assert_uint_eq(reply.answer.length, cases[i].status == 304 ? 0 : page.length);
        site_reply_finish(&reply);
    }
}
END_TEST

START_TEST(a_picture_that_the_client_has_is_not_sent_again)
{
    struct site_reply first, second, other;
    char text[400];
    ask(&local, GET("/board.svg?moves=e2e4") "\r\n", &first);
    ck_assert_int_eq(first.answer.status, 200);
    ck_assert_str_eq(first.answer.type, "image/svg+xml");
    ck_assert_uint_eq(first.answer.length, buffer_length(&first.made));
    snprintf(text, sizeof text, GET("/board.svg?moves=e4") "If-None-Match: %s\r\n\r\n",
             first.answer.etag);
    ask(&local, text, &second);
    ck_assert_int_eq(second.answer.status, 304);
    ck_assert_uint_eq(second.answer.length, 0);
    snprintf(text, sizeof text, GET("/board.svg?moves=d4") "If-None-Match: %s\r\n\r\n",
             first.answer.etag);
    ask(&local, text, &other);
    ck_assert_int_eq(other.answer.status, 200);
    ck_assert_str_ne(other.answer.etag, first.answer.etag);
    site_reply_finish(&first);
    site_reply_finish(&second);
    site_reply_finish(&other);
}
END_TEST

START_TEST(each_file_of_the_page_has_a_type_a_hash_and_content)
{
    struct page page, found;
    int count = 0;
    for (; pages_get(count, &page); count++) {
        ck_assert_msg(page.type != NULL, "%s: no type is known for its ending", page.name);
        ck_assert_uint_eq(strlen(page.etag), 26);
        ck_assert_uint_gt(page.length, 0);
        ck_assert(pages_find(page.name, strlen(page.name), &found));
        ck_assert_ptr_eq(found.bytes, page.bytes);
    }
    ck_assert_int_ge(count, 1);
    ck_assert(!pages_get(-1, &page));
    ck_assert(!pages_find("index.htm", 9, &page));
    ck_assert(!pages_find("", 0, &page));
}
END_TEST

#define UPGRADE "Upgrade: websocket\r\nConnection: Upgrade\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define KEY     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define OFFER   "Sec-WebSocket-Protocol: v1.uci.myosu\r\n"

START_TEST(the_handshake_asks_for_all_its_parts)
{
    static const struct {
        const char *text;
        int status;
    } cases[] = {
        {GET("/session") UPGRADE VERSION KEY OFFER "\r\n", 101},
        {GET("/session?x") UPGRADE VERSION KEY OFFER "\r\n", 101},
        {GET("/session") "Connection: keep-alive, upgrade\r\nUpgrade: h2c, WebSocket\r\n" VERSION
             KEY "Sec-WebSocket-Protocol: chat\r\n" OFFER "\r\n",
         101},
        {GET("/session") VERSION KEY OFFER "\r\n", 426},
        {GET("/session") "Upgrade: websocket\r\n" VERSION KEY OFFER "\r\n", 426},
        {GET("/session") "Connection: Upgrade\r\n" VERSION KEY OFFER "\r\n", 426},
        {GET("/session") "Upgrade: h2c\r\nConnection: Upgrade\r\n" VERSION KEY OFFER "\r\n", 426},
        {GET("/session") UPGRADE KEY OFFER "\r\n", 426},
        {GET("/session") UPGRADE KEY OFFER "Sec-WebSocket-Version: 8\r\n\r\n", 426},
        {GET("/session") UPGRADE VERSION VERSION KEY OFFER "\r\n", 426},
        {GET("/session") UPGRADE VERSION OFFER "\r\n", 400},
        {GET("/session") UPGRADE VERSION KEY KEY OFFER "\r\n", 400},
        {GET("/session") UPGRADE VERSION OFFER "Sec-WebSocket-Key: c2hvcnQ=\r\n\r\n", 400},
        {GET("/session") UPGRADE VERSION OFFER
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=!\r\n\r\n",
         400},
        {GET("/session") UPGRADE VERSION KEY "\r\n", 400},
        {GET("/session") UPGRADE VERSION KEY "Sec-WebSocket-Protocol: V1.UCI.MYOSU\r\n\r\n", 400},
        {GET("/session") UPGRADE VERSION KEY "Sec-WebSocket-Protocol: v1.uci.myosu2\r\n\r\n", 400},
        {GET("/session") UPGRADE VERSION KEY OFFER "Origin: http://evil.example\r\n\r\n", 403},
        {"GET /session HTTP/1.1\r\nHost: evil.example\r\n" UPGRADE VERSION KEY OFFER "\r\n", 403},
        {"HEAD /session HTTP/1.1\r\n" TO_LOCALHOST UPGRADE VERSION KEY OFFER "\r\n", 426},
        {"GET /session HTTP/1.0\r\n" TO_LOCALHOST UPGRADE VERSION KEY OFFER "\r\n", 426},
        {GET("/") UPGRADE VERSION KEY OFFER "\r\n", 200},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        expect_status(&local, cases[i].text, cases[i].status);
    }
    /* A client that can get no session receives an error before the WebSocket is opened. */
    expect_status(&remote, cases[0].text, 503);
}
END_TEST

START_TEST(the_key_is_answered_as_in_rfc_6455)
{
    char accept[HANDSHAKE_ACCEPT_ROOM];
    handshake_accept("dGhlIHNhbXBsZSBub25jZQ==", accept);
    ck_assert_str_eq(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}
END_TEST

START_TEST(every_answer_says_what_a_browser_may_do_with_it)
{
    static const char *const texts[] = {GET("/") "\r\n",
                                        GET("/nothing") "\r\n",
                                        GET("/metrics") "\r\n",
                                        GET("/board.svg") "\r\n",
                                        GET("/session") UPGRADE VERSION KEY OFFER "\r\n",
                                        GET("/") "If-None-Match: *\r\n\r\n"};
    static const char *const lines[] = {
        "\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'\r\n",
        "\r\nX-Content-Type-Options: nosniff\r\n", "\r\nReferrer-Policy: no-referrer\r\n"};
    for (int i = 0; i < LENGTH(texts); i++) {
        struct buffer head = {0};
        struct site_reply reply;
        ask(&local, texts[i], &reply);
        http_put_head(&head, &reply.answer);
        for (int k = 0; k < LENGTH(lines); k++) {
            ck_assert_msg(strstr(buffer_text(&head), lines[k]) != NULL, "%s", buffer_text(&head));
        }
        ck_assert_ptr_eq(strstr(buffer_text(&head), "\r\n\r\n"),
                         buffer_text(&head) + buffer_length(&head) - 4);
        site_reply_finish(&reply);
        buffer_finish(&head);
    }
}
END_TEST

int main(void)
{
    Suite *suite = web_suite_create("site");
    site.games = registry_games();
    site.game = site.games[0];
    SUPPORT_ADD(suite, names_of_the_server_are_told_from_others);
    SUPPORT_ADD(suite, pages_of_the_server_are_told_from_others);
    SUPPORT_ADD(suite, the_site_answers_by_path);
    SUPPORT_ADD(suite, a_page_that_the_client_has_is_not_sent_again);
    SUPPORT_ADD(suite, a_picture_that_the_client_has_is_not_sent_again);
    SUPPORT_ADD(suite, each_file_of_the_page_has_a_type_a_hash_and_content);
    SUPPORT_ADD(suite, the_handshake_asks_for_all_its_parts);
    SUPPORT_ADD(suite, the_key_is_answered_as_in_rfc_6455);
    SUPPORT_ADD(suite, every_answer_says_what_a_browser_may_do_with_it);
    return support_run(suite);
}
