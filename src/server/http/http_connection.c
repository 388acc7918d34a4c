/* SPDX-License-Identifier: MIT */
#include "http_connection.h"

#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "compiler.h"
#include "loop_share.h"

/* Bytes of a body that are added to the output at a time. */
#define PIECE_BYTES 32768

/* The most requests answered in one slice of the loop; only one if it is costly. */
#define SLICE_REQUESTS 8

struct http_connection {
    struct http_connection_config config;
    char address[PEER_NAME_ROOM];
    struct stream *stream; /* NULL: it has been upgraded */
    struct http_reader reader;
    struct ev_timer limit; /* the time limit of the current state */
    enum http_connection_state {
        HTTP_CONNECTION_IDLE,      /* no byte of a request has arrived */
        HTTP_CONNECTION_READING,   /* a request has begun */
        HTTP_CONNECTION_ANSWERING, /* its answer is being written */
        HTTP_CONNECTION_CLOSING    /* the last answer is being written */
    } state;
    int64_t since_ns; /* when the state was entered: clock_ns() */
    struct loop_quota quota;
    struct charge memory;
    bool last;        /* no request is read after this one */
    bool costly;      /* the last answer used the whole slice */
    const char *body; /* the rest of the answer's body that has not been written */
    size_t left;
};

/* Enters a state and starts its time limit. Sending single bytes from time to time does not extend
 * it. */
static void enter(struct http_connection *connection, enum http_connection_state state)
{
    const struct time_limits *limits = connection->config.limits;
    const int seconds[] = {
        [HTTP_CONNECTION_IDLE] = limits->first_line_s,
        [HTTP_CONNECTION_READING] = limits->half_line_s,
        [HTTP_CONNECTION_ANSWERING] = limits->unread_s,
        [HTTP_CONNECTION_CLOSING] = limits->unread_s,
    };
    connection->state = state;
    connection->since_ns = clock_ns();
    ev_timer_stop(connection->config.loop, &connection->limit);
    if (seconds[state] > 0) {
        loop_start_timer(connection->config.loop, &connection->limit, (double)seconds[state]);
    }
}

/* Writes the reply to the output: its head, and as much of its body as fits. */
static void put_reply(struct http_connection *connection, const struct site_reply *reply,
                      bool head_only)
{
    struct counters *counters = connection->config.counters;
    struct buffer *out = stream_output(connection->stream);
    counters->http_requests++;
    counters->http_errors += reply->answer.status >= 400;
    http_put_head(out, &reply->answer);
    connection->last |= reply->answer.closes;
    connection->costly = reply->costly;
    if (head_only) {
        return;
    }
    if (reply->made.data) {
        buffer_append(out, reply->answer.body, reply->answer.length);
    } else {
        connection->body = reply->answer.body;
        connection->left = reply->answer.length;
    }
}

/* Gives the stream to WebSocket; the connection is then over. */
static void upgrade(struct http_connection *connection)
{
    struct stream *stream = connection->stream;
    size_t length;
    const char *rest = http_reader_rest(&connection->reader, &length);
    connection->stream = NULL;
    stream_flush(stream);
    connection->config.upgrade(connection->config.owner, connection, stream, rest, length);
    connection->config.over(connection->config.owner, connection);
}

/* Answers the next request, if there is one; false if the connection is over. */
static bool answer(struct http_connection *connection, bool *answered)
{
    struct http_request request;
    struct site_reply reply;
    *answered = http_reader_next(&connection->reader, &request);
    if (!*answered) {
        return true;
    }
    if (budget_memory_left(connection->memory.budget) > 0) {
        site_reply(connection->config.site, &connection->config.client, &request, &reply);
    } else {
        site_refuse(&reply, 503, "the server has no memory left; try again later");
    }
    put_reply(connection, &reply, request.head_only);
    bool upgrades = reply.upgrades;
    site_reply_finish(&reply);
    if (upgrades) {
        upgrade(connection);
        return false;
    }
    enter(connection, connection->last ? HTTP_CONNECTION_CLOSING : HTTP_CONNECTION_ANSWERING);
    return true;
}

/* Writes as much as fits; true if the whole answer is written. */
static bool write_answer(struct http_connection *connection)
{
    struct buffer *out = stream_output(connection->stream);
    for (;;) {
        stream_flush(connection->stream);
        if (connection->left == 0 || out->failed || buffer_length(out) >= PIECE_BYTES) {
            return connection->left == 0 && buffer_length(out) == 0;
        }
        size_t piece = connection->left < PIECE_BYTES ? connection->left : PIECE_BYTES;
        buffer_append(out, connection->body, piece);
        connection->body += piece;
        connection->left -= piece;
    }
}

/* Pauses as the quota requires. The slice began at `begin_ns`, when `used_before_ns` of processor
 * time had been used. */
static void go_on_later(struct http_connection *connection, int64_t begin_ns,
                        int64_t used_before_ns)
{
    const int64_t used_ns = clock_thread_ns() - used_before_ns;
    double rest =
        loop_quota_rest(&connection->quota, LOOP_QUOTA_PART, begin_ns, clock_ns(), used_ns);
    if (rest == 0.) {
        stream_request_slice(connection->stream);
    } else {
        stream_pause(connection->stream, rest);
    }
}

/* Charges the current size of its buffers. */
static void charge_buffers(struct http_connection *connection)
{
    charge_force(&connection->memory,
                 (int64_t)(sizeof *connection + connection->reader.bytes.capacity +
                           stream_memory(connection->stream)));
}

/* Does the pending work. The connection may be over after it. */
static void pump(struct http_connection *connection)
{
    const int64_t begin = clock_ns(), used_before = clock_thread_ns();
    for (int count = 0;; count++) {
        bool answered = false;
        if (connection->state == HTTP_CONNECTION_CLOSING ||
            connection->state == HTTP_CONNECTION_ANSWERING) {
            bool written = write_answer(connection);
            charge_buffers(connection);
            if (connection->state == HTTP_CONNECTION_CLOSING && connection->left == 0) {
                stream_finish(connection->stream);
                return;
            }
            if (!written) {
                return;
            }
            enter(connection, HTTP_CONNECTION_IDLE);
        }
        if (count == SLICE_REQUESTS || connection->costly) {
            connection->costly = false;
            go_on_later(connection, begin, used_before);
            return;
        }
        if (!answer(connection, &answered)) {
            return;
        }
        if (!answered) {
            break;
        }
        stream_want(connection->stream, false);
    }
    if (connection->state == HTTP_CONNECTION_IDLE && http_reader_is_inside(&connection->reader)) {
        enter(connection, HTTP_CONNECTION_READING);
    }
    charge_buffers(connection);
    stream_want(connection->stream, true);
}

static void on_came(void *owner, const char *bytes, size_t length)
{
    struct http_connection *connection = owner;
    if (length == 0) {
        http_connection_end(connection);
    } else if (!http_reader_feed(&connection->reader, bytes, length)) {
        stream_abort(connection->stream);
    } else {
        pump(connection);
    }
}

static void on_slice(void *owner)
{
    struct http_connection *connection = owner;
    if (!stream_is_paused(connection->stream)) {
        pump(connection);
    }
}

static void on_closed(void *owner)
{
    struct http_connection *connection = owner;
    connection->config.over(connection->config.owner, connection);
}

/* The state has exceeded its time limit. */
static void on_limit(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    struct http_connection *connection = watcher->data;
    struct site_reply reply;
    switch (connection->state) {
    case HTTP_CONNECTION_IDLE:
        http_connection_end(connection);
        break;
    case HTTP_CONNECTION_READING:
        site_refuse(&reply, 408, "the end of the request did not come in time");
        put_reply(connection, &reply, false);
        site_reply_finish(&reply);
        enter(connection, HTTP_CONNECTION_CLOSING);
        pump(connection);
        break;
    case HTTP_CONNECTION_ANSWERING:
    case HTTP_CONNECTION_CLOSING:
        stream_abort(connection->stream);
        break;
    }
}

struct http_connection *http_connection_create(const struct http_connection_config *config,
                                               struct stream *stream)
{
    static const struct stream_owner calls = {on_came, on_slice, on_closed};
    struct http_connection *connection = stream ? calloc(1, sizeof *connection) : NULL;
    if (!connection) {
        stream_destroy(stream);
        return NULL;
    }
    connection->config = *config;
    snprintf(connection->address, sizeof connection->address, "%s", config->client.address);
    connection->config.client.address = connection->address;
    connection->stream = stream;
    http_reader_init(&connection->reader);
    connection->memory.budget = config->budget;
    stream_limit_by(stream, config->budget);
    charge_buffers(connection);
    ev_timer_init(&connection->limit, on_limit, 0., 0.);
    connection->limit.data = connection;
    stream_own(stream, &calls, connection);
    enter(connection, HTTP_CONNECTION_IDLE);
    stream_want(stream, true);
    return connection;
}

void http_connection_destroy(struct http_connection *connection)
{
    ev_timer_stop(connection->config.loop, &connection->limit);
    stream_destroy(connection->stream);
    http_reader_finish(&connection->reader);
    charge_force(&connection->memory, 0);
    free(connection);
}

const char *http_connection_address(const struct http_connection *connection)
{
    return connection->address;
}

int64_t http_connection_idle_since_ns(const struct http_connection *connection)
{
    return connection->state == HTTP_CONNECTION_IDLE ? connection->since_ns : INT64_MAX;
}

void http_connection_end(struct http_connection *connection)
{
    connection->last = true;
    switch (connection->state) {
    case HTTP_CONNECTION_IDLE:
    case HTTP_CONNECTION_READING:
        enter(connection, HTTP_CONNECTION_CLOSING);
        stream_finish(connection->stream);
        break;
    case HTTP_CONNECTION_ANSWERING:
        connection->state = HTTP_CONNECTION_CLOSING;
        break;
    case HTTP_CONNECTION_CLOSING:
        break;
    }
}
