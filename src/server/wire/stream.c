/* SPDX-License-Identifier: MIT */
#include "stream.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"

/* Other programs may share standard output, so it must not be made non-blocking. If a pipe polls as
 * writable, it takes PIPE_BUF bytes without blocking (pipe(7)). */
static ssize_t pipe_write(int descriptor, const void *bytes, size_t length)
{
    struct pollfd room = {.fd = descriptor, .events = POLLOUT};
    if (poll(&room, 1, 0) == 0) {
        errno = EAGAIN;
        return -1;
    }
    return write(descriptor, bytes, length < PIPE_BUF ? length : PIPE_BUF);
}

static ssize_t socket_write(int descriptor, const void *bytes, size_t length)
{
    return send(descriptor, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static ssize_t socket_read(int descriptor, void *bytes, size_t room)
{
    return recv(descriptor, bytes, room, MSG_DONTWAIT);
}

/* Each frame costs time, however short it is. This many bytes of frames, read in one slice of the
 * loop, take a millisecond. */
#define HTTP_READ_BYTES 8192

static ssize_t http_read(int descriptor, void *bytes, size_t room)
{
    return socket_read(descriptor, bytes, room < HTTP_READ_BYTES ? room : HTTP_READ_BYTES);
}

static void socket_end(int descriptor)
{
    shutdown(descriptor, SHUT_WR);
}

const struct transport transport_pipe = {read, pipe_write, NULL};
const struct transport transport_socket = {socket_read, socket_write, NULL};
const struct transport transport_http = {http_read, socket_write, socket_end};

/* Bytes of each read from the wire. All lines that a connection has sent are thus available in one
 * slice, after which it waits behind connections with new requests. With 16 KiB, 200 connections
 * with long lines delayed another client by 70 ms. */
#define READ_BYTES 65536

/* Limits on output that waits for a slow reader: above the first the peer is not read, above the
 * second it is disconnected. */
#define OUTPUT_PAUSE_BYTES (256u << 10)
#define OUTPUT_LIMIT_BYTES (8u << 20)

/* The first limit when no memory is left; also the bytes that an empty buffer keeps. */
#define OUTPUT_SHORT_BYTES 4096

/* How long a peer has to close its side after the server has closed its own. */
#define LINGER_SECONDS 5.0

struct stream {
    struct ev_loop *loop;
    const struct transport *transport;
    const struct stream_owner *calls;
    void *owner;
    int in, out;
    struct ev_io readable, writable;
    struct ev_timer timer; /* STREAM_LINGERING: its limit; otherwise the end of a pause */
    struct loop_member member;
    bool comes, leaves; /* in the next slice: there is input to read, or room to write */
    bool asked;         /* in the next slice: the owner has requested it */
    struct buffer output;
    const struct budget *budget;
    bool wanted, ended; /* the owner wants more input; the peer has closed its side */
    bool awaited; /* the owner was told that there is no room, and has not been told that there is
                     room again */
    enum stream_state {
        STREAM_OPEN,
        STREAM_FINISHING, /* only output that waits is still written */
        STREAM_LINGERING, /* all is written; further input is ignored */
        STREAM_DEAD,      /* closed in both directions; the owner has not been told */
        STREAM_GONE       /* the owner has been told */
    } state;
    int64_t unread_since_ns; /* see the header */
};

static void stop_watchers(struct stream *stream)
{
    ev_io_stop(stream->loop, &stream->readable);
    ev_io_stop(stream->loop, &stream->writable);
    ev_timer_stop(stream->loop, &stream->timer);
}

static bool is_dead(const struct stream *stream)
{
    return stream->state >= STREAM_DEAD;
}

/* Ends reading and writing. The owner learns of it in its next slice. */
static void die(struct stream *stream)
{
    if (!is_dead(stream)) {
        stream->state = STREAM_DEAD;
        stop_watchers(stream);
        loop_member_request(&stream->member);
    }
}

static bool is_full(const struct stream *stream)
{
    const size_t length = buffer_length(&stream->output);
    return length >= OUTPUT_PAUSE_BYTES ||
           (length >= OUTPUT_SHORT_BYTES && budget_memory_left(stream->budget) <= 0);
}

/* True if the peer may send, because it reads the output. */
static bool may_read(const struct stream *stream)
{
    return stream->in >= 0 && !stream->ended &&
           (stream->state == STREAM_LINGERING ||
            (stream->state == STREAM_OPEN && stream->wanted && !is_full(stream)));
}

static void update_reading(struct stream *stream)
{
    const bool wanted = may_read(stream) && !stream->comes;
    if (wanted && !ev_is_active(&stream->readable)) {
        ev_io_start(stream->loop, &stream->readable);
    } else if (!wanted && ev_is_active(&stream->readable)) {
        ev_io_stop(stream->loop, &stream->readable);
    }
}

/* Writes until there is no more room. */
static void write_out(struct stream *stream)
{
    struct buffer *output = &stream->output;
    while (buffer_length(output) > 0 && !is_dead(stream)) {
        ssize_t written =
            stream->transport->write(stream->out, buffer_text(output), buffer_length(output));
        if (written >= 0) {
            buffer_consume(output, (size_t)written);
            stream->unread_since_ns = 0;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            ev_io_start(stream->loop, &stream->writable);
            if (!stream->unread_since_ns) {
                stream->unread_since_ns = clock_ns();
            }
            return;
        } else if (errno != EINTR) {
            die(stream);
        }
    }
    ev_io_stop(stream->loop, &stream->writable);
    buffer_trim(output, OUTPUT_SHORT_BYTES);
}

void stream_request_slice(struct stream *stream)
{
    stream->asked = true;
    loop_member_request(&stream->member);
}

static void on_timer(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    struct stream *stream = watcher->data;
    if (stream->state == STREAM_LINGERING) {
        die(stream);
    } else {
        stream_request_slice(stream);
    }
}

void stream_pause(struct stream *stream, double seconds)
{
    if (stream->state != STREAM_LINGERING) {
        loop_start_timer(stream->loop, &stream->timer, seconds);
    }
}

bool stream_is_paused(struct stream *stream)
{
    return stream->state != STREAM_LINGERING && ev_is_active(&stream->timer);
}

void stream_request_update_slice(struct stream *stream)
{
    stream->asked = true;
    loop_member_request_update(&stream->member);
}

/* Requests a slice for an owner that waits for room if there is some. */
static void tell_room(struct stream *stream)
{
    if (stream->awaited && stream->state == STREAM_OPEN && !is_full(stream)) {
        stream->awaited = false;
        stream_request_slice(stream);
    }
}

bool stream_has_room(struct stream *stream)
{
    if (is_full(stream)) {
        write_out(stream);
    }
    const bool open = stream->state == STREAM_OPEN;
    stream->awaited |= open && is_full(stream);
    return open && !is_full(stream);
}

/* All output has been written. */
static void end_writing(struct stream *stream)
{
    if (!stream->transport->end || stream->ended) {
        die(stream);
        return;
    }
    stream->transport->end(stream->out);
    stream->state = STREAM_LINGERING;
    loop_start_timer(stream->loop, &stream->timer, LINGER_SECONDS);
}

void stream_flush(struct stream *stream)
{
    if (is_dead(stream)) {
        return;
    }
    write_out(stream);
    tell_room(stream);
    if (stream->output.failed || buffer_length(&stream->output) > OUTPUT_LIMIT_BYTES) {
        die(stream);
    } else if (stream->state == STREAM_FINISHING && buffer_length(&stream->output) == 0) {
        end_writing(stream);
    }
    update_reading(stream);
}

/* True if the peer has closed both directions. A Unix socket can tell; TCP only after a write was
 * answered by a reset. */
static bool has_nobody(const struct stream *stream)
{
    struct pollfd descriptor = {.fd = stream->out};
    return stream->in == stream->out && poll(&descriptor, 1, 0) == 1 &&
           descriptor.revents & (POLLHUP | POLLERR);
}

/* Reads input and gives it to the owner; false if there was none. */
static bool read_input(struct stream *stream)
{
    char *bytes = loop_share_scratch(stream->member.share, READ_BYTES);
    if (!bytes) {
        die(stream); /* out of memory: ends only this connection */
        return false;
    }
    ssize_t length = stream->transport->read(stream->in, bytes, READ_BYTES);
    if (length < 0) {
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
            die(stream);
        }
        return false;
    }
    stream->ended = length == 0;
    if (stream->ended && (stream->state == STREAM_LINGERING || has_nobody(stream))) {
        die(stream);
        return false;
    }
    update_reading(stream);
    if (stream->state == STREAM_LINGERING) {
        return false;
    }
    stream->calls->came(stream->owner, bytes, (size_t)length);
    return true;
}

/* Runs a slice: writes as much as possible, and calls the owner once. */
static void on_slice(void *opaque)
{
    struct stream *stream = opaque;
    if (stream->state == STREAM_DEAD) {
        stream->state = STREAM_GONE;
        if (stream->asked) {
            loop_member_request(&stream->member);
        }
        stream->calls->closed(stream->owner);
        return;
    }
    if (stream->leaves) {
        stream->leaves = false;
        stream_flush(stream);
        stream->asked |= stream->state == STREAM_OPEN && !is_full(stream);
    }
    const bool comes = stream->comes, asked = stream->asked;
    stream->comes = stream->asked = false;
    update_reading(stream);
    bool told = comes && may_read(stream) && read_input(stream);
    if (!told && asked) {
        stream->calls->run(stream->owner);
    }
}

static void on_readable(struct ev_loop *loop, struct ev_io *watcher, int events UNUSED)
{
    struct stream *stream = watcher->data;
    ev_io_stop(loop, watcher);
    stream->comes = true;
    loop_member_request(&stream->member);
}

static void on_writable(struct ev_loop *loop, struct ev_io *watcher, int events UNUSED)
{
    struct stream *stream = watcher->data;
    ev_io_stop(loop, watcher);
    stream->leaves = true;
    loop_member_request(&stream->member);
}

static void close_both(int in, int out)
{
    if (in >= 0) {
        close(in);
    }
    if (out != in) {
        close(out);
    }
}

struct stream *stream_create(struct loop_share *share, int in, int out,
                             const struct transport *transport)
{
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        close_both(in, out);
        return NULL;
    }
    stream->loop = share->loop;
    stream->transport = transport;
    stream->in = in;
    stream->out = out;
    ev_io_init(&stream->readable, on_readable, in, EV_READ);
    ev_io_init(&stream->writable, on_writable, out, EV_WRITE);
    ev_timer_init(&stream->timer, on_timer, 0., 0.);
    stream->readable.data = stream->writable.data = stream;
    stream->timer.data = stream;
    loop_member_init(&stream->member, share, on_slice, stream);
    return stream;
}

void stream_own(struct stream *stream, const struct stream_owner *calls, void *owner)
{
    stream->calls = calls;
    stream->owner = owner;
    stream_want(stream, false);
}

void stream_limit_by(struct stream *stream, const struct budget *budget)
{
    stream->budget = budget;
}

size_t stream_memory(const struct stream *stream)
{
    return sizeof *stream + stream->output.capacity;
}

struct loop_member *stream_loop_member(struct stream *stream)
{
    return &stream->member;
}

void stream_destroy(struct stream *stream)
{
    if (!stream) {
        return;
    }
    stop_watchers(stream);
    loop_member_leave(&stream->member);
    buffer_finish(&stream->output);
    close_both(stream->in, stream->out);
    free(stream);
}

void stream_want(struct stream *stream, bool more)
{
    stream->wanted = more;
    update_reading(stream);
}

struct buffer *stream_output(struct stream *stream)
{
    return &stream->output;
}

void stream_finish(struct stream *stream)
{
    if (stream->state == STREAM_OPEN) {
        stream->state = STREAM_FINISHING;
    }
    stream_flush(stream);
}

void stream_abort(struct stream *stream)
{
    die(stream);
}

int64_t stream_unread_since_ns(const struct stream *stream)
{
    return is_dead(stream) ? 0 : stream->unread_since_ns;
}

int stream_descriptor(const struct stream *stream)
{
    return stream->out;
}
