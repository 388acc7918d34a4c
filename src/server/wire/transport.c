/* SPDX-License-Identifier: MIT */
#include "transport.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

/* Standard output may be shared with other programs, so it is not ours to make non-blocking: a pipe
 * that polls writable takes PIPE_BUF bytes without blocking (pipe(7)). */
static ssize_t pipe_write(int descriptor, const void *bytes, size_t length)
{
    struct pollfd room = {.fd = descriptor, .events = POLLOUT};
    if (poll(&room, 1, 0) == 0) {
        errno = EAGAIN;
        return -1;
    }
    return write(descriptor, bytes, length < PIPE_BUF ? length : PIPE_BUF);
}

static ssize_t socket_write(int descriptor, const void *bytes, size_t length)
{
    return send(descriptor, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static ssize_t socket_read(int descriptor, void *bytes, size_t room)
{
    return recv(descriptor, bytes, room, MSG_DONTWAIT);
}

/* Each frame costs time, however short it is: so many bytes of them are read in a slice of the
 * loop, which is a millisecond's work. */
#define HTTP_READ_BYTES 8192

static ssize_t http_read(int descriptor, void *bytes, size_t room)
{
    return socket_read(descriptor, bytes, room < HTTP_READ_BYTES ? room : HTTP_READ_BYTES);
}

static void socket_end(int descriptor)
{
    shutdown(descriptor, SHUT_WR);
}

const struct transport transport_pipe = {read, pipe_write, NULL};
const struct transport transport_socket = {socket_read, socket_write, NULL};
const struct transport transport_http = {http_read, socket_write, socket_end};
