/* SPDX-License-Identifier: MIT */
/* A stream: bytes in and bytes out, through a transport, on the loop. What is written waits in a
 * buffer, to a bound. Knows no line and no request. */
#ifndef SERVER_STREAM_H
#define SERVER_STREAM_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>

#include "budget.h"
#include "buffer.h"
#include "loop_share.h"
#include "transport.h"

struct stream;

/* What a stream tells its owner, one thing in each of its slices. In each of them the owner may
 * destroy the stream, or give it to another owner. */
struct stream_owner {
    /* Bytes came, which live until the call returns; length 0: the peer will send nothing more. */
    void (*came)(void *owner, const char *bytes, size_t length);
    /* The owner asked for it, or output was written, and there may be room for more. */
    void (*run)(void *owner);
    /* Nothing goes either way any more; said once. After it the owner has the slices that it
     * requests. */
    void (*closed)(void *owner);
};

/* Takes over the descriptors (the same one twice for a socket; `in` -1: nothing is ever read).
 * NULL when memory is out; the descriptors are then closed. */
struct stream *stream_create(struct loop_share *share, int in, int out,
                             const struct transport *transport);

/* The budget whose shortage lowers the bound on unread output to a small one, so that no peer keeps
 * memory that others need by not reading. NULL: none, as at first. */
void stream_limit_by(struct stream *stream, const struct budget *budget);

/* Bytes of memory that wait in its output, its own included. */
size_t stream_memory(const struct stream *stream);

/* From now on this owner is told. Nothing is read before it asks (stream_want). */
void stream_own(struct stream *stream, const struct stream_owner *calls, void *owner);

/* The owner has something to do, and requests a slice. */
void stream_request_slice(struct stream *stream);

/* The same for updates that nobody waits for: loop_member_request_update. */
void stream_request_update_slice(struct stream *stream);

/* Its share of the loop: to join a group, to tell how long a slice should last. Slices are
 * requested by stream_request_slice. */
struct loop_member *stream_loop_member(struct stream *stream);

/* Forgets what is not yet written, closes the descriptors; no further call is made. NULL is
 * allowed.
 */
void stream_destroy(struct stream *stream);

/* Whether more is to be read. Nothing is while the peer leaves too much unread. */
void stream_want(struct stream *stream, bool more);

/* Where output is put together; sent by stream_flush. */
struct buffer *stream_output(struct stream *stream);

/* Whether more may be written: not while the peer leaves too much unread. Once it was not, the
 * owner has a slice when it may, however the output was written. */
bool stream_has_room(struct stream *stream);

/* Sends what can be sent now and the rest when there is room. A peer that lets more than the bound
 * pile up loses the stream. */
void stream_flush(struct stream *stream);

/* Reads nothing more; closes once all output is written. */
void stream_finish(struct stream *stream);

/* Closes at once; what is not yet written is lost. */
void stream_abort(struct stream *stream);

/* Since when the peer leaves output unread: clock_ns(), 0 if it does not. */
int64_t stream_unread_since_ns(const struct stream *stream);

/* The descriptor that is written to. */
int stream_descriptor(const struct stream *stream);

#endif
