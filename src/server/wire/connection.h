/* SPDX-License-Identifier: MIT */
/* A connection cuts a stream's bytes into lines, and puts lines into the stream. It knows no
 * command. */
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
    /* A line may be available, or room for answers again, or the owner has requested a slice. */
    void (*ready)(void *owner);
    /* Nothing goes either way any more. Called once; after it `ready` is called if a slice is
     * requested. */
    void (*closed)(void *owner);
};

/* Takes over the stream (NULL: its allocation failed), whose lines have this framing. NULL if
 * allocation fails; the stream is then destroyed. */
struct connection *connection_create(struct stream *stream, const struct framing *framing,
                                     const struct connection_owner *calls, void *owner);

/* Sets the budget that input and output may use. When it is spent, a line that does not end is
 * dropped (CONNECTION_STARVED), and little output may wait. The owner charges the bytes of
 * connection_memory. */
void connection_limit_by(struct connection *connection, const struct budget *budget);

/* Returns the bytes of memory that it uses. `idle`: frees the buffers that it does not need now. */
size_t connection_memory(struct connection *connection, bool idle);

/* Requests a slice for the owner: `ready` will be called. */
void connection_request_slice(struct connection *connection);

/* The same for updates that nobody waits for: loop_member_request_update. */
void connection_request_update_slice(struct connection *connection);

/* Its share of the loop: stream_loop_member. */
struct loop_member *connection_loop_member(struct connection *connection);

/* Drops unwritten output; no further call is made. */
void connection_destroy(struct connection *connection);

/* Feeds bytes that the previous owner of the stream has read and not used. */
void connection_feed(struct connection *connection, const char *bytes, size_t length);

enum connection_status {
    CONNECTION_NOTHING,  /* no line now, or no room for its answer: `ready` will be called */
    CONNECTION_LINE,     /* a line */
    CONNECTION_TOO_LONG, /* a line over the limit was dropped, all but its beginning */
    CONNECTION_STARVED,  /* the same, because no memory is left to hold it */
    CONNECTION_END       /* the peer has ended; returned once */
};

/* True if all bytes were read as lines: none has begun that did not end. */
bool connection_is_empty(const struct connection *connection);

/* Reads the next line, which may be changed in place and lives until the next call. The peer is not
 * read before all its lines have been read here. */
enum connection_status connection_read_line(struct connection *connection, char **line);

/* Puts the last line back: the peer is not read before it has been read again. */
void connection_put_back(struct connection *connection);

/* The buffer that output is put into, whole lines; sent by connection_flush. */
struct buffer *connection_output(struct connection *connection);

/* True if more may be output: not while the peer leaves too much unread. */
bool connection_has_room(struct connection *connection);

/* Sends what can be sent now and the rest when there is room. A peer that lets more than the bound
 * pile up loses its connection. */
void connection_flush(struct connection *connection);

/* Reads nothing more; closes once all output is written, with the reason if the framing has a word
 * for it. */
void connection_finish(struct connection *connection, enum farewell why);

/* The time since which the peer leaves output unread, or a line without its end: clock_ns(), 0 if
 * it does not. */
int64_t connection_unread_since_ns(const struct connection *connection);
int64_t connection_half_line_since_ns(const struct connection *connection);

/* Closes at once; what is not yet written is lost. */
void connection_abort(struct connection *connection);

#endif
