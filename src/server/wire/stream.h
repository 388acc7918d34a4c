/* SPDX-License-Identifier: MIT */
/* A stream: bytes in and bytes out, over a transport, on the loop. Output waits in a buffer of
 * limited size. It does not know any line or request. */
#ifndef SERVER_STREAM_H
#define SERVER_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "budget.h"
#include "buffer.h"
#include "loop_share.h"

/* How a stream's bytes are carried: a table of functions for each transport. */
struct transport {
    /* Like read(2): 0 is the end, -1 with errno an error. Called when the descriptor is readable,
     * and must not block then. */
    ssize_t (*read)(int descriptor, void *bytes, size_t room);
    /* Like write(2), but never blocks: -1 with EAGAIN if there is no room now. */
    ssize_t (*write)(int descriptor, const void *bytes, size_t length);
    /* Tells the peer that everything is written, and gives it time to close its side, so that a
     * reset does not destroy the last bytes. NULL: the descriptor is closed instead. */
    void (*end)(int descriptor);
};

extern const struct transport transport_pipe;   /* pipes, terminals and files */
extern const struct transport transport_socket; /* Unix and TCP sockets */
extern const struct transport transport_http;   /* TCP sockets that both sides close in agreement */

struct stream;

/* The callbacks of a stream's owner. Each slice calls one of them. The owner may destroy the stream
 * in each of them, or give it to another owner. */
struct stream_owner {
    /* Bytes have arrived, valid until the call returns; length 0: the peer has closed its side. */
    void (*came)(void *owner, const char *bytes, size_t length);
    /* The owner has requested a slice, or output was written and there may be more room. */
    void (*run)(void *owner);
    /* The stream is closed in both directions. Called once. Later, the owner still gets the slices
     * that it requests. */
    void (*closed)(void *owner);
};

/* Takes over the descriptors (the same one twice for a socket; `in` -1: no input). NULL if
 * allocation fails; the descriptors are then closed. */
struct stream *stream_create(struct loop_share *share, int in, int out,
                             const struct transport *transport);

/* Sets a budget. If it is nearly exhausted, less unread output is allowed, so that a peer that does
 * not read cannot hold memory that others need. NULL, the initial value: none. */
void stream_limit_by(struct stream *stream, const struct budget *budget);

/* Returns the bytes of memory that it uses, including waiting output. */
size_t stream_memory(const struct stream *stream);

/* Sets the owner. Nothing is read until the owner requests input (stream_want). */
void stream_own(struct stream *stream, const struct stream_owner *calls, void *owner);

/* Requests a slice for the owner. */
void stream_request_slice(struct stream *stream);

/* Requests a slice for updates that nobody waits for: see loop_member_request_update. */
void stream_request_update_slice(struct stream *stream);

/* Requests a slice for the owner when this many seconds have passed. True until then. Other slices
 * may come earlier. */
void stream_pause(struct stream *stream, double seconds);
bool stream_is_paused(struct stream *stream);

/* Returns its share of the loop: to join a group, and to find how long a slice may last. Use
 * stream_request_slice to request slices. */
struct loop_member *stream_loop_member(struct stream *stream);

/* Drops unwritten output and closes the descriptors. No callback is called afterwards. NULL is
 * allowed. */
void stream_destroy(struct stream *stream);

/* Sets whether to read more input. None is read while too much output is unread by the peer. */
void stream_want(struct stream *stream, bool more);

/* Returns the buffer for output; stream_flush sends it. */
struct buffer *stream_output(struct stream *stream);

/* True if more may be written; false while too much output is unread by the peer. After false, the
 * owner gets a slice when there is room, however the output was written. */
bool stream_has_room(struct stream *stream);

/* Sends as much as possible now and the rest when there is room. If the unread output exceeds the
 * bound, the stream is closed. */
void stream_flush(struct stream *stream);

/* Stops reading, and closes after all output is written. */
void stream_finish(struct stream *stream);

/* Closes at once. Unwritten output is lost. */
void stream_abort(struct stream *stream);

/* Returns the time since which the peer leaves output unread, as clock_ns(); 0 if it does not. */
int64_t stream_unread_since_ns(const struct stream *stream);

/* Returns the descriptor for output. */
int stream_descriptor(const struct stream *stream);

#endif
