/* SPDX-License-Identifier: MIT */
/* A client of HTTP: its requests, one after the other, each answered before the next is read; until
 * it closes, takes too long, or goes on as WebSocket. */
#ifndef SERVER_HTTP_CONNECTION_H
#define SERVER_HTTP_CONNECTION_H

#include "client_limits.h"
#include "counters.h"
#include "site.h"
#include "stream.h"

struct visitor;

struct visitor_config {
    struct ev_loop *loop;
    const struct site *site;
    const struct time_limits *limits; /* first_line_s, half_line_s and unread_s apply */
    struct counters *counters;
    struct budget *budget;     /* that pays for its memory; NULL: no bounds */
    struct site_client client; /* the address is copied */
    /* The request was answered by 101, which waits in the stream: it is the callee's from now on,
     * with the bytes that came behind the request. `over` is said next. */
    void (*upgrade)(void *owner, struct visitor *visitor, struct stream *stream, const char *rest,
                    size_t length);
    /* The visitor may be destroyed; said last by whoever the loop calls. */
    void (*over)(void *owner, struct visitor *visitor);
    void *owner;
};

/* Takes over the stream (NULL: memory was out). NULL when memory is out; it is then destroyed. */
struct visitor *visitor_create(const struct visitor_config *config, struct stream *stream);
void visitor_destroy(struct visitor *visitor);

/* Memory of a visitor whose request is short, in bytes. */
#define VISITOR_BYTES (8 << 10)

const char *visitor_address(const struct visitor *visitor);

/* Since when nothing is read or answered: clock_ns(); INT64_MAX while something is. */
int64_t visitor_idle_since_ns(const struct visitor *visitor);

/* Hears no other request; closes when what was asked is answered. */
void visitor_end(struct visitor *visitor);

#endif
