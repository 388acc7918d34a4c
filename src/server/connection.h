/* A connection: bytes in, cut into lines; bytes out, buffered to a bound. Knows no command. */
#ifndef SERVER_CONNECTION_H
#define SERVER_CONNECTION_H

#include <ev.h>
#include <stdbool.h>

#include "buffer.h"
#include "transport.h"

struct connection;

/* What a connection tells its owner, never after `closed`. */
struct connection_owner {
    void (*line)(void *owner, char *line); /* a line, to be changed at will, gone after the call */
    void (*line_too_long)(void *owner);
    void (*ended)(void *owner);  /* the peer will send nothing more; it may still read */
    void (*closed)(void *owner); /* nothing goes either way any more; said from the loop, once */
};

/* Takes over the descriptors (the same one twice for a socket). NULL when memory is out; the
 * descriptors are then closed. */
struct connection *connection_create(struct ev_loop *loop, int in, int out,
                                     const struct transport *transport,
                                     const struct connection_owner *calls, void *owner);

/* Forgets what is not yet written; no further call is made. */
void connection_destroy(struct connection *connection);

/* Where output is put together; sent by connection_flush. */
struct buffer *connection_output(struct connection *connection);

/* Sends what can be sent now and the rest when there is room. A peer that lets more than the bound
 * pile up loses its connection. */
void connection_flush(struct connection *connection);

/* Reads nothing more; closes once all output is written. */
void connection_finish(struct connection *connection);

#endif
