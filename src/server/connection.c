/* SPDX-License-Identifier: MIT */
#include "connection.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "line.h"

/* Bytes taken from the wire at a time. */
#define READ_BYTES 65536

/* Output that waits for a slow reader: beyond the first bound its commands are not read any more,
 * beyond the second it is cut off. */
#define OUTPUT_PAUSE_BYTES (256u << 10)
#define OUTPUT_LIMIT_BYTES (8u << 20)

struct connection {
    struct ev_loop *loop;
    const struct transport *transport;
    const struct connection_owner *calls;
    void *owner;
    int in, out;
    struct ev_io readable, writable;
    struct ev_prepare closer; /* says `closed` from the loop, not from inside another call */
    struct line_reader reader;
    struct buffer output;
    enum input_state {
        INPUT_OPEN,   /* the peer may speak */
        INPUT_BEHIND, /* lines that came wait to be taken; nothing is read meanwhile */
        INPUT_LAST,   /* the peer has said all; lines of it may still wait to be taken */
        INPUT_ENDED   /* nothing more comes in */
    } input;
    bool finishing, dead;
    int64_t unread_since_ns, half_line_since_ns; /* see the header */
};

static void closer_run(struct ev_loop *loop, struct ev_prepare *watcher, int events)
{
    (void)events;
    struct connection *connection = watcher->data;
    ev_prepare_stop(loop, watcher);
    connection->calls->closed(connection->owner);
}

/* From now on nothing is read or written; the owner hears of it from the loop. */
static void die(struct connection *connection)
{
    if (connection->dead) {
        return;
    }
    connection->dead = true;
    ev_io_stop(connection->loop, &connection->readable);
    ev_io_stop(connection->loop, &connection->writable);
    ev_prepare_start(connection->loop, &connection->closer);
}

/* Reads while the peer may speak and listens to what we say. */
static void update_reading(struct connection *connection)
{
    bool wanted = !connection->dead && connection->input == INPUT_OPEN && connection->in >= 0 &&
                  buffer_length(&connection->output) < OUTPUT_PAUSE_BYTES;
    if (wanted && !ev_is_active(&connection->readable)) {
        ev_io_start(connection->loop, &connection->readable);
    } else if (!wanted && ev_is_active(&connection->readable)) {
        ev_io_stop(connection->loop, &connection->readable);
    }
}

static void write_out(struct connection *connection)
{
    struct buffer *output = &connection->output;
    while (buffer_length(output) > 0 && !connection->dead) {
        ssize_t written = connection->transport->write(connection->out, buffer_text(output),
                                                       buffer_length(output));
        if (written >= 0) {
            buffer_consume(output, (size_t)written);
            connection->unread_since_ns = 0;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            ev_io_start(connection->loop, &connection->writable);
            if (!connection->unread_since_ns) {
                connection->unread_since_ns = clock_ns();
            }
            return;
        } else if (errno != EINTR) {
            die(connection);
        }
    }
    ev_io_stop(connection->loop, &connection->writable);
}

bool connection_has_room(struct connection *connection)
{
    if (buffer_length(&connection->output) >= OUTPUT_PAUSE_BYTES) {
        write_out(connection);
    }
    return !connection->dead && buffer_length(&connection->output) < OUTPUT_PAUSE_BYTES;
}

enum connection_status connection_take(struct connection *connection, char **line)
{
    const bool last = connection->input == INPUT_LAST;
    if (connection->dead || connection->input == INPUT_ENDED || !connection_has_room(connection)) {
        return CONNECTION_NOTHING;
    }
    switch (last ? line_reader_rest(&connection->reader, line)
                 : line_reader_next(&connection->reader, line)) {
    case LINE_READY:
        connection->half_line_since_ns = 0;
        return CONNECTION_LINE;
    case LINE_TOO_LONG:
        return CONNECTION_TOO_LONG;
    case LINE_NONE:
        break;
    }
    connection->input = last ? INPUT_ENDED : INPUT_OPEN;
    if (!line_reader_is_empty(&connection->reader) && !connection->half_line_since_ns) {
        connection->half_line_since_ns = clock_ns();
    }
    return last ? CONNECTION_END : CONNECTION_NOTHING;
}

static void on_readable(struct ev_loop *loop, struct ev_io *watcher, int events)
{
    (void)loop, (void)events;
    struct connection *connection = watcher->data;
    char bytes[READ_BYTES];
    ssize_t length = connection->transport->read(connection->in, bytes, sizeof bytes);
    if (length < 0) {
        if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) {
            return;
        }
        connection->input = INPUT_ENDED;
        die(connection);
        return;
    }
    if (length == 0) {
        connection->input = INPUT_LAST;
    } else if (line_reader_feed(&connection->reader, bytes, (size_t)length)) {
        connection->input = INPUT_BEHIND;
    } else {
        die(connection); /* out of memory: this connection alone */
        return;
    }
    connection->calls->ready(connection->owner);
    connection_flush(connection);
}

void connection_flush(struct connection *connection)
{
    if (connection->dead) {
        return;
    }
    write_out(connection);
    if (connection->output.failed || buffer_length(&connection->output) > OUTPUT_LIMIT_BYTES ||
        (connection->finishing && buffer_length(&connection->output) == 0)) {
        die(connection);
    }
    update_reading(connection);
}

static void on_writable(struct ev_loop *loop, struct ev_io *watcher, int events)
{
    (void)loop, (void)events;
    struct connection *connection = watcher->data;
    write_out(connection);
    if (!connection->dead && buffer_length(&connection->output) < OUTPUT_PAUSE_BYTES) {
        connection->calls->ready(connection->owner);
    }
    connection_flush(connection);
}

void connection_close(int in, int out)
{
    if (in >= 0) {
        close(in);
    }
    if (out != in) {
        close(out);
    }
}

struct connection *connection_create(struct ev_loop *loop, int in, int out,
                                     const struct transport *transport,
                                     const struct connection_owner *calls, void *owner)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        connection_close(in, out);
        return NULL;
    }
    connection->loop = loop;
    connection->transport = transport;
    connection->calls = calls;
    connection->owner = owner;
    connection->in = in;
    connection->out = out;
    line_reader_init(&connection->reader);
    ev_io_init(&connection->readable, on_readable, in, EV_READ);
    ev_io_init(&connection->writable, on_writable, out, EV_WRITE);
    ev_prepare_init(&connection->closer, closer_run);
    connection->readable.data = connection->writable.data = connection->closer.data = connection;
    update_reading(connection);
    return connection;
}

void connection_destroy(struct connection *connection)
{
    if (!connection) {
        return;
    }
    ev_io_stop(connection->loop, &connection->readable);
    ev_io_stop(connection->loop, &connection->writable);
    ev_prepare_stop(connection->loop, &connection->closer);
    line_reader_finish(&connection->reader);
    buffer_finish(&connection->output);
    connection_close(connection->in, connection->out);
    free(connection);
}

int64_t connection_unread_since_ns(const struct connection *connection)
{
    return connection->dead ? 0 : connection->unread_since_ns;
}

int64_t connection_half_line_since_ns(const struct connection *connection)
{
    return connection->half_line_since_ns;
}

void connection_abort(struct connection *connection)
{
    die(connection);
}

struct buffer *connection_output(struct connection *connection)
{
    return &connection->output;
}

void connection_finish(struct connection *connection)
{
    connection->input = INPUT_ENDED;
    connection->finishing = true;
    connection_flush(connection);
}
