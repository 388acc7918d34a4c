/* SPDX-License-Identifier: MIT */
#include "stream.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"

/* Bytes taken from the wire at a time. */
#define READ_BYTES 65536

/* Output that waits for a slow reader: beyond the first bound nothing of its is read any more,
 * beyond the second it is cut off. */
#define OUTPUT_PAUSE_BYTES (256u << 10)
#define OUTPUT_LIMIT_BYTES (8u << 20)

/* What a peer has to end its side, once it was told that we have ended ours. */
#define LINGER_SECONDS 5.0

struct stream {
    struct ev_loop *loop;
    const struct transport *transport;
    const struct stream_owner *calls;
    void *owner;
    int in, out;
    struct ev_io readable, writable;
    struct ev_prepare closer; /* says `closed` from the loop, not from inside another call */
    struct ev_timer linger;
    struct buffer output;
    bool wanted, ended; /* the owner wants more; the peer has said all */
    bool awaited;       /* the owner was told that there is no room, not yet that there is */
    enum stream_state {
        STREAM_OPEN,
        STREAM_FINISHING, /* only what waits is still to be written */
        STREAM_LINGERING, /* all is written; what still comes is passed over */
        STREAM_DEAD
    } state;
    int64_t unread_since_ns; /* see the header */
};

static void closer_run(struct ev_loop *loop, struct ev_prepare *watcher, int events)
{
    (void)events;
    struct stream *stream = watcher->data;
    ev_prepare_stop(loop, watcher);
    stream->calls->closed(stream->owner);
}

static void stop_watchers(struct stream *stream)
{
    ev_io_stop(stream->loop, &stream->readable);
    ev_io_stop(stream->loop, &stream->writable);
    ev_timer_stop(stream->loop, &stream->linger);
}

/* From now on nothing is read or written; the owner hears of it from the loop. */
static void die(struct stream *stream)
{
    if (stream->state != STREAM_DEAD) {
        stream->state = STREAM_DEAD;
        stop_watchers(stream);
        ev_prepare_start(stream->loop, &stream->closer);
    }
}

static void on_linger(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    die(watcher->data);
}

/* Reads while the peer may speak and listens to what we say. */
static void update_reading(struct stream *stream)
{
    bool wanted = stream->in >= 0 && !stream->ended &&
                  (stream->state == STREAM_LINGERING ||
                   (stream->state == STREAM_OPEN && stream->wanted &&
                    buffer_length(&stream->output) < OUTPUT_PAUSE_BYTES));
    if (wanted && !ev_is_active(&stream->readable)) {
        ev_io_start(stream->loop, &stream->readable);
    } else if (!wanted && ev_is_active(&stream->readable)) {
        ev_io_stop(stream->loop, &stream->readable);
    }
}

static void write_out(struct stream *stream)
{
    struct buffer *output = &stream->output;
    while (buffer_length(output) > 0 && stream->state != STREAM_DEAD) {
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
    /* An owner that waits for room is told so from the loop. */
    if (!stream->awaited || stream->state != STREAM_OPEN) {
        ev_io_stop(stream->loop, &stream->writable);
    }
}

bool stream_has_room(struct stream *stream)
{
    if (buffer_length(&stream->output) >= OUTPUT_PAUSE_BYTES) {
        write_out(stream);
    }
    const bool open = stream->state == STREAM_OPEN;
    const bool full = buffer_length(&stream->output) >= OUTPUT_PAUSE_BYTES;
    stream->awaited |= open && full;
    return open && !full;
}

/* All is written that ever will be. */
static void end_writing(struct stream *stream)
{
    if (!stream->transport->end || stream->ended) {
        die(stream);
        return;
    }
    stream->transport->end(stream->out);
    stream->state = STREAM_LINGERING;
    ev_now_update(stream->loop);
    ev_timer_set(&stream->linger, LINGER_SECONDS, 0.);
    ev_timer_start(stream->loop, &stream->linger);
}

void stream_flush(struct stream *stream)
{
    if (stream->state == STREAM_DEAD) {
        return;
    }
    write_out(stream);
    if (stream->output.failed || buffer_length(&stream->output) > OUTPUT_LIMIT_BYTES) {
        die(stream);
    } else if (stream->state == STREAM_FINISHING && buffer_length(&stream->output) == 0) {
        end_writing(stream);
    }
    update_reading(stream);
}

/* Whether nobody listens any more either, as far as a socket can tell: one of Unix can, TCP only
 * after a write that was answered by a reset. */
static bool has_nobody(const struct stream *stream)
{
    struct pollfd descriptor = {.fd = stream->out};
    return stream->in == stream->out && poll(&descriptor, 1, 0) == 1 &&
           descriptor.revents & (POLLHUP | POLLERR);
}

static void on_readable(struct ev_loop *loop, struct ev_io *watcher, int events)
{
    (void)loop, (void)events;
    struct stream *stream = watcher->data;
    char bytes[READ_BYTES];
    ssize_t length = stream->transport->read(stream->in, bytes, sizeof bytes);
    if (length < 0) {
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
            die(stream);
        }
        return;
    }
    stream->ended = length == 0;
    if (stream->ended && (stream->state == STREAM_LINGERING || has_nobody(stream))) {
        die(stream);
        return;
    }
    if (stream->state == STREAM_LINGERING) {
        return;
    }
    update_reading(stream);
    stream->calls->came(stream->owner, bytes, (size_t)length);
}

static void on_writable(struct ev_loop *loop, struct ev_io *watcher, int events)
{
    (void)events;
    struct stream *stream = watcher->data;
    stream_flush(stream);
    if (stream->state == STREAM_OPEN && buffer_length(&stream->output) < OUTPUT_PAUSE_BYTES) {
        stream->awaited = false;
        if (buffer_length(&stream->output) == 0) {
            ev_io_stop(loop, watcher);
        }
        stream->calls->room(stream->owner);
    }
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

struct stream *stream_create(struct ev_loop *loop, int in, int out,
                             const struct transport *transport)
{
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        close_both(in, out);
        return NULL;
    }
    stream->loop = loop;
    stream->transport = transport;
    stream->in = in;
    stream->out = out;
    ev_io_init(&stream->readable, on_readable, in, EV_READ);
    ev_io_init(&stream->writable, on_writable, out, EV_WRITE);
    ev_prepare_init(&stream->closer, closer_run);
    ev_timer_init(&stream->linger, on_linger, 0., 0.);
    stream->readable.data = stream->writable.data = stream;
    stream->closer.data = stream->linger.data = stream;
    return stream;
}

void stream_own(struct stream *stream, const struct stream_owner *calls, void *owner)
{
    stream->calls = calls;
    stream->owner = owner;
    stream_want(stream, false);
}

void stream_destroy(struct stream *stream)
{
    if (!stream) {
        return;
    }
    stop_watchers(stream);
    ev_prepare_stop(stream->loop, &stream->closer);
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
    return stream->state == STREAM_DEAD ? 0 : stream->unread_since_ns;
}

int stream_descriptor(const struct stream *stream)
{
    return stream->out;
}
