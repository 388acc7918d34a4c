/* SPDX-License-Identifier: MIT */
/* An HTTP connection: its requests, one after the other, each answered before the next is read,
 * until the client closes it, takes too long, or upgrades to WebSocket. */
#ifndef SERVER_HTTP_CONNECTION_H
#define SERVER_HTTP_CONNECTION_H

#include "client_limits.h"
#include "counters.h"
#include "site.h"
#include "stream.h"

struct http_connection;

struct http_connection_config {
    struct ev_loop *loop;
    const struct site *site;
    const struct time_limits *limits; /* first_line_s, half_line_s and unread_s apply */
    struct counters *counters;
    struct budget *budget;     /* that its memory is charged to; NULL: no bounds */
    struct site_client client; /* the address is copied */
    /* The request was answered by 101, which waits in the stream. The callee owns the stream from
     * now on, and gets the bytes after the request. `over` is called next. */
    void (*upgrade)(void *owner, struct http_connection *connection, struct stream *stream,
                    const char *rest, size_t length);
    /* The connection may be destroyed. Called last by each callback of the loop. */
    void (*over)(void *owner, struct http_connection *connection);
    void *owner;
};

/* Takes over the stream (NULL: its allocation failed). NULL if allocation fails; the stream is then
 * destroyed. */
struct http_connection *http_connection_create(const struct http_connection_config *config,
                                               struct stream *stream);
void http_connection_destroy(struct http_connection *connection);

/* Bytes of memory of a connection whose request is short. */
#define HTTP_CONNECTION_BYTES (8 << 10)

const char *http_connection_address(const struct http_connection *connection);

/* The time since which nothing is read or answered: clock_ns(); INT64_MAX while it is busy. */
int64_t http_connection_idle_since_ns(const struct http_connection *connection);

/* Reads no other request; closes when the present one is answered. */
void http_connection_end(struct http_connection *connection);

#endif
