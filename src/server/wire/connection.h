/* SPDX-License-Identifier: MIT */
/* A connection splits a stream's bytes into lines, and writes lines to the stream. It does not know
 * any command. */
#ifndef SERVER_CONNECTION_H
#define SERVER_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"
#include "stream.h"

struct connection;

enum framing_status {
    FRAMING_OPEN,
    FRAMING_ENDED, /* no more input: the peer has ended, or has violated the protocol, which the
                      framing reports to it */
    FRAMING_FAILED /* allocation fails */
};

/* The reason why the server ends a conversation. */
enum farewell {
    FAREWELL_DONE,      /* the client requested it, or has gone */
    FAREWELL_LEAVING,   /* the server or the admin ends it */
    FAREWELL_NOT_HEARD, /* a limit, or an unknown token */
};

/* The framing of lines in a stream. Without one (NULL), lines are separated by line ends. */
struct framing {
    /* NULL if allocation fails. */
    void *(*create)(void);
    void (*destroy)(void *state);
    /* Reads bytes from the wire. Appends complete lines to `lines`, each ended by LF, and the
     * framing's own answers to `wire`. */
    enum framing_status (*unwrap)(void *state, const char *bytes, size_t length,
                                  struct buffer *lines, struct buffer *wire);
    /* Returns the bytes of memory that the state uses. */
    size_t (*memory)(const void *state);
    /* True if there is an unfinished line. */
    bool (*is_inside)(const void *state);
    /* Moves output, in whole lines, to the wire. */
    void (*wrap)(void *state, struct buffer *said, struct buffer *wire);
    /* Tells the peer that there is no more output. */
    void (*close)(void *state, enum farewell why, struct buffer *wire);
};

/* Takes over the stream (NULL: its allocation failed); the framing is that of its lines. The owner
 * of the stream gives the connection its bytes by connection_feed, and may request slices of it and
 * abort it. NULL if allocation fails; the stream is then destroyed. */
struct connection *connection_create(struct stream *stream, const struct framing *framing,
                                     const struct stream_owner *calls, void *owner);

/* Sets the budget for input and output. When it is exhausted, an unfinished line is dropped
 * (CONNECTION_STARVED), and only a little output may wait. The owner charges the bytes of
 * connection_memory. */
void connection_limit_by(struct connection *connection, const struct budget *budget);

/* Returns the bytes of memory that it uses. If `idle`, first frees the buffers that it does not
 * need now. */
size_t connection_memory(struct connection *connection, bool idle);

/* Drops unwritten output. No callback is called afterwards. */
void connection_destroy(struct connection *connection);

/* Adds bytes of the peer, from which lines may then be read; none: the peer has closed its side. If
 * allocation fails, the stream is aborted. */
void connection_feed(struct connection *connection, const char *bytes, size_t length);

enum connection_status {
    CONNECTION_NOTHING,  /* no line now, or no room for its answer; a slice follows either */
    CONNECTION_LINE,     /* a line */
    CONNECTION_TOO_LONG, /* a line over the limit was dropped, except for its beginning */
    CONNECTION_STARVED,  /* the same, because there is no memory left for it */
    CONNECTION_END       /* the peer has closed its side; returned once */
};

/* True if all bytes have been read as lines, and no unfinished line is left. */
bool connection_is_empty(const struct connection *connection);

/* Reads the next line, which may be changed in place and is valid until the next call. The peer is
 * not read until all its lines have been read here. */
enum connection_status connection_read_line(struct connection *connection, char **line);

/* Puts the last line back. The peer is not read until the line has been read again. */
void connection_put_back(struct connection *connection);

/* Returns the buffer for output, in whole lines; connection_flush sends it. */
struct buffer *connection_output(struct connection *connection);

/* True if more may be output; false while too much output is unread by the peer. */
bool connection_has_room(struct connection *connection);

/* Sends as much as possible now and the rest when there is room. If the unread output exceeds the
 * bound, the connection is closed. */
void connection_flush(struct connection *connection);

/* Stops reading, and closes the connection after all output is written. A framing also sends the
 * reason if it has a code for it. */
void connection_finish(struct connection *connection, enum farewell why);

/* Returns the time since which the peer leaves a line unfinished, as clock_ns(); 0 if it does not.
 */
int64_t connection_half_line_since_ns(const struct connection *connection);

#endif
