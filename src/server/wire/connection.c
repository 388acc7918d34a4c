/* SPDX-License-Identifier: MIT */
#include "connection.h"

#include <stdlib.h>

#include "clock.h"
#include "line.h"

struct connection {
    struct stream *stream;
    const struct framing *framing;
    void *framing_state;
    struct line_reader reader;
    struct buffer said; /* lines that the framing has not wrapped yet; unused without a framing */
    enum input_state {
        INPUT_OPEN,   /* the peer is being read */
        INPUT_BEHIND, /* lines wait for the owner, so the peer is not read */
        INPUT_LAST,   /* the peer has ended; its lines may still wait for the owner */
        INPUT_ENDED   /* no more input */
    } input;
    int64_t half_line_since_ns; /* see the header */
    const struct budget *budget;
    bool starved; /* a line was dropped because no memory was left; the owner has not read of it */
};

/* The bytes that an unfinished line may use when no memory is left. */
#define HALF_LINE_SHORT_BYTES 4096

/* The bytes that an empty input buffer keeps while lines arrive. */
#define INPUT_KEPT_BYTES (32u << 10)

static void set_input(struct connection *connection, enum input_state input)
{
    connection->input = input;
    stream_want(connection->stream, input == INPUT_OPEN);
}

bool connection_is_empty(const struct connection *connection)
{
    return line_reader_is_empty(&connection->reader) &&
           !(connection->framing && connection->framing->is_inside(connection->framing_state));
}

/* Moves the output to the stream, through the framing if there is one. */
static void wrap(struct connection *connection)
{
    if (connection->framing && buffer_length(&connection->said) > 0) {
        connection->framing->wrap(connection->framing_state, &connection->said,
                                  stream_output(connection->stream));
    }
}

bool connection_has_room(struct connection *connection)
{
    wrap(connection);
    return stream_has_room(connection->stream);
}

enum connection_status connection_read_line(struct connection *connection, char **line)
{
    const bool last = connection->input == INPUT_LAST;
    if (connection->input == INPUT_ENDED || !connection_has_room(connection)) {
        return CONNECTION_NOTHING;
    }
    if (connection->starved) {
        *line = connection->reader.beginning;
        connection->starved = false;
        return CONNECTION_STARVED;
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
    set_input(connection, last ? INPUT_ENDED : INPUT_OPEN);
    if (connection_is_empty(connection)) {
        connection->half_line_since_ns = 0;
    } else if (!connection->half_line_since_ns) {
        connection->half_line_since_ns = clock_ns();
    }
    return last ? CONNECTION_END : CONNECTION_NOTHING;
}

/* Returns the bytes of a line whose end has not arrived. */
static size_t half_line_bytes(const struct connection *connection)
{
    const size_t held = line_reader_length(&connection->reader);
    const struct framing *framing = connection->framing;
    return framing && framing->is_inside(connection->framing_state)
               ? held + framing->memory(connection->framing_state)
               : held;
}

/* Drops an unfinished line because no memory is left. With a framing, the peer is not read any
 * more: the end of the message cannot be found without storing the message. */
static void drop_half_line(struct connection *connection)
{
    line_reader_drop(&connection->reader);
    connection->starved = true;
    if (connection->framing) {
        set_input(connection, INPUT_LAST);
    }
}

/* Reads bytes from the wire; false if allocation fails. */
static bool receive(struct connection *connection, const char *bytes, size_t length)
{
    if (budget_memory_left(connection->budget) <= 0 &&
        half_line_bytes(connection) > HALF_LINE_SHORT_BYTES) {
        drop_half_line(connection);
    }
    if (connection->input == INPUT_LAST) {
        return true;
    }
    if (!connection->framing) {
        set_input(connection, INPUT_BEHIND);
        return line_reader_feed(&connection->reader, bytes, length);
    }
    LOCAL_BUFFER lines = {0};
    enum framing_status status = connection->framing->unwrap(
        connection->framing_state, bytes, length, &lines, stream_output(connection->stream));
    bool kept = status != FRAMING_FAILED && !lines.failed &&
                line_reader_feed(&connection->reader, buffer_text(&lines), buffer_length(&lines));
    set_input(connection, status == FRAMING_ENDED ? INPUT_LAST : INPUT_BEHIND);
    return kept;
}

void connection_feed(struct connection *connection, const char *bytes, size_t length)
{
    if (connection->input == INPUT_LAST || connection->input == INPUT_ENDED) {
        return;
    }
    if (length == 0) {
        set_input(connection, INPUT_LAST);
    } else if (!receive(connection, bytes, length)) {
        set_input(connection, INPUT_ENDED);
        stream_abort(connection->stream); /* out of memory: ends only this connection */
    }
}

void connection_flush(struct connection *connection)
{
    wrap(connection);
    if (connection->said.failed) {
        stream_abort(connection->stream);
    }
    stream_flush(connection->stream);
}

struct connection *connection_create(struct stream *stream, const struct framing *framing,
                                     const struct stream_owner *calls, void *owner)
{
    struct connection *connection = stream ? calloc(1, sizeof *connection) : NULL;
    void *framing_state = connection && framing ? framing->create() : NULL;
    if (!connection || (framing && !framing_state)) {
        free(connection);
        stream_destroy(stream);
        return NULL;
    }
    connection->stream = stream;
    connection->framing = framing;
    connection->framing_state = framing_state;
    line_reader_init(&connection->reader);
    stream_own(stream, calls, owner);
    set_input(connection, INPUT_OPEN);
    return connection;
}

void connection_limit_by(struct connection *connection, const struct budget *budget)
{
    connection->budget = budget;
    stream_limit_by(connection->stream, budget);
}

size_t connection_memory(struct connection *connection, bool idle)
{
    if (connection->input != INPUT_BEHIND && connection->input != INPUT_LAST) {
        line_reader_trim(&connection->reader, idle ? 0 : INPUT_KEPT_BYTES);
    }
    const struct framing *framing = connection->framing;
    return sizeof *connection + line_reader_memory(&connection->reader) +
           connection->said.capacity + stream_memory(connection->stream) +
           (framing ? framing->memory(connection->framing_state) : 0);
}

void connection_put_back(struct connection *connection)
{
    line_reader_put_back(&connection->reader);
}

void connection_destroy(struct connection *connection)
{
    if (!connection) {
        return;
    }
    stream_destroy(connection->stream);
    if (connection->framing) {
        connection->framing->destroy(connection->framing_state);
    }
    line_reader_finish(&connection->reader);
    buffer_finish(&connection->said);
    free(connection);
}

int64_t connection_half_line_since_ns(const struct connection *connection)
{
    return connection->half_line_since_ns;
}

struct buffer *connection_output(struct connection *connection)
{
    return connection->framing ? &connection->said : stream_output(connection->stream);
}

void connection_finish(struct connection *connection, enum farewell why)
{
    set_input(connection, INPUT_ENDED);
    wrap(connection);
    if (connection->framing) {
        connection->framing->close(connection->framing_state, why,
                                   stream_output(connection->stream));
    }
    stream_finish(connection->stream);
}
