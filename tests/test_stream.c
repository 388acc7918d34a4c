/* SPDX-License-Identifier: MIT */
/* A stream whose reader is slow, and then fast at the worst moment: its owner hears of the room. */
#include "wire/stream.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "suite.h"

/* More than waits before the owner is told that there is no room. */
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

/* What the owner hears. */
struct heard {
    int rooms, ends;
};

static void on_came(void *owner, const char *bytes, size_t length)
{
    (void)owner, (void)bytes, (void)length;
}

static void on_room(void *owner)
{
    ((struct heard *)owner)->rooms++;
}

static void on_closed(void *owner)
{
    ((struct heard *)owner)->ends++;
}

/* A stream on one end of a pair of sockets, whose other end is open until the test ends. */
static struct stream *open_stream(struct ev_loop *loop, struct heard *heard)
{
    static const struct stream_owner calls = {on_came, on_room, on_closed};
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    reader_sleeps = false;
    written_bytes = 0;
    struct stream *stream = stream_create(loop, ends[0], ends[0], &transport_tested);
    ck_assert_ptr_nonnull(stream);
    stream_own(stream, &calls, heard);
    return stream;
}

static void put(struct stream *stream, size_t length)
{
    char *bytes = buffer_reserve(stream_output(stream), length);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, 'x', length);
    buffer_commit(stream_output(stream), length);
}

static void turn(struct ev_loop *loop, int times)
{
    for (int i = 0; i < times; i++) {
        ev_run(loop, EVRUN_NOWAIT);
    }
}

START_TEST(room_is_told_when_a_flush_has_made_it)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct heard heard = {0};
    struct stream *stream = open_stream(loop, &heard);
    put(stream, MUCH);
    reader_sleeps = true;
    ck_assert(!stream_has_room(stream));
    turn(loop, 3);
    ck_assert_int_eq(heard.rooms, 0);
    /* Between that and the flush the reader takes all. */
    reader_sleeps = false;
    stream_flush(stream);
    ck_assert_uint_eq(written_bytes, MUCH);
    ck_assert_int_eq(heard.rooms, 0);
    turn(loop, 1);
    ck_assert_int_eq(heard.rooms, 1);
    /* Once, and nothing keeps the loop awake behind it. */
    turn(loop, 10);
    ck_assert_int_eq(heard.rooms, 1);
    stream_destroy(stream);
    ev_loop_destroy(loop);
}
END_TEST

START_TEST(room_is_told_when_the_loop_has_made_it)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct heard heard = {0};
    struct stream *stream = open_stream(loop, &heard);
    put(stream, MUCH);
    reader_sleeps = true;
    ck_assert(!stream_has_room(stream));
    stream_flush(stream);
    reader_sleeps = false;
    turn(loop, 10);
    ck_assert_uint_eq(written_bytes, MUCH);
    ck_assert_int_eq(heard.rooms, 1);
    stream_destroy(stream);
    ev_loop_destroy(loop);
}
END_TEST

START_TEST(who_was_not_refused_hears_nothing)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct heard heard = {0};
    struct stream *stream = open_stream(loop, &heard);
    put(stream, MUCH / 100);
    ck_assert(stream_has_room(stream));
    stream_flush(stream);
    turn(loop, 10);
    ck_assert_uint_eq(written_bytes, MUCH / 100);
    ck_assert_int_eq(heard.rooms, 0);
    stream_destroy(stream);
    ev_loop_destroy(loop);
}
END_TEST

/* An owner that still waits for room when it ends the stream hears of the end alone. */
START_TEST(a_stream_that_finishes_closes_though_room_was_awaited)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct heard heard = {0};
    struct stream *stream = open_stream(loop, &heard);
    put(stream, MUCH);
    reader_sleeps = true;
    ck_assert(!stream_has_room(stream));
    reader_sleeps = false;
    stream_finish(stream);
    turn(loop, 10);
    ck_assert_uint_eq(written_bytes, MUCH);
    ck_assert_int_eq(heard.rooms, 0);
    ck_assert_int_eq(heard.ends, 1);
    stream_destroy(stream);
    ev_loop_destroy(loop);
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
