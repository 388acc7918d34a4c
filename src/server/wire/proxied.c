/* SPDX-License-Identifier: MIT */
#include "proxied.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "address.h"
#include "compiler.h"
#include "log.h"
#include "loop_share.h"

static bool read_address(int family, const char *text, struct sockaddr_storage *address)
{
    if (family == AF_INET) {
        struct sockaddr_in *four = (void *)address;
        *four = (struct sockaddr_in){.sin_family = AF_INET};
        return inet_pton(family, text, &four->sin_addr) == 1;
    }
    struct sockaddr_in6 *six = (void *)address;
    *six = (struct sockaddr_in6){.sin6_family = AF_INET6};
    return inet_pton(family, text, &six->sin6_addr) == 1;
}

static bool is_port(const char *text)
{
    const size_t length = strlen(text);
    return length >= 1 && length <= 5 && strspn(text, "0123456789") == length &&
           strtol(text, NULL, 10) <= UINT16_MAX;
}

bool proxy_line_read(char *line, struct sockaddr_storage *client)
{
    const char *words[6];
    int count = 0;
    struct sockaddr_storage server;
    *client = (struct sockaddr_storage){.ss_family = AF_UNSPEC};
    while (line && count < LENGTH(words)) {
        words[count++] = strsep(&line, " ");
    }
    if (count < 2 || strcmp(words[0], "PROXY") != 0) {
        return false;
    }
    if (strcmp(words[1], "UNKNOWN") == 0) {
        return true; /* the rest of the line must be ignored */
    }
    const int family = strcmp(words[1], "TCP4") == 0   ? AF_INET
                       : strcmp(words[1], "TCP6") == 0 ? AF_INET6
                                                       : AF_UNSPEC;
    return family != AF_UNSPEC && count == LENGTH(words) && !line &&
           read_address(family, words[2], client) && read_address(family, words[3], &server) &&
           is_port(words[4]) && is_port(words[5]);
}

/* The protocol requires at least 3 s, so that a lost packet can be retransmitted. */
#define LINE_SECONDS 3.0

/* The most connections that wait for their line. */
#define WAITING_MOST 64

struct waiting {
    struct proxied *all;
    struct ev_io readable; /* active while the place is in use */
    struct ev_timer limit;
    struct sockaddr_storage proxy;
    char line[PROXY_LINE_ROOM];
    int length;
};

struct proxied {
    struct ev_loop *loop;
    proxied_known *known;
    void *owner;
    struct waiting waiting[WAITING_MOST];
    int next; /* the place of the next connection */
};

/* Frees the connection's place; the caller then owns the descriptor. */
static int leave(struct waiting *waiting)
{
    ev_io_stop(waiting->all->loop, &waiting->readable);
    ev_timer_stop(waiting->all->loop, &waiting->limit);
    return waiting->readable.fd;
}

static void drop(struct waiting *waiting, const char *why)
{
    char name[64];
    address_name((const struct sockaddr *)&waiting->proxy, name, sizeof name);
    log_line(LOG_LEVEL_WARNING, "%s: the first line of the PROXY protocol %s", name, why);
    close(leave(waiting));
}

/* The line is complete, with its LF. */
static void conclude(struct waiting *waiting)
{
    struct proxied *proxied = waiting->all;
    const int end = waiting->length - 2;
    struct sockaddr_storage client;
    bool ended = end >= 0 && waiting->line[end] == '\r';
    waiting->line[ended ? end : 0] = '\0';
    if (!ended || memchr(waiting->line, '\0', (size_t)end) ||
        !proxy_line_read(waiting->line, &client)) {
        drop(waiting, "is wrong: expected such as 'PROXY TCP4 192.0.2.7 192.0.2.1 56324 7000'");
        return;
    }
    const struct sockaddr_storage whose = client.ss_family == AF_UNSPEC ? waiting->proxy : client;
    proxied->known(proxied->owner, leave(waiting), &whose);
}

/* Reads the bytes of the line, and nothing after it. */
static void on_readable(struct ev_loop *loop UNUSED, struct ev_io *watcher, int events UNUSED)
{
    struct waiting *waiting = watcher->data;
    char *at = waiting->line + waiting->length;
    const size_t room = (size_t)(PROXY_LINE_ROOM - waiting->length);
    ssize_t came = recv(watcher->fd, at, room, MSG_PEEK | MSG_DONTWAIT);
    if (came < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
        return;
    }
    const char *end = came > 0 ? memchr(at, '\n', (size_t)came) : NULL;
    const size_t taken = end ? (size_t)(end - at) + 1 : came > 0 ? (size_t)came : 0;
    if (taken == 0 || recv(watcher->fd, at, taken, MSG_DONTWAIT) != (ssize_t)taken) {
        close(leave(waiting)); /* the proxy has closed it, as a health check does */
        return;
    }
    waiting->length += (int)taken;
    if (end) {
        conclude(waiting);
    } else if (waiting->length == PROXY_LINE_ROOM) {
        drop(waiting, "is too long");
    }
}

static void on_limit(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    drop(watcher->data, "did not come in time");
}

struct proxied *proxied_create(struct ev_loop *loop, proxied_known *known, void *owner)
{
    struct proxied *proxied = calloc(1, sizeof *proxied);
    if (!proxied) {
        return NULL;
    }
    proxied->loop = loop;
    proxied->known = known;
    proxied->owner = owner;
    for (int i = 0; i < WAITING_MOST; i++) {
        struct waiting *waiting = &proxied->waiting[i];
        waiting->all = proxied;
        ev_io_init(&waiting->readable, on_readable, -1, EV_READ);
        ev_timer_init(&waiting->limit, on_limit, 0., 0.);
        waiting->readable.data = waiting->limit.data = waiting;
    }
    return proxied;
}

void proxied_add(struct proxied *proxied, int descriptor, const struct sockaddr_storage *proxy)
{
    struct waiting *waiting = &proxied->waiting[proxied->next];
    proxied->next = (proxied->next + 1) % WAITING_MOST;
    if (ev_is_active(&waiting->readable)) {
        drop(waiting, "did not come before that of many others");
    }
    waiting->proxy = *proxy;
    waiting->length = 0;
    ev_io_set(&waiting->readable, descriptor, EV_READ);
    ev_io_start(proxied->loop, &waiting->readable);
    loop_start_timer(proxied->loop, &waiting->limit, LINE_SECONDS);
}

void proxied_destroy(struct proxied *proxied)
{
    for (int i = 0; proxied && i < WAITING_MOST; i++) {
        if (ev_is_active(&proxied->waiting[i].readable)) {
            close(leave(&proxied->waiting[i]));
        }
    }
    free(proxied);
}
