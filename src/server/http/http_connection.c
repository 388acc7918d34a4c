/* SPDX-License-Identifier: MIT */
#include "http_connection.h"

#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "pace.h"
#include "peers.h"

/* Bytes of a body that are put into the output at a time. */
#define PIECE_BYTES 32768

/* Requests answered in one turn of the loop, before other clients have theirs; one if it is costly.
 */
#define SLICE_REQUESTS 8

struct visitor {
    struct visitor_config config;
    char address[PEER_NAME_ROOM];
    struct stream *stream; /* NULL: it went on as something else */
    struct http_reader reader;
    struct ev_timer limit; /* on the present state */
    struct ev_timer again; /* more than its share was used: go on when this comes */
    enum visitor_state {
        VISITOR_IDLE,      /* no byte of a request has come */
        VISITOR_READING,   /* a request has begun */
        VISITOR_ANSWERING, /* its answer is being written */
        VISITOR_LEAVING    /* the last answer is being written */
    } state;
    int64_t since_ns; /* when the state was entered: clock_ns() */
    struct pace pace;
    struct charge memory;
    bool last;        /* no request is heard after this one */
    bool costly;      /* the last answer used the whole slice */
    const char *body; /* of the answer; what is left to write */
    size_t left;
};

/* Each state has its limit, counted from its beginning: a byte now and then prolongs nothing. */
static void enter(struct visitor *visitor, enum visitor_state state)
{
    const struct time_limits *limits = visitor->config.limits;
    const int seconds[] = {
        [VISITOR_IDLE] = limits->first_line_s,
        [VISITOR_READING] = limits->half_line_s,
        [VISITOR_ANSWERING] = limits->unread_s,
        [VISITOR_LEAVING] = limits->unread_s,
    };
    visitor->state = state;
    visitor->since_ns = clock_ns();
    ev_timer_stop(visitor->config.loop, &visitor->limit);
    if (seconds[state] > 0) {
        ev_now_update(visitor->config.loop);
        ev_timer_set(&visitor->limit, (double)seconds[state], 0.);
        ev_timer_start(visitor->config.loop, &visitor->limit);
    }
}

/* Puts the reply into the output, or its head and what of its body there is room for. */
static void put_reply(struct visitor *visitor, const struct site_reply *reply, bool head_only)
{
    struct counters *counters = visitor->config.counters;
    struct buffer *out = stream_output(visitor->stream);
    counters->http_requests++;
    counters->http_errors += reply->answer.status >= 400;
    http_put_head(out, &reply->answer);
    visitor->last |= reply->answer.closes;
    visitor->costly = reply->costly;
    if (head_only) {
        return;
    }
    if (reply->made.data) {
        buffer_append(out, reply->answer.body, reply->answer.length);
    } else {
        visitor->body = reply->answer.body;
        visitor->left = reply->answer.length;
    }
}

/* The stream goes to whoever speaks WebSocket; the visitor is over. */
static void upgrade(struct visitor *visitor)
{
    struct stream *stream = visitor->stream;
    size_t length;
    const char *rest = http_reader_rest(&visitor->reader, &length);
    visitor->stream = NULL;
    stream_flush(stream);
    visitor->config.upgrade(visitor->config.owner, visitor, stream, rest, length);
    visitor->config.over(visitor->config.owner, visitor);
}

/* Answers the next request, if there is one; false when the visitor is over. */
static bool answer(struct visitor *visitor, bool *answered)
{
    struct http_request request;
    struct site_reply reply;
    *answered = http_reader_next(&visitor->reader, &request);
    if (!*answered) {
        return true;
    }
    if (budget_memory_left(visitor->memory.budget) > 0) {
        site_reply(visitor->config.site, &visitor->config.client, &request, &reply);
    } else {
        site_refuse(&reply, 503, "the server has no memory left; try again later");
    }
    put_reply(visitor, &reply, request.head_only);
    bool upgrades = reply.upgrades;
    site_reply_finish(&reply);
    if (upgrades) {
        upgrade(visitor);
        return false;
    }
    enter(visitor, visitor->last ? VISITOR_LEAVING : VISITOR_ANSWERING);
    return true;
}

/* Writes what there is room for; whether all of the answer is written. */
static bool write_answer(struct visitor *visitor)
{
    struct buffer *out = stream_output(visitor->stream);
    for (;;) {
        stream_flush(visitor->stream);
        if (visitor->left == 0 || out->failed || buffer_length(out) >= PIECE_BYTES) {
            return visitor->left == 0 && buffer_length(out) == 0;
        }
        size_t piece = visitor->left < PIECE_BYTES ? visitor->left : PIECE_BYTES;
        buffer_append(out, visitor->body, piece);
        visitor->body += piece;
        visitor->left -= piece;
    }
}

/* The slice was used up, which began then, when so much processor time had been used. */
static void go_on_later(struct visitor *visitor, int64_t begin_ns, int64_t used_before_ns)
{
    const int64_t used_ns = clock_thread_ns() - used_before_ns;
    double rest = pace_rest(&visitor->pace, PACE_PART, begin_ns, clock_ns(), used_ns);
    if (rest == 0.) {
        stream_ask(visitor->stream);
        return;
    }
    ev_timer_stop(visitor->config.loop, &visitor->again);
    ev_now_update(visitor->config.loop);
    ev_timer_set(&visitor->again, rest, 0.);
    ev_timer_start(visitor->config.loop, &visitor->again);
}

/* Charges what its buffers have become. */
static void charge_buffers(struct visitor *visitor)
{
    charge_force(&visitor->memory, (int64_t)(sizeof *visitor + visitor->reader.bytes.capacity +
                                             stream_memory(visitor->stream)));
}

/* Does what there is to do. The visitor may be over behind it. */
static void pump(struct visitor *visitor)
{
    const int64_t begin = clock_ns(), used_before = clock_thread_ns();
    for (int count = 0;; count++) {
        bool answered = false;
        if (visitor->state == VISITOR_LEAVING || visitor->state == VISITOR_ANSWERING) {
            bool written = write_answer(visitor);
            charge_buffers(visitor);
            if (visitor->state == VISITOR_LEAVING && visitor->left == 0) {
                stream_finish(visitor->stream);
                return;
            }
            if (!written) {
                return;
            }
            enter(visitor, VISITOR_IDLE);
        }
        if (count == SLICE_REQUESTS || visitor->costly) {
            visitor->costly = false;
            go_on_later(visitor, begin, used_before);
            return;
        }
        if (!answer(visitor, &answered)) {
            return;
        }
        if (!answered) {
            break;
        }
        stream_want(visitor->stream, false);
    }
    if (visitor->state == VISITOR_IDLE && http_reader_is_inside(&visitor->reader)) {
        enter(visitor, VISITOR_READING);
    }
    charge_buffers(visitor);
    stream_want(visitor->stream, true);
}

static void on_came(void *owner, const char *bytes, size_t length)
{
    struct visitor *visitor = owner;
    if (length == 0) {
        visitor_end(visitor);
    } else if (!http_reader_feed(&visitor->reader, bytes, length)) {
        stream_abort(visitor->stream);
    } else {
        pump(visitor);
    }
}

static void on_turn(void *owner)
{
    struct visitor *visitor = owner;
    if (!ev_is_active(&visitor->again)) {
        pump(visitor);
    }
}

static void on_closed(void *owner)
{
    struct visitor *visitor = owner;
    visitor->config.over(visitor->config.owner, visitor);
}

static void on_again(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    struct visitor *visitor = watcher->data;
    stream_ask(visitor->stream);
}

/* The state's time is over. */
static void on_limit(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    struct visitor *visitor = watcher->data;
    struct site_reply reply;
    switch (visitor->state) {
    case VISITOR_IDLE:
        visitor_end(visitor);
        break;
    case VISITOR_READING:
        site_refuse(&reply, 408, "the end of the request did not come in time");
        put_reply(visitor, &reply, false);
        site_reply_finish(&reply);
        enter(visitor, VISITOR_LEAVING);
        pump(visitor);
        break;
    case VISITOR_ANSWERING:
    case VISITOR_LEAVING:
        stream_abort(visitor->stream);
        break;
    }
}

struct visitor *visitor_create(const struct visitor_config *config, struct stream *stream)
{
    static const struct stream_owner calls = {on_came, on_turn, on_closed};
    struct visitor *visitor = stream ? calloc(1, sizeof *visitor) : NULL;
    if (!visitor) {
        stream_destroy(stream);
        return NULL;
    }
    visitor->config = *config;
    snprintf(visitor->address, sizeof visitor->address, "%s", config->client.address);
    visitor->config.client.address = visitor->address;
    visitor->stream = stream;
    http_reader_init(&visitor->reader);
    visitor->memory.budget = config->budget;
    stream_limit_by(stream, config->budget);
    charge_buffers(visitor);
    ev_timer_init(&visitor->limit, on_limit, 0., 0.);
    ev_timer_init(&visitor->again, on_again, 0., 0.);
    visitor->limit.data = visitor->again.data = visitor;
    stream_own(stream, &calls, visitor);
    enter(visitor, VISITOR_IDLE);
    stream_want(stream, true);
    return visitor;
}

void visitor_destroy(struct visitor *visitor)
{
    ev_timer_stop(visitor->config.loop, &visitor->limit);
    ev_timer_stop(visitor->config.loop, &visitor->again);
    stream_destroy(visitor->stream);
    http_reader_finish(&visitor->reader);
    charge_force(&visitor->memory, 0);
    free(visitor);
}

const char *visitor_address(const struct visitor *visitor)
{
    return visitor->address;
}

int64_t visitor_idle_since_ns(const struct visitor *visitor)
{
    return visitor->state == VISITOR_IDLE ? visitor->since_ns : INT64_MAX;
}

void visitor_end(struct visitor *visitor)
{
    visitor->last = true;
    switch (visitor->state) {
    case VISITOR_IDLE:
    case VISITOR_READING:
        enter(visitor, VISITOR_LEAVING);
        ev_timer_stop(visitor->config.loop, &visitor->again);
        stream_finish(visitor->stream);
        break;
    case VISITOR_ANSWERING:
        visitor->state = VISITOR_LEAVING;
        break;
    case VISITOR_LEAVING:
        break;
    }
}
