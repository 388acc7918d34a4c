/* SPDX-License-Identifier: MIT */
/* Tests a stream whose reader is slow at first and then becomes fast at the worst time: the stream
 * must report the room to its owner. */
#include "wire/stream.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "suite.h"

/* More output than may wait before the stream reports that there is no room. */
#define MUCH (300u << 10)

static bool reader_sleeps;
static size_t written_bytes;

static ssize_t write_some(int descriptor, const void *bytes, size_t length)
{
    (void)descriptor, (void)bytes;
    if (reader_sleeps) {
        errno = EAGAIN;
        return -1;
    }
    written_bytes += length;
    return (ssize_t)length;
}

static const struct transport transport_tested = {read, write_some, NULL};

/* The calls that the owner received. */
struct heard {
    int rooms, ends;
};

static void on_came(void *owner, const char *bytes, size_t length)
{
    (void)owner, (void)bytes, (void)length;
}

static void on_slice(void *owner)
{
    ((struct heard *)owner)->rooms++;
}

static void on_closed(void *owner)
{
    ((struct heard *)owner)->ends++;
}

/* A stream on one end of a socket pair, its loop, and the other end, which stays open. */
struct stage {
    struct ev_loop *loop;
    struct loop_share share;
    struct stream *stream;
    struct heard heard;
    int far_end;
};

static void put(struct stream *stream, size_t length)
{
    char *bytes = buffer_reserve(stream_output(stream), length);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, 'x', length);
    buffer_commit(stream_output(stream), length);
}

/* Makes output of this length wait in the stream. */
static void begin(struct stage *stage, size_t length)
{
    static const struct stream_owner calls = {on_came, on_slice, on_closed};
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    reader_sleeps = false;
    written_bytes = 0;
    *stage = (struct stage){.loop = ev_loop_new(EVFLAG_AUTO), .far_end = ends[1]};
    loop_share_init(&stage->share, stage->loop);
    stage->stream = stream_create(&stage->share, ends[0], ends[0], &transport_tested);
    ck_assert_ptr_nonnull(stage->stream);
    stream_own(stage->stream, &calls, &stage->heard);
    put(stage->stream, length);
}

/* The same; the owner is also told that there is no room. */
static void begin_refused(struct stage *stage)
{
    begin(stage, MUCH);
    reader_sleeps = true;
    ck_assert(!stream_has_room(stage->stream));
    reader_sleeps = false;
}

static void turn(struct stage *stage, int times)
{
    for (int i = 0; i < times; i++) {
        ev_run(stage->loop, EVRUN_NOWAIT);
    }
}

/* Checks that in the end all is written, and that the owner received exactly these calls. */
static void end(struct stage *stage, size_t length, int rooms, int ends)
{
    turn(stage, 10);
    ck_assert_uint_eq(written_bytes, length);
    ck_assert_int_eq(stage->heard.rooms, rooms);
    ck_assert_int_eq(stage->heard.ends, ends);
    stream_destroy(stage->stream);
    close(stage->far_end);
    loop_share_finish(&stage->share);
    ev_loop_destroy(stage->loop);
}

START_TEST(room_is_told_when_a_flush_has_made_it)
{
    struct stage stage;
    begin_refused(&stage);
    stream_flush(stage.stream);
    ck_assert_uint_eq(written_bytes, MUCH);
    ck_assert_int_eq(stage.heard.rooms, 0);
    turn(&stage, 1);
    ck_assert_int_eq(stage.heard.rooms, 1);
    end(&stage, MUCH, 1, 0);
}
END_TEST

START_TEST(room_is_told_when_the_loop_has_made_it)
{
    struct stage stage;
    begin_refused(&stage);
    reader_sleeps = true;
    stream_flush(stage.stream);
    turn(&stage, 3);
    ck_assert_int_eq(stage.heard.rooms, 0);
    reader_sleeps = false;
    end(&stage, MUCH, 1, 0);
}
END_TEST

START_TEST(who_was_not_refused_hears_nothing)
{
    struct stage stage;
    begin(&stage, MUCH / 100);
    ck_assert(stream_has_room(stage.stream));
    stream_flush(stage.stream);
    end(&stage, MUCH / 100, 0, 0);
}
END_TEST

START_TEST(a_stream_that_finishes_closes_though_room_was_awaited)
{
    struct stage stage;
    begin_refused(&stage);
    stream_finish(stage.stream);
    end(&stage, MUCH, 0, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stream");
    SUPPORT_ADD(suite, room_is_told_when_a_flush_has_made_it);
    SUPPORT_ADD(suite, room_is_told_when_the_loop_has_made_it);
    SUPPORT_ADD(suite, who_was_not_refused_hears_nothing);
    SUPPORT_ADD(suite, a_stream_that_finishes_closes_though_room_was_awaited);
    return support_run(suite);
}
