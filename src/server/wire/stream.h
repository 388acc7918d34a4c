/* SPDX-License-Identifier: MIT */
/* A stream: bytes in and bytes out, through a transport, on the loop. Output waits in a buffer, up
 * to a bound. Knows no line and no request. */
#ifndef SERVER_STREAM_H
#define SERVER_STREAM_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "budget.h"
#include "buffer.h"
#include "loop_share.h"

/* How a stream's bytes are carried: a table of functions for each transport. */
struct transport {
    /* As read(2): 0 is the end, -1 with errno an error. Called when the descriptor is readable;
     * must not block then. */
    ssize_t (*read)(int descriptor, void *bytes, size_t room);
    /* As write(2), and never blocks: -1 with EAGAIN when there is no room now. */
    ssize_t (*write)(int descriptor, const void *bytes, size_t length);
    /* Tells the peer that all is written, and gives it time to close its side, so that the last
     * bytes are not lost to a reset. NULL: the descriptor is closed instead. */
    void (*end)(int descriptor);
};

extern const struct transport transport_pipe;   /* pipes, terminals and files */
extern const struct transport transport_socket; /* Unix and TCP sockets */
extern const struct transport transport_http;   /* TCP sockets whose end is agreed upon */

struct stream;

/* What a stream tells its owner, one thing in each of its slices. In each of them the owner may
 * destroy the stream, or give it to another owner. */
struct stream_owner {
    /* Bytes have arrived, which live until the call returns; length 0: the peer has ended. */
    void (*came)(void *owner, const char *bytes, size_t length);
    /* The owner has requested a slice, or output was written and there may be room for more. */
    void (*run)(void *owner);
    /* Nothing goes either way any more. Called once; after it the owner has the slices that it
     * requests. */
    void (*closed)(void *owner);
};

/* Takes over the descriptors (the same one twice for a socket; `in` -1: nothing is ever read). NULL
 * if allocation fails; the descriptors are then closed. */
struct stream *stream_create(struct loop_share *share, int in, int out,
                             const struct transport *transport);

/* Sets the budget whose shortage lowers the bound on unread output, so that no peer keeps memory
 * that others need by not reading. NULL, the initial value: none. */
void stream_limit_by(struct stream *stream, const struct budget *budget);

/* Returns the bytes of memory that it uses, waiting output included. */
size_t stream_memory(const struct stream *stream);

/* Sets the owner. Nothing is read before it asks (stream_want). */
void stream_own(struct stream *stream, const struct stream_owner *calls, void *owner);

/* Requests a slice for the owner. */
void stream_request_slice(struct stream *stream);

/* The same for updates that nobody waits for: loop_member_request_update. */
void stream_request_update_slice(struct stream *stream);

/* Its share of the loop: to join a group, to tell how long a slice should last. Slices are
 * requested by stream_request_slice. */
struct loop_member *stream_loop_member(struct stream *stream);

/* Drops unwritten output and closes the descriptors; no further call is made. NULL is allowed. */
void stream_destroy(struct stream *stream);

/* Sets whether more is to be read. Nothing is while the peer leaves too much unread. */
void stream_want(struct stream *stream, bool more);

/* The buffer that output is put into; sent by stream_flush. */
struct buffer *stream_output(struct stream *stream);

/* True if more may be written: not while the peer leaves too much unread. If it returns false, the
 * owner gets a slice when there is room, however the output was written. */
bool stream_has_room(struct stream *stream);

/* Sends what can be sent now and the rest when there is room. A peer that lets more than the bound
 * pile up loses the stream. */
void stream_flush(struct stream *stream);

/* Reads nothing more; closes once all output is written. */
void stream_finish(struct stream *stream);

/* Closes at once; what is not yet written is lost. */
void stream_abort(struct stream *stream);

/* The time since which the peer leaves output unread: clock_ns(), 0 if it does not. */
int64_t stream_unread_since_ns(const struct stream *stream);

/* The descriptor that is written to. */
int stream_descriptor(const struct stream *stream);

#endif
