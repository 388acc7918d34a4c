/* SPDX-License-Identifier: MIT */
/* Tests HTTP without sockets: digests and request headers. An example marked with an RFC is from
 * its text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "digest.h"
#include "http.h"
#include "web_suite.h"

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

/* Reads one request. Returns its status: 0 if it is not refused, -1 if it is incomplete. */
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

/* Returns the status of a request that repeats `part` `count` times between `before` and
 * `after`. */
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

int main(void)
{
    Suite *suite = web_suite_create("http");
    SUPPORT_ADD(suite, sha1_gives_the_digests_of_rfc_3174);
    SUPPORT_ADD(suite, sha1_pads_every_length);
    SUPPORT_ADD(suite, base64_writes_the_examples_of_rfc_4648);
    SUPPORT_ADD(suite, base64_of_another_form_is_refused);
    SUPPORT_ADD(suite, a_head_is_the_same_in_one_piece_and_in_bytes);
    SUPPORT_ADD(suite, what_is_no_request_has_its_status);
    SUPPORT_ADD(suite, heads_are_bounded);
    return support_run(suite);
}
