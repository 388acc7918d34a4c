/* SPDX-License-Identifier: MIT */
/* The framing of lines in a stream: a table of functions for each framing. Without one (NULL),
 * lines are separated by line ends. */
#ifndef SERVER_FRAMING_H
#define SERVER_FRAMING_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

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

#endif
