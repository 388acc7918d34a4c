/* SPDX-License-Identifier: MIT */
/* An HTTP connection. Each request is answered before the next one is read, until the client closes
 * the connection, exceeds a time limit, or upgrades to WebSocket. */
#ifndef SERVER_HTTP_CONNECTION_H
#define SERVER_HTTP_CONNECTION_H

#include "clients.h"
#include "counters.h"
#include "site.h"
#include "stream.h"

struct http_connection;

struct http_connection_config {
    struct ev_loop *loop;
    const struct site *site;
    const struct time_limits *limits; /* first_line_s, half_line_s and unread_s apply */
    struct counters *counters;
    struct budget *budget;     /* the budget for its memory; NULL: unlimited */
    struct site_client client; /* the address is copied */
    /* The request was answered by 101, which waits in the stream. The callee then owns the stream,
     * and gets the bytes after the request. `over` is called next. */
    void (*upgrade)(void *owner, struct http_connection *connection, struct stream *stream,
                    const char *rest, size_t length);
    /* The connection may be destroyed. Each callback of the loop calls it last. */
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

/* Returns the time since which nothing has been read or answered, as clock_ns(); INT64_MAX while it
 * is busy. */
int64_t http_connection_idle_since_ns(const struct http_connection *connection);

/* Reads no further request; closes after the current one is answered. */
void http_connection_end(struct http_connection *connection);

#endif
