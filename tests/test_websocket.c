/* SPDX-License-Identifier: MIT */
/* Tests WebSocket without sockets: valid and invalid frames of a client, with the sections of RFC
 * 6455 that define them. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "rng.h"
#include "web_suite.h"
#include "websocket.h"

#define FIN          0x80
#define CONTINUATION 0x0
#define TEXT         0x1
#define BINARY       0x2
#define CLOSE        0x8
#define PING         0x9
#define PONG         0xA

/* One conversation: the client's bytes and the results. */
struct talk {
    void *state;
    struct buffer sent, lines, wire;
    enum framing_status status;
};

static void begin(struct talk *talk)
{
    *talk = (struct talk){.state = framing_websocket.create()};
    ck_assert_ptr_nonnull(talk->state);
}

static void finish(struct talk *talk)
{
    framing_websocket.destroy(talk->state);
    buffer_finish(&talk->sent);
    buffer_finish(&talk->lines);
    buffer_finish(&talk->wire);
}

/* The encodings of a frame's length. */
enum length_form { SHORTEST, AS_16_BITS, AS_64_BITS };

static void put_length(struct buffer *out, size_t length, bool masked, enum length_form form)
{
    unsigned mask = masked ? 0x80 : 0;
    bool wide = form == AS_64_BITS || length > UINT16_MAX;
    if (form == SHORTEST && length < 126) {
        buffer_putc(out, (char)(mask | length));
        return;
    }
    buffer_putc(out, (char)(mask | (wide ? 127 : 126)));
    for (int shift = wide ? 56 : 8; shift >= 0; shift -= 8) {
        buffer_putc(out, (char)((uint64_t)length >> shift));
    }
}

/* Appends a frame: the first byte unchanged, then a length, a mask and the masked payload. */
static void put_frame(struct talk *talk, int first, const char *payload, size_t length)
{
    static const char mask[4] = {0x37, '\xfa', 0x21, 0x3d};
    buffer_putc(&talk->sent, (char)first);
    put_length(&talk->sent, length, true, SHORTEST);
    buffer_append(&talk->sent, mask, sizeof mask);
    for (size_t i = 0; i < length; i++) {
        buffer_putc(&talk->sent, (char)(payload[i] ^ mask[i % 4]));
    }
}

static void put(struct talk *talk, int first, const char *payload)
{
    put_frame(talk, first, payload, strlen(payload));
}

/* Sends everything that was appended, in pieces of this size. */
static void send_in(struct talk *talk, size_t piece)
{
    const char *bytes = buffer_text(&talk->sent);
    size_t length = buffer_length(&talk->sent);
    for (size_t at = 0; at < length && talk->status == FRAMING_OPEN; at += piece) {
        talk->status = framing_websocket.unwrap(talk->state, bytes + at,
                                                length - at < piece ? length - at : piece,
                                                &talk->lines, &talk->wire);
    }
    buffer_clear(&talk->sent);
}

static void send_all(struct talk *talk)
{
    send_in(talk, SIZE_MAX / 2);
}

/* Removes the server's first frame. Returns its first byte and its payload; -1: there is none. */
static int next_frame(struct talk *talk, struct buffer *payload)
{
    const unsigned char *bytes = (const unsigned char *)buffer_text(&talk->wire);
    size_t length = buffer_length(&talk->wire), head = 2;
    buffer_clear(payload);
    if (length == 0) {
        return -1;
    }
    int first = bytes[0];
    ck_assert_uint_ge(length, 2);
    ck_assert_msg(bytes[1] < 128, "a server's frame is not masked (5.1)");
    size_t size = bytes[1];
    if (size >= 126) {
        head = size == 126 ? 4 : 10;
        size = 0;
        for (size_t i = 2; i < head; i++) {
            size = size << 8 | bytes[i];
        }
        ck_assert_uint_ge(size, head == 4 ? 126 : 65536);
    }
    ck_assert_uint_ge(length, head + size);
    buffer_append(payload, bytes + head, size);
    buffer_consume(&talk->wire, head + size);
    return first;
}

/* Checks that the next frame is a close with this code, that it is the last, and that further input
 * is ignored. */
static void expect_close(struct talk *talk, int code)
{
    struct buffer payload = {0};
    ck_assert_int_eq(next_frame(talk, &payload), FIN | CLOSE);
    const unsigned char *bytes = (const unsigned char *)buffer_text(&payload);
    int found = buffer_length(&payload) >= 2 ? bytes[0] << 8 | bytes[1] : 1005;
    ck_assert_int_eq(found, code);
    ck_assert_int_eq(next_frame(talk, &payload), -1);
    ck_assert_int_eq(talk->status, FRAMING_ENDED);
    buffer_finish(&payload);
}

static void expect_lines(struct talk *talk, const char *lines)
{
    ck_assert_str_eq(buffer_text(&talk->lines), lines);
    ck_assert_uint_eq(buffer_length(&talk->lines), strlen(lines));
    buffer_clear(&talk->lines);
}

START_TEST(each_message_is_a_line)
{
    struct talk talk;
    begin(&talk);
    put(&talk, FIN | TEXT, "uci");
    put(&talk, FIN | TEXT, "");
    put(&talk, FIN | TEXT, "a\nb\r\n");
    put(&talk, FIN | TEXT, "\xed\x95\x9c"); /* valid UTF-8 that is not ASCII */
    send_all(&talk);
    expect_lines(&talk, "uci\n\na b\r \n\xed\x95\x9c\n");
    ck_assert_int_eq(talk.status, FRAMING_OPEN);
    ck_assert_uint_eq(buffer_length(&talk.wire), 0);
    finish(&talk);
}
END_TEST

/* 5.4: fragmented messages, with control frames between the fragments. */
START_TEST(fragments_are_put_together)
{
    for (size_t piece = 1; piece < 60; piece++) {
        struct talk talk;
        struct buffer payload = {0};
        begin(&talk);
        put(&talk, TEXT, "go ");
        put(&talk, FIN | PING, "are you there");
        put(&talk, CONTINUATION, "dep");
        put(&talk, FIN | PONG, "");
        put(&talk, CONTINUATION, "");
        put(&talk, FIN | CONTINUATION, "th 3");
        put(&talk, FIN | TEXT, "stop");
        send_in(&talk, piece);
        expect_lines(&talk, "go depth 3\nstop\n");
        ck_assert_int_eq(next_frame(&talk, &payload), FIN | PONG);
        ck_assert_str_eq(buffer_text(&payload), "are you there");
        ck_assert_int_eq(next_frame(&talk, &payload), -1);
        ck_assert_int_eq(talk.status, FRAMING_OPEN);
        buffer_finish(&payload);
        finish(&talk);
    }
}
END_TEST

START_TEST(a_message_that_has_begun_is_seen)
{
    struct talk talk;
    begin(&talk);
    ck_assert(!framing_websocket.is_inside(talk.state));
    put(&talk, TEXT, "posi");
    send_all(&talk);
    ck_assert(framing_websocket.is_inside(talk.state));
    put(&talk, FIN | PING, "");
    send_all(&talk);
    ck_assert(framing_websocket.is_inside(talk.state));
    put(&talk, FIN | CONTINUATION, "tion");
    send_all(&talk);
    ck_assert(!framing_websocket.is_inside(talk.state));
    finish(&talk);
}
END_TEST

/* 5.2: lengths at the limits of their three encodings, in both directions. */
START_TEST(lengths_of_every_form_are_read_and_written)
{
    static const size_t lengths[] = {0, 1, 125, 126, 127, 65535, 65536};
    static char text[65537];
    memset(text, 'x', sizeof text - 1);
    for (int i = 0; i < LENGTH(lengths); i++) {
        struct talk talk;
        struct buffer said = {0}, payload = {0};
        begin(&talk);
        put_frame(&talk, FIN | TEXT, text, lengths[i]);
        send_in(&talk, 4099);
        ck_assert_uint_eq(buffer_length(&talk.lines), lengths[i] + 1);
        ck_assert_int_eq(talk.status, FRAMING_OPEN);
        buffer_append(&said, text, lengths[i]);
        buffer_puts(&said, "\nbehind\n");
        framing_websocket.wrap(talk.state, &said, &talk.wire);
        ck_assert_uint_eq(buffer_length(&said), 0);
        ck_assert_int_eq(next_frame(&talk, &payload), FIN | TEXT);
        ck_assert_uint_eq(buffer_length(&payload), lengths[i]);
        ck_assert_int_eq(next_frame(&talk, &payload), FIN | TEXT);
        ck_assert_str_eq(buffer_text(&payload), "behind");
        ck_assert_int_eq(next_frame(&talk, &payload), -1);
        buffer_finish(&said);
        buffer_finish(&payload);
        finish(&talk);
    }
}
END_TEST

START_TEST(messages_beyond_the_limit_are_1009)
{
    static char text[70000];
    memset(text, 'x', sizeof text);
    struct talk talk;
    begin(&talk);
    put_frame(&talk, FIN | TEXT, text, WEBSOCKET_MESSAGE_LIMIT + 1);
    send_all(&talk);
    expect_close(&talk, 1009);
    expect_lines(&talk, "");
    finish(&talk);
    begin(&talk); /* in short fragments */
    put_frame(&talk, TEXT, text, 60000);
    put(&talk, FIN | PING, "a control frame is no part of it");
    put_frame(&talk, CONTINUATION, text, WEBSOCKET_MESSAGE_LIMIT - 60000);
    send_all(&talk);
    ck_assert_int_eq(talk.status, FRAMING_OPEN);
    buffer_clear(&talk.wire);
    put_frame(&talk, FIN | CONTINUATION, text, 1);
    send_all(&talk);
    expect_close(&talk, 1009);
    expect_lines(&talk, "");
    finish(&talk);
    /* The stated length counts, not the received bytes: the server does not wait for the rest. */
    begin(&talk);
    buffer_append(&talk.sent, "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff....x", 15);
    send_all(&talk);
    expect_close(&talk, 1009);
    finish(&talk);
}
END_TEST

START_TEST(binary_messages_are_1003)
{
    struct talk talk;
    begin(&talk);
    put(&talk, FIN | TEXT, "isready");
    put(&talk, FIN | BINARY, "quit");
    put(&talk, FIN | TEXT, "stop");
    send_all(&talk);
    expect_close(&talk, 1003);
    expect_lines(&talk, "isready\n");
    finish(&talk);
    begin(&talk);
    put(&talk, BINARY, "");
    put(&talk, FIN | CONTINUATION, "quit");
    send_in(&talk, 1);
    expect_close(&talk, 1003);
    expect_lines(&talk, "");
    finish(&talk);
}
END_TEST

/* 8.1: invalid UTF-8, in one frame and in several, also in the reason of a close (5.5.1). */
START_TEST(text_that_is_not_utf_8_is_1007)
{
    static const char *const wrong[] = {
        "\xff",             /* not a byte of UTF-8 */
        "quit\x80",         /* a continuation byte without a start */
        "\xc3(",            /* a continuation byte is missing */
        "\xc0\xaf",         /* an overlong form */
        "\xe0\x80\xaf",     /* an overlong form */
        "\xed\xa0\x80",     /* half of a surrogate pair */
        "\xf4\x90\x80\x80", /* beyond U+10FFFF */
        "\xf8\x88\x80\x80\x80",
        "quit\xe2\x82", /* ends inside a character */
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        const size_t length = strlen(wrong[i]);
        for (size_t cut = 0; cut <= length; cut++) {
            struct talk talk;
            begin(&talk);
            put_frame(&talk, TEXT, wrong[i], cut);
            put(&talk, FIN | PING, "");
            put_frame(&talk, FIN | CONTINUATION, wrong[i] + cut, length - cut);
            send_in(&talk, cut + 1);
            struct buffer payload = {0};
            const char *bytes = buffer_text(&talk.wire);
            if (bytes[0] == (char)(FIN | PONG)) { /* unless the first one was invalid */
                next_frame(&talk, &payload);
            }
            buffer_finish(&payload);
            expect_close(&talk, 1007);
            expect_lines(&talk, "");
            finish(&talk);
        }
    }
    struct talk talk;
    begin(&talk);
    put(&talk, FIN | CLOSE, "\x03\xe8\xff");
    send_all(&talk);
    expect_close(&talk, 1007);
    finish(&talk);
}
END_TEST

START_TEST(utf_8_may_be_cut_anywhere)
{
    static const char text[] = "\xc2\xa2\xe2\x82\xac\xf0\x90\x8d\x88\xef\xbf\xbf\xf4\x8f\xbf\xbf";
    for (size_t cut = 0; cut < sizeof text; cut++) {
        struct talk talk;
        begin(&talk);
        put_frame(&talk, TEXT, text, cut);
        put(&talk, FIN | PING, "\xff\xfe"); /* a ping's payload need not be text */
        put_frame(&talk, FIN | CONTINUATION, text + cut, sizeof text - 1 - cut);
        send_in(&talk, 3);
        ck_assert_int_eq(talk.status, FRAMING_OPEN);
        ck_assert_uint_eq(buffer_length(&talk.lines), sizeof text);
        finish(&talk);
    }
}
END_TEST

/* 5.1, 5.2, 5.4, 5.5: frames that a client must not send. */
START_TEST(frames_against_the_rules_are_1002)
{
    static char many[126];
    memset(many, 'x', sizeof many);
    for (int i = 0; i < 21; i++) {
        struct talk talk;
        begin(&talk);
        switch (i) {
        case 0: /* reserved bits */
        case 1:
        case 2:
            put(&talk, FIN | TEXT | 0x10 << i, "uci");
            break;
        case 3: /* reserved opcodes */
        case 4:
        case 5:
        case 6:
        case 7:
            put(&talk, FIN | (0x3 + i - 3), "uci");
            break;
        case 8:
        case 9:
        case 10:
        case 11:
        case 12:
            put(&talk, FIN | (0xB + i - 8), "");
            break;
        case 13: /* a control frame that is fragmented or longer than 125 bytes */
            put(&talk, PING, "");
            break;
        case 14:
            put_frame(&talk, FIN | PING, many, 126);
            break;
        case 15: /* a continuation without a message; a message inside a message */
            put(&talk, FIN | CONTINUATION, "uci");
            break;
        case 16:
            put(&talk, TEXT, "a");
            put(&talk, FIN | TEXT, "b");
            break;
        case 17: /* no mask */
            buffer_append(&talk.sent, "\x81\x03uci", 5);
            break;
        case 18:
            buffer_append(&talk.sent, "\x89\0", 2);
            break;
        case 19: /* the highest bit of a length */
            buffer_append(&talk.sent, "\x81\xff\x80\0\0\0\0\0\0\x01....x", 15);
            break;
        case 20: /* a close frame of one byte */
            put(&talk, FIN | CLOSE, "x");
            break;
        }
        send_all(&talk);
        expect_close(&talk, 1002);
        expect_lines(&talk, "");
        finish(&talk);
    }
}
END_TEST

/* 5.2: "the minimal number of bytes MUST be used to encode the length". */
START_TEST(lengths_of_a_longer_form_than_needed_are_1002)
{
    static const enum length_form forms[] = {AS_16_BITS, AS_64_BITS};
    for (int i = 0; i < LENGTH(forms); i++) {
        struct talk talk;
        begin(&talk);
        buffer_putc(&talk.sent, (char)(FIN | TEXT));
        put_length(&talk.sent, 3, true, forms[i]);
        buffer_append(&talk.sent, "\0\0\0\0uci", 7);
        send_all(&talk);
        expect_close(&talk, 1002);
        expect_lines(&talk, "");
        finish(&talk);
    }
}
END_TEST

/* 7.4: the codes that a close frame may have. */
START_TEST(codes_of_close_frames_are_looked_at)
{
    static const struct {
        int code, answer;
    } cases[] = {
        {0, 1002},    {999, 1002},  {1000, 1000}, {1001, 1001}, {1002, 1002},
        {1003, 1003}, {1004, 1002}, {1005, 1002}, {1006, 1002}, {1007, 1007},
        {1008, 1008}, {1009, 1009}, {1010, 1010}, {1011, 1011}, {1015, 1002},
        {1016, 1002}, {1100, 1002}, {2000, 1002}, {2999, 1002}, {3000, 3000},
        {3999, 3999}, {4000, 4000}, {4999, 4999}, {5000, 1002}, {65535, 1002},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct talk talk;
        char payload[6] = {(char)(cases[i].code >> 8), (char)cases[i].code, 'w', 'h', 'y', '.'};
        begin(&talk);
        put_frame(&talk, FIN | CLOSE, payload, i % 2 ? 2 : sizeof payload);
        put(&talk, FIN | TEXT, "behind");
        send_all(&talk);
        expect_close(&talk, cases[i].answer);
        expect_lines(&talk, "");
        finish(&talk);
    }
    struct talk talk;
    begin(&talk);
    put(&talk, FIN | CLOSE, "");
    send_all(&talk);
    expect_close(&talk, 1005); /* no code */
    finish(&talk);
}
END_TEST

START_TEST(a_message_that_a_close_cuts_off_is_no_line)
{
    struct talk talk;
    begin(&talk);
    put(&talk, TEXT, "quit");
    put(&talk, FIN | CLOSE, "\x03\xe8");
    send_all(&talk);
    expect_close(&talk, 1000);
    expect_lines(&talk, "");
    finish(&talk);
}
END_TEST

START_TEST(we_close_with_the_reason_and_say_nothing_behind_it)
{
    static const int codes[] = {
        [FAREWELL_DONE] = 1000, [FAREWELL_LEAVING] = 1001, [FAREWELL_NOT_HEARD] = 1008};
    for (int i = 0; i < LENGTH(codes); i++) {
        struct talk talk;
        struct buffer said = {0}, payload = {0};
        begin(&talk);
        buffer_puts(&said, "bestmove a1\n");
        framing_websocket.wrap(talk.state, &said, &talk.wire);
        framing_websocket.close(talk.state, (enum farewell)i, &talk.wire);
        framing_websocket.close(talk.state, (enum farewell)i, &talk.wire);
        buffer_puts(&said, "too late\n");
        framing_websocket.wrap(talk.state, &said, &talk.wire);
        ck_assert_int_eq(next_frame(&talk, &payload), FIN | TEXT);
        ck_assert_str_eq(buffer_text(&payload), "bestmove a1");
        talk.status = FRAMING_ENDED;
        expect_close(&talk, codes[i]);
        ck_assert(!said.failed);
        buffer_finish(&said);
        buffer_finish(&payload);
        finish(&talk);
    }
}
END_TEST

/* Random frames in pieces of any size give the same lines and answers, and the answers are complete
 * frames. */
START_TEST(random_frames_mean_the_same_in_all_pieces)
{
    struct rng rng = {6455};
    static const int firsts[] = {FIN | TEXT,         FIN | TEXT, TEXT,       CONTINUATION,
                                 FIN | CONTINUATION, FIN | PING, FIN | PONG, FIN | TEXT,
                                 FIN | BINARY,       FIN | CLOSE};
    for (int round = 0; round < 3000; round++) {
        struct talk whole, pieces;
        struct buffer payload = {0};
        bool closes = false;
        begin(&whole);
        begin(&pieces);
        for (int count = 1 + (int)rng_below(&rng, 8); count > 0; count--) {
            char bytes[300];
            size_t length = rng_below(&rng, rng_below(&rng, 10) ? 20 : sizeof bytes);
            for (size_t i = 0; i < length; i++) {
                bytes[i] = (char)(rng_below(&rng, 200) ? 'a' + (int)rng_below(&rng, 20) : 0xff);
            }
            /* Usually a kind of frame that is valid here. */
            size_t choice = rng_below(&rng, rng_below(&rng, 4) ? 2 : LENGTH(firsts));
            if (firsts[choice] == (FIN | CLOSE)) { /* with at most one error */
                snprintf(bytes, sizeof bytes, "\x03\xe8%s", rng_below(&rng, 3) ? "why" : "");
                length = strlen(bytes);
                closes = true;
            }
            put_frame(&whole, firsts[choice], bytes, length);
        }
        if (!closes && rng_below(&rng, 4) == 0) { /* replace one of its bytes */
            size_t at = rng_below(&rng, buffer_length(&whole.sent));
            whole.sent.data[whole.sent.start + at] ^= (char)(1u << rng_below(&rng, 8));
        }
        buffer_append(&pieces.sent, buffer_text(&whole.sent), buffer_length(&whole.sent));
        send_all(&whole);
        send_in(&pieces, 1 + rng_below(&rng, 9));
        ck_assert_int_eq(whole.status, pieces.status);
        ck_assert_uint_eq(buffer_length(&whole.lines), buffer_length(&pieces.lines));
        ck_assert_mem_eq(buffer_text(&whole.lines), buffer_text(&pieces.lines),
                         buffer_length(&whole.lines));
        ck_assert_uint_eq(buffer_length(&whole.wire), buffer_length(&pieces.wire));
        ck_assert_mem_eq(buffer_text(&whole.wire), buffer_text(&pieces.wire),
                         buffer_length(&whole.wire));
        while (next_frame(&whole, &payload) >= 0) {
        }
        buffer_finish(&payload);
        finish(&whole);
        finish(&pieces);
    }
}
END_TEST

int main(void)
{
    Suite *suite = web_suite_create("websocket");
    SUPPORT_ADD(suite, each_message_is_a_line);
    SUPPORT_ADD(suite, fragments_are_put_together);
    SUPPORT_ADD(suite, a_message_that_has_begun_is_seen);
    SUPPORT_ADD(suite, lengths_of_every_form_are_read_and_written);
    SUPPORT_ADD(suite, messages_beyond_the_limit_are_1009);
    SUPPORT_ADD(suite, binary_messages_are_1003);
    SUPPORT_ADD(suite, text_that_is_not_utf_8_is_1007);
    SUPPORT_ADD(suite, utf_8_may_be_cut_anywhere);
    SUPPORT_ADD(suite, frames_against_the_rules_are_1002);
    SUPPORT_ADD(suite, lengths_of_a_longer_form_than_needed_are_1002);
    SUPPORT_ADD(suite, codes_of_close_frames_are_looked_at);
    SUPPORT_ADD(suite, a_message_that_a_close_cuts_off_is_no_line);
    SUPPORT_ADD(suite, we_close_with_the_reason_and_say_nothing_behind_it);
    SUPPORT_ADD(suite, random_frames_mean_the_same_in_all_pieces);
    return support_run(suite);
}
