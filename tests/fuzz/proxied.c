/* SPDX-License-Identifier: MIT */
/* Fuzzes the first line of a proxy. The same bytes must give the same client address whatever
 * pieces they arrive in, and bytes after the line must be left in the socket. The first byte is the
 * size of the pieces. */
#include "proxied.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "address.h"
#include "buffer.h"
#include "log.h"
#include "target.h"

/* More than the longest line. A socket has room for so many pieces of one byte. */
#define BYTES_MOST 200

struct heard {
    bool known;
    int descriptor;
    char name[64];
};

static void on_known(void *owner, int descriptor, const struct sockaddr_storage *client)
{
    struct heard *heard = owner;
    EXPECT(!heard->known);
    heard->known = true;
    heard->descriptor = descriptor;
    address_name((const struct sockaddr *)client, heard->name, sizeof heard->name);
}

/* Sends the bytes over a connection in pieces of this size and appends what happens to the
 * connection. */
static void connect_and_say(const uint8_t *bytes, size_t length, size_t piece, struct buffer *out)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct heard heard = {.known = false};
    struct proxied *proxied = proxied_create(loop, on_known, &heard);
    const struct sockaddr_storage proxy = {.ss_family = AF_INET};
    char rest[BYTES_MOST];
    bool waits = false; /* the loop still has something to do */
    int ends[2];
    EXPECT(proxied && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    proxied_add(proxied, ends[0], &proxy);
    for (size_t at = 0; at < length; at += piece) {
        const size_t size = length - at < piece ? length - at : piece;
        ssize_t sent = send(ends[1], bytes + at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        EXPECT(sent == (ssize_t)size || errno == EPIPE || errno == ECONNRESET);
        waits = ev_run(loop, EVRUN_NOWAIT);
    }
    if (heard.known) {
        ssize_t left = recv(heard.descriptor, rest, sizeof rest, MSG_DONTWAIT);
        left = left > 0 ? left : 0;
        EXPECT(memcmp(rest, bytes + length - left, (size_t)left) == 0);
        EXPECT(left < (ssize_t)length && memcmp(bytes, "PROXY ", 6) == 0);
        buffer_printf(out, "%s, %zd bytes behind", heard.name, left);
        close(heard.descriptor);
    } else {
        buffer_puts(out, waits ? "waits" : "closed");
    }
    proxied_destroy(proxied);
    ev_loop_destroy(loop);
    close(ends[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct buffer whole = {0}, pieces = {0};
    log_set_level(LOG_LEVEL_ERROR);
    if (length > 1 && length <= BYTES_MOST) {
        connect_and_say(bytes + 1, length - 1, length, &whole);
        connect_and_say(bytes + 1, length - 1, 1u + bytes[0], &pieces);
        if (strcmp(buffer_text(&whole), buffer_text(&pieces)) != 0) {
            fprintf(stderr, "whole: %s; in pieces: %s\n", buffer_text(&whole),
                    buffer_text(&pieces));
            EXPECT(false);
        }
    }
    buffer_finish(&whole);
    buffer_finish(&pieces);
    return 0;
}
