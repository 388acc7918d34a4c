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
    struct budget *budget;     /* that pays for its memory; NULL: no bounds */
    struct site_client client; /* the address is copied */
    /* The request was answered by 101, which waits in the stream: it is the callee's from now on,
     * with the bytes that came behind the request. `over` is said next. */
    void (*upgrade)(void *owner, struct http_connection *connection, struct stream *stream,
                    const char *rest, size_t length);
    /* The connection may be destroyed; said last by whoever the loop calls. */
    void (*over)(void *owner, struct http_connection *connection);
    void *owner;
};

/* Takes over the stream (NULL: memory was out). NULL when memory is out; it is then destroyed. */
struct http_connection *http_connection_create(const struct http_connection_config *config,
                                               struct stream *stream);
void http_connection_destroy(struct http_connection *connection);

/* Memory of a connection whose request is short, in bytes. */
#define HTTP_CONNECTION_BYTES (8 << 10)

const char *http_connection_address(const struct http_connection *connection);

/* Since when nothing is read or answered: clock_ns(); INT64_MAX while something is. */
int64_t http_connection_idle_since_ns(const struct http_connection *connection);

/* Hears no other request; closes when what was asked is answered. */
void http_connection_end(struct http_connection *connection);

#endif
