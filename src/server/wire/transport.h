/* SPDX-License-Identifier: MIT */
/* How a stream's bytes are carried: a table of functions for each transport. */
#ifndef SERVER_TRANSPORT_H
#define SERVER_TRANSPORT_H

#include <stddef.h>
#include <sys/types.h>

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

#endif
