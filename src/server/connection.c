#include "connection.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

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
    bool paused;   /* lines that came wait for room in the output; on_writable goes on with them */
    bool at_end;   /* the peer has said all; lines of it may still wait to be handed out */
    bool in_ended; /* nothing more comes in */
    bool finishing, dead;
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
    bool wanted = !connection->dead && !connection->at_end && !connection->in_ended &&
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
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            ev_io_start(connection->loop, &connection->writable);
            return;
        } else if (errno != EINTR) {
            die(connection);
        }
    }
    if (!connection->paused) {
        ev_io_stop(connection->loop, &connection->writable);
    }
}

/* Whether another command may add to the output: not while the peer lets it grow. */
static bool has_room(struct connection *connection)
{
    if (buffer_length(&connection->output) >= OUTPUT_PAUSE_BYTES) {
        write_out(connection);
    }
    return buffer_length(&connection->output) < OUTPUT_PAUSE_BYTES;
}

/* The next line; what follows the last line end is one, too, when the peer has said all. */
static enum line_status next_line(struct connection *connection, char **line)
{
    return connection->at_end ? line_reader_rest(&connection->reader, line)
                              : line_reader_next(&connection->reader, line);
}

/* Hands out the lines that came, while there is room for answers. */
static void hand_out_lines(struct connection *connection)
{
    while (!connection->dead && !connection->in_ended) {
        char *line;
        connection->paused = !has_room(connection);
        if (connection->paused) {
            return;
        }
        switch (next_line(connection, &line)) {
        case LINE_READY:
            connection->calls->line(connection->owner, line);
            break;
        case LINE_TOO_LONG:
            connection->calls->line_too_long(connection->owner);
            break;
        case LINE_NONE:
            if (connection->at_end) {
                connection->in_ended = true;
                connection->calls->ended(connection->owner);
            }
            return;
        }
    }
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
        connection->in_ended = true;
        die(connection);
    } else if (length == 0) {
        connection->at_end = true;
        hand_out_lines(connection);
    } else if (!line_reader_feed(&connection->reader, bytes, (size_t)length)) {
        die(connection); /* out of memory: this connection alone */
    } else {
        hand_out_lines(connection);
    }
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
    hand_out_lines(connection);
    connection_flush(connection);
}

struct connection *connection_create(struct ev_loop *loop, int in, int out,
                                     const struct transport *transport,
                                     const struct connection_owner *calls, void *owner)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        close(in);
        if (out != in) {
            close(out);
        }
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
    close(connection->in);
    if (connection->out != connection->in) {
        close(connection->out);
    }
    free(connection);
}

struct buffer *connection_output(struct connection *connection)
{
    return &connection->output;
}

void connection_finish(struct connection *connection)
{
    connection->in_ended = true;
    connection->finishing = true;
    connection_flush(connection);
}
