/* SPDX-License-Identifier: MIT */
/* How lines lie among a stream's bytes, where it is not each line with its end: a table of
 * functions, one table a form. No table (NULL) is each line with its end. */
#ifndef SERVER_FRAMING_H
#define SERVER_FRAMING_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

enum framing_status {
    FRAMING_OPEN,
    FRAMING_ENDED, /* the peer has said all, or broke the rules and is told so: it is not heard more
                    */
    FRAMING_FAILED /* memory is out */
};

/* Why we end a conversation. */
enum farewell {
    FAREWELL_DONE,      /* the client asked for it, or has gone */
    FAREWELL_LEAVING,   /* the server or its operator ends it */
    FAREWELL_NOT_HEARD, /* a limit, or an unknown token */
};

struct framing {
    /* NULL when memory is out. */
    void *(*create)(void);
    void (*destroy)(void *state);
    /* Takes bytes off the wire. Lines that are complete are added to `lines`, each ended by LF;
     * what the form itself has to answer goes to `wire`. */
    enum framing_status (*unwrap)(void *state, const char *bytes, size_t length,
                                  struct buffer *lines, struct buffer *wire);
    /* Bytes of memory that the state uses. */
    size_t (*memory)(const void *state);
    /* Whether a line has begun and not ended. */
    bool (*is_inside)(const void *state);
    /* Moves what is said, whole lines, to the wire. */
    void (*wrap)(void *state, struct buffer *said, struct buffer *wire);
    /* Says that nothing more will be said. */
    void (*close)(void *state, enum farewell why, struct buffer *wire);
};

#endif
