/* SPDX-License-Identifier: MIT */
/* A connection: a stream's bytes cut into lines, and lines put into a stream. Knows no command. */
#ifndef SERVER_CONNECTION_H
#define SERVER_CONNECTION_H

#include <stdbool.h>

#include "buffer.h"
#include "framing.h"
#include "stream.h"

struct connection;

/* What a connection tells its owner, in its slice of the loop. In each of them the owner may
 * destroy the connection. */
struct connection_owner {
    /* There may be a line to take, or room for answers again, or the owner asked for it. */
    void (*ready)(void *owner);
    /* Nothing goes either way any more; said once. Behind it `ready` comes if it is asked for. */
    void (*closed)(void *owner);
};

/* Takes over the stream (NULL: memory was out already), whose lines have this framing. NULL when
 * memory is out; the stream is then destroyed. */
struct connection *connection_create(struct stream *stream, const struct framing *framing,
                                     const struct connection_owner *calls, void *owner);

/* The budget that input and output may use: where it is spent, a line that does not end is dropped
 * (CONNECTION_STARVED), and little output waits. The owner charges what connection_memory says. */
void connection_limit_by(struct connection *connection, const struct budget *budget);

/* Bytes of memory that it uses. `idle`: frees the buffers that it does not need now. */
size_t connection_memory(struct connection *connection, bool idle);

/* The owner has something to do: `ready` will be called. */
void connection_request_slice(struct connection *connection);

/* The same for updates that nobody waits for: loop_member_request_update. */
void connection_request_update_slice(struct connection *connection);

/* Its share of the loop: stream_loop_member. */
struct loop_member *connection_loop_member(struct connection *connection);

/* Forgets what is not yet written; no further call is made. */
void connection_destroy(struct connection *connection);

/* Bytes of the stream that its owner before read and did not use. */
void connection_feed(struct connection *connection, const char *bytes, size_t length);

enum connection_status {
    CONNECTION_NOTHING,  /* no line for now, or no room for its answer: `ready` will be called */
    CONNECTION_LINE,     /* a line */
    CONNECTION_TOO_LONG, /* a line over the limit was dropped, all but its beginning */
    CONNECTION_STARVED,  /* the same, for there is no memory to hold it */
    CONNECTION_END       /* the peer will send nothing more; said once */
};

/* Whether all bytes that came have been taken as lines: none has begun that did not end. */
bool connection_is_empty(const struct connection *connection);

/* The next line, which may be changed in place and lives until the next call. Nothing more is read
 * from the peer before all lines that came have been taken. */
enum connection_status connection_read_line(struct connection *connection, char **line);

/* Puts the line that was taken last back: nothing is read from the peer before it has been taken
 * again. */
void connection_put_back(struct connection *connection);

/* Where output is put together, whole lines; sent by connection_flush. */
struct buffer *connection_output(struct connection *connection);

/* Whether more may be said: not while the peer leaves too much unread. */
bool connection_has_room(struct connection *connection);

/* Sends what can be sent now and the rest when there is room. A peer that lets more than the bound
 * pile up loses its connection. */
void connection_flush(struct connection *connection);

/* Reads nothing more; closes once all output is written, with a word why where the form has one. */
void connection_finish(struct connection *connection, enum farewell why);

/* Since when the peer leaves output unread, or a line without its end: clock_ns(), 0 if it does
 * not.
 */
int64_t connection_unread_since_ns(const struct connection *connection);
int64_t connection_half_line_since_ns(const struct connection *connection);

/* Closes at once; what is not yet written is lost. */
void connection_abort(struct connection *connection);

#endif
