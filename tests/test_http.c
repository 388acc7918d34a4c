/* SPDX-License-Identifier: MIT */
/* HTTP without sockets: digests, heads of requests, names and origins, the handshake of WebSocket,
 * what the site answers. Examples marked with an RFC are that text's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "digest.h"
#include "handshake.h"
#include "pages.h"
#include "site.h"
#include "suite.h"

static void expect_sha1(const char *text, size_t length, const char *expected)
{
    uint8_t digest[SHA1_BYTES];
    char shown[2 * SHA1_BYTES + 1];
    sha1(text, length, digest);
    for (int i = 0; i < SHA1_BYTES; i++) {
        snprintf(shown + 2 * i, 3, "%02X", digest[i]);
    }
    ck_assert_str_eq(shown, expected);
}

START_TEST(sha1_gives_the_digests_of_rfc_3174)
{
    char *many = malloc(1000000);
    ck_assert_ptr_nonnull(many);
    expect_sha1("abc", 3, "A9993E364706816ABA3E25717850C26C9CD0D89D");
    expect_sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                "84983E441C3BD26EBAAE4AA1F95129E5E54670F1");
    memset(many, 'a', 1000000);
    expect_sha1(many, 1000000, "34AA973CD4C4DAA4F61EEB2BDBAD27316534016F");
    for (int i = 0; i < 640; i += 8) {
        memcpy(many + i, "01234567", 8);
    }
    expect_sha1(many, 640, "DEA356A2CDDD90C7A7ECEDC5EBB563934F460452");
    expect_sha1("", 0, "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709");
    free(many);
}
END_TEST

/* Lengths at which the padding needs another block. */
START_TEST(sha1_pads_every_length)
{
    char text[130];
    uint8_t before[SHA1_BYTES] = {0}, digest[SHA1_BYTES];
    memset(text, 'x', sizeof text);
    for (size_t length = 0; length <= sizeof text; length++) {
        sha1(text, length, digest);
        ck_assert_mem_ne(before, digest, SHA1_BYTES);
        memcpy(before, digest, SHA1_BYTES);
    }
    expect_sha1(text, 55, "CEF734BA81A024479E09EB5A75B6DDAE62E6ABF1");
    expect_sha1(text, 56, "901305367C259952F4E7AF8323F480D59F81335B");
    expect_sha1(text, 64, "BB2FA3EE7AFB9F54C6DFB5D021F14B1FFE40C163");
}
END_TEST

START_TEST(base64_writes_the_examples_of_rfc_4648)
{
    static const char *const pairs[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };
    char text[20];
    for (int i = 0; i < LENGTH(pairs); i++) {
        base64_encode(pairs[i][0], strlen(pairs[i][0]), text);
        ck_assert_str_eq(text, pairs[i][1]);
        ck_assert_uint_eq(strlen(text), BASE64_LENGTH(strlen(pairs[i][0])));
        ck_assert_int_eq(base64_decoded_length(text), (int)strlen(pairs[i][0]));
    }
    base64_encode("\xfb\xff\xfe", 3, text);
    ck_assert_str_eq(text, "+//+");
}
END_TEST

START_TEST(base64_of_another_form_is_refused)
{
    static const char *const wrong[] = {"Z",    "Zg",     "Zg=",  "Zg===", "Zh==", "Zm9=", "Zm9v=",
                                        "Zm-v", "Zm9v\n", "====", "=m9v",  "Z=9v", "Zm 9"};
    for (int i = 0; i < LENGTH(wrong); i++) {
        ck_assert_msg(base64_decoded_length(wrong[i]) == -1, "%s", wrong[i]);
    }
}
END_TEST

/* Reads one request; its status, 0 for one that is not refused, -1 when it is not whole. */
static int read_request(struct http_reader *reader, const char *text, struct http_request *request)
{
    http_reader_init(reader);
    ck_assert(http_reader_feed(reader, text, strlen(text)));
    return http_reader_next(reader, request) ? request->refused : -1;
}

START_TEST(a_head_is_the_same_in_one_piece_and_in_bytes)
{
    static const char text[] = "\r\nGET /a?b HTTP/1.1\r\nHost: x:1  \r\nEmpty:\r\nMany: a ,b\r\n"
                               "many:\tc\r\n\r\nGET /next HTTP/1.0\r\n\r\n";
    for (size_t piece = 1; piece < sizeof text; piece++) {
        struct http_reader reader;
        struct http_request request;
        int requests = 0, count;
        http_reader_init(&reader);
        for (size_t at = 0; at < sizeof text - 1; at += piece) {
            size_t left = sizeof text - 1 - at;
            ck_assert(http_reader_feed(&reader, text + at, left < piece ? left : piece));
            while (http_reader_next(&reader, &request)) {
                requests++;
                ck_assert_int_eq(request.refused, 0);
                ck_assert_str_eq(request.target, requests == 1 ? "/a?b" : "/next");
                ck_assert(request.keep_alive == (requests == 1));
                if (requests == 1) {
                    ck_assert_int_eq(request.field_count, 4);
                    ck_assert_str_eq(http_find(&request, "host", NULL), "x:1");
                    ck_assert_str_eq(http_find(&request, "EMPTY", NULL), "");
                    ck_assert_ptr_null(http_find(&request, "Many", &count));
                    ck_assert_int_eq(count, 2);
                    ck_assert_ptr_null(http_find(&request, "None", &count));
                    ck_assert_int_eq(count, 0);
                    ck_assert(http_list_has(&request, "Many", "a", false));
                    ck_assert(http_list_has(&request, "Many", "C", true));
                    ck_assert(!http_list_has(&request, "Many", "C", false));
                    ck_assert(!http_list_has(&request, "Many", "a ", false));
                }
            }
        }
        ck_assert_int_eq(requests, 2);
        ck_assert(!http_reader_is_inside(&reader));
        http_reader_finish(&reader);
    }
}
END_TEST

START_TEST(what_is_no_request_has_its_status)
{
#define HEAD "GET / HTTP/1.1\r\nHost: localhost\r\n"
    static const struct {
        const char *text;
        int status;
    } cases[] = {
        {HEAD "\r\n", 0},
        {HEAD, -1},
        {"HEAD / HTTP/1.0\r\n\r\n", 0},
        {HEAD "Content-Length: 0\r\n\r\n", 0},
        {HEAD "Content-Length: 1\r\n\r\nx", 413},
        {HEAD "Transfer-Encoding: chunked\r\n\r\n", 413},
        {HEAD "Content-Length: 18446744073709551615\r\n\r\n", 400},
        {HEAD "Content-Length: -1\r\n\r\n", 400},
        {HEAD "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
        {HEAD "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n", 405},
        {"DELETE / HTTP/1.1\r\n\r\n", 405},
        {"CONNECT a:1 HTTP/1.1\r\n\r\n", 405},
        {"OPTIONS * HTTP/1.1\r\n\r\n", 405},
        {"BREW / HTTP/1.1\r\n\r\n", 501},
        {"GETT / HTTP/1.1\r\n\r\n", 501},
        {"\x16\x03\x01\x02", 400},
        {"get / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/2.0\r\n\r\n", 505},
        {"GET / HTTP/0.9\r\n\r\n", 505},
        {"GET /\r\n\r\n", 505},
        {"GET / HTTP/1\r\n\r\n", 505},
        {"GET / FTP/1.1\r\n\r\n", 400},
        {"GET a b HTTP/1.1\r\n\r\n", 400},
        {"GET nowhere HTTP/1.1\r\n\r\n", 400},
        {HEAD "no colon\r\n\r\n", 400},
        {HEAD "a b: c\r\n\r\n", 400},
        {HEAD "Content-Length : 3\r\n\r\n", 400},
        {HEAD "a: b\x01\r\n\r\n", 400},
        {HEAD "a: b\r\n c\r\n\r\n", 400},
        {HEAD ": b\r\n\r\n", 400},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct http_reader reader;
        struct http_request request;
        int status = read_request(&reader, cases[i].text, &request);
        ck_assert_msg(status == cases[i].status, "status %d, not %d: %s", status, cases[i].status,
                      cases[i].text);
        ck_assert(status <= 0 || (request.why && !request.keep_alive));
        http_reader_finish(&reader);
    }
}
END_TEST

/* `count` times `part`, between `before` and `after`. */
static int status_of_many(const char *before, const char *part, int count, const char *after)
{
    struct buffer text = {0};
    struct http_reader reader;
    struct http_request request;
    buffer_puts(&text, before);
    for (int i = 0; i < count; i++) {
        buffer_puts(&text, part);
    }
    buffer_puts(&text, after);
    int status = read_request(&reader, buffer_text(&text), &request);
    http_reader_finish(&reader);
    buffer_finish(&text);
    return status;
}

START_TEST(heads_are_bounded)
{
    static const char begin[] = "GET / HTTP/1.1\r\n", end[] = "\r\n\r\n";
    ck_assert_int_eq(status_of_many(begin, "a: b\r\n", HTTP_MAX_FIELDS, "\r\n"), 0);
    ck_assert_int_eq(status_of_many(begin, "a: b\r\n", HTTP_MAX_FIELDS + 1, "\r\n"), 431);
    const int room = HTTP_HEAD_LIMIT - (int)(sizeof begin - 1) - (int)(sizeof end - 1) - 3;
    ck_assert_int_eq(status_of_many("GET / HTTP/1.1\r\na: ", "b", room, end), 0);
    ck_assert_int_eq(status_of_many("GET / HTTP/1.1\r\na: ", "b", room + 1, end), 431);
    ck_assert_int_eq(status_of_many("GET /", "b", HTTP_HEAD_LIMIT, ""), 414);
    ck_assert_int_eq(status_of_many("", "\r\n", HTTP_HEAD_LIMIT, ""), 414);
}
END_TEST

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
        {"https://myosu.example", "127.0.0.1:7180", true}, /* a proxy stands between */
        {"http://myosu.example", "127.0.0.1:7180", true},
        {"https://myosu.example:8443", "myosu.example:8443", true},
        {"https://myosu.example:8443", "127.0.0.1:7180", false},
        {"http://localhost:3000", "localhost:7180", false}, /* another server of this machine */
        {"http://127.0.0.1:7180", "localhost:7180", false},
        {"http://localhost", "localhost:443", false},
        {"https://localhost:7180.evil.example", "localhost:7180", false},
        {"http://localhost:7180/", "localhost:7180", false},
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
static const struct site site = {{site_names, 1}, put_metrics, refuse_session, NULL};

/* What the site answers; the reply is the caller's to finish. */
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
    /* Who can have no session is told so before there is a WebSocket. */
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
    static const char *const texts[] = {
        GET("/") "\r\n", GET("/nothing") "\r\n", GET("/metrics") "\r\n",
        GET("/session") UPGRADE VERSION KEY OFFER "\r\n", GET("/") "If-None-Match: *\r\n\r\n"};
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
    Suite *suite = suite_create("http");
    SUPPORT_ADD(suite, sha1_gives_the_digests_of_rfc_3174);
    SUPPORT_ADD(suite, sha1_pads_every_length);
    SUPPORT_ADD(suite, base64_writes_the_examples_of_rfc_4648);
    SUPPORT_ADD(suite, base64_of_another_form_is_refused);
    SUPPORT_ADD(suite, a_head_is_the_same_in_one_piece_and_in_bytes);
    SUPPORT_ADD(suite, what_is_no_request_has_its_status);
    SUPPORT_ADD(suite, heads_are_bounded);
    SUPPORT_ADD(suite, names_of_the_server_are_told_from_others);
    SUPPORT_ADD(suite, pages_of_the_server_are_told_from_others);
    SUPPORT_ADD(suite, the_site_answers_by_path);
    SUPPORT_ADD(suite, a_page_that_the_client_has_is_not_sent_again);
    SUPPORT_ADD(suite, each_file_of_the_page_has_a_type_a_hash_and_content);
    SUPPORT_ADD(suite, the_handshake_asks_for_all_its_parts);
    SUPPORT_ADD(suite, the_key_is_answered_as_in_rfc_6455);
    SUPPORT_ADD(suite, every_answer_says_what_a_browser_may_do_with_it);
    return support_run(suite);
}
