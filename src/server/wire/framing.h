/* SPDX-License-Identifier: MIT */
/* How lines are framed in a stream: a table of functions for each framing. Without one (NULL) each
 * line has its end. */
#ifndef SERVER_FRAMING_H
#define SERVER_FRAMING_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

enum framing_status {
    FRAMING_OPEN,
    FRAMING_ENDED, /* the peer has ended, or broke the rules and is told so: it is not read any more
                    */
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
    /* Reads bytes off the wire. Lines that are complete are appended to `lines`, each ended by LF;
     * the answers of the framing itself go to `wire`. */
    enum framing_status (*unwrap)(void *state, const char *bytes, size_t length,
                                  struct buffer *lines, struct buffer *wire);
    /* Bytes of memory that the state uses. */
    size_t (*memory)(const void *state);
    /* True if a line has begun and not ended. */
    bool (*is_inside)(const void *state);
    /* Moves output, whole lines, to the wire. */
    void (*wrap)(void *state, struct buffer *said, struct buffer *wire);
    /* Tells the peer that there is no more output. */
    void (*close)(void *state, enum farewell why, struct buffer *wire);
};

#endif
