/* SPDX-License-Identifier: MIT */
#include "listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "address.h"
#include "clock.h"
#include "compiler.h"
#include "log.h"
#include "loop_share.h"
#include "proxied.h"

/* Clients that may wait to be accepted; the system also has its own limit (somaxconn). */
#define BACKLOG 4096

/* The most clients accepted in one iteration of the loop. */
#define ACCEPT_BURST 8

/* Accepting may use one part in this many of the loop's time. A client that connects and leaves at
 * once costs three times as much elsewhere. This allows some thousands of clients a second. */
#define ACCEPT_PART 12

/* How long to wait after a failure of accept(2). The cause may persist, or it may be an error of
 * one client's network, for which others should not wait long. */
#define FAILURE_SECONDS 0.01

struct listener {
    struct ev_loop *loop;
    struct ev_io readable;
    struct ev_timer again; /* no client is accepted until it expires */
    struct loop_quota quota;
    bool paused;
    listener_accepted *accepted;
    void *owner;
    struct proxied *proxied; /* clients connect through it; NULL: directly */
    char *path;              /* of a Unix socket that listener_close removes; otherwise NULL */
    dev_t device;
    ino_t inode; /* of its file, because another server may have replaced it */
};

static void rest(struct listener *listener, double seconds)
{
    ev_io_stop(listener->loop, &listener->readable);
    loop_start_timer(listener->loop, &listener->again, seconds);
}

/* Accepts up to as many clients as are allowed in one iteration of the loop. */
static void accept_burst(struct listener *listener)
{
    struct ev_io *watcher = &listener->readable;
    for (int i = 0; i < ACCEPT_BURST && ev_is_active(watcher); i++) {
        struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
        socklen_t length = sizeof address;
        int client = accept4(watcher->fd, (struct sockaddr *)&address, &length, SOCK_CLOEXEC);
        if (client >= 0) {
            int on = 1;
            /* Fails on Unix sockets, which do not delay. */
            setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            setsockopt(client, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
            if (listener->proxied) {
                proxied_add(listener->proxied, client, &address);
            } else {
                listener->accepted(listener->owner, client, &address);
            }
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            listener->accepted(listener->owner, -1, NULL);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        } else if (errno != ECONNABORTED && errno != EINTR) {
            log_line(LOG_LEVEL_WARNING, "cannot accept a client: %s", strerror(errno));
            rest(listener, FAILURE_SECONDS);
        }
    }
}

/* Charges the time since `begin_ns` to accepting; `used_before_ns` is the processor time used
 * before. Accepting pauses if it has used more than its part. */
static void charge(struct listener *listener, int64_t begin_ns, int64_t used_before_ns)
{
    const int64_t used_ns = clock_thread_ns() - used_before_ns;
    double seconds = loop_quota_rest(&listener->quota, ACCEPT_PART, begin_ns, clock_ns(), used_ns);
    if (seconds > 0. && !ev_is_active(&listener->again)) {
        rest(listener, seconds);
    }
}

static void on_readable(struct ev_loop *loop UNUSED, struct ev_io *watcher, int events UNUSED)
{
    const int64_t begin = clock_ns(), used_before = clock_thread_ns();
    accept_burst(watcher->data);
    charge(watcher->data, begin, used_before);
}

/* A proxy has reported the client of a connection. */
static void on_known(void *owner, int descriptor, const struct sockaddr_storage *client)
{
    struct listener *listener = owner;
    const int64_t begin = clock_ns(), used_before = clock_thread_ns();
    listener->accepted(listener->owner, descriptor, client);
    charge(listener, begin, used_before);
}

static void on_again(struct ev_loop *loop, struct ev_timer *watcher, int events UNUSED)
{
    struct listener *listener = watcher->data;
    if (!listener->paused) {
        ev_io_start(loop, &listener->readable);
    }
}

void listener_pause(struct listener *listener)
{
    listener->paused = true;
    ev_io_stop(listener->loop, &listener->readable);
}

void listener_resume(struct listener *listener)
{
    listener->paused = false;
    if (!ev_is_active(&listener->again)) {
        ev_io_start(listener->loop, &listener->readable);
    }
}

/* Removes the file of a Unix socket if no process listens on it. */
static void remove_stale(const struct sockaddr_un *address)
{
    struct stat status;
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe >= 0 && stat(address->sun_path, &status) == 0 && S_ISSOCK(status.st_mode) &&
        connect(probe, (const struct sockaddr *)address, sizeof *address) != 0 &&
        errno == ECONNREFUSED) {
        unlink(address->sun_path);
    }
    if (probe >= 0) {
        close(probe);
    }
}

/* Sets the permissions and the group of the file. */
static bool set_file(const char *path, const struct listener_rules *rules, struct error *error)
{
    const struct group *group = rules->group ? getgrnam(rules->group) : NULL;
    if (rules->group && !group) {
        return error_set(error, "--socket-group %s: there is no such group", rules->group);
    }
    if ((group && chown(path, (uid_t)-1, group->gr_gid) != 0) || chmod(path, rules->mode) != 0) {
        return error_set(error, "unix:%s: cannot set its mode or group: %s", path, strerror(errno));
    }
    return true;
}

static int open_unix(const char *path, const struct listener_rules *rules, struct error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) == 0 || strlen(path) >= sizeof address.sun_path) {
        error_set(error, "unix:%s: a path has 1 to %zu characters", path,
                  sizeof address.sun_path - 1);
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    remove_stale(&address);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    /* No other user may connect until the file has its permissions. */
    mode_t mask = umask(0177);
    bool bound =
        descriptor >= 0 && bind(descriptor, (const struct sockaddr *)&address, sizeof address) == 0;
    umask(mask);
    if (!bound || !set_file(path, rules, error) || listen(descriptor, BACKLOG) != 0) {
        if (!bound) {
            error_set(error, "cannot listen on unix:%s: %s", path, strerror(errno));
        }
        if (descriptor >= 0) {
            close(descriptor);
        }
        return -1;
    }
    return descriptor;
}

/* Splits `HOST:PORT` or `[HOST]:PORT`. */
static bool split_address(const char *text, char *host, size_t room, const char **port)
{
    const char *colon = strrchr(text, ':');
    if (!colon || colon == text || !colon[1]) {
        return false;
    }
    bool bracketed = text[0] == '[' && colon[-1] == ']';
    const char *first = text + bracketed;
    size_t length = (size_t)(colon - bracketed - first);
    if (length == 0 || length >= room) {
        return false;
    }
    memcpy(host, first, length);
    host[length] = '\0';
    *port = colon + 1;
    char *end;
    long number = strtol(*port, &end, 10);
    return !*end && **port >= '0' && **port <= '9' && number <= UINT16_MAX;
}

static int bind_tcp(const struct addrinfo *found)
{
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int on = 1;
    if (descriptor >= 0 && (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
                            bind(descriptor, found->ai_addr, found->ai_addrlen) != 0 ||
                            listen(descriptor, BACKLOG) != 0)) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

/* `scheme` is "tcp" or "http", for messages. */
static int open_tcp(const char *scheme, const char *text, const struct listener_rules *rules,
                    struct error *error)
{
    char host[128];
    const char *port;
    if (!split_address(text, host, sizeof host, &port)) {
        error_set(error,
                  "%s:%s: expected %s:HOST:PORT with a port from 0 to 65535, such as "
                  "%s:127.0.0.1:7000",
                  scheme, text, scheme, scheme);
        return -1;
    }
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int failure = getaddrinfo(host, port, &hints, &found);
    int descriptor = -1;
    if (failure) {
        error_set(error, "%s:%s: %s", scheme, text, gai_strerror(failure));
    } else if (!rules->beyond_loopback && !address_is_loopback(found->ai_addr)) {
        error_set(error, "%s:%s: beyond loopback (127.0.0.1, [::1]) --token-file is needed", scheme,
                  text);
    } else {
        descriptor = bind_tcp(found);
        if (descriptor < 0) {
            error_set(error, "cannot listen on %s:%s: %s", scheme, text, strerror(errno));
        }
    }
    if (found) {
        freeaddrinfo(found);
    }
    return descriptor;
}

bool listener_is_tcp(int descriptor)
{
    struct sockaddr_storage address = address_own(descriptor);
    return address.ss_family == AF_INET || address.ss_family == AF_INET6;
}

/* True for a Unix or TCP socket that listens. */
static bool is_listening(int descriptor)
{
    int listens = 0;
    socklen_t length = sizeof listens;
    return (listener_is_tcp(descriptor) || address_own(descriptor).ss_family == AF_UNIX) &&
           getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens;
}

/* Begins to listen on the descriptor, or closes it. */
static struct listener *adopt(struct ev_loop *loop, int descriptor,
                              const struct listener_rules *rules, struct error *error)
{
    const struct sockaddr_storage address = address_own(descriptor);
    struct listener *listener = NULL;
    if (!is_listening(descriptor)) {
        error_set(error, "descriptor %d: expected a Unix or TCP socket that listens", descriptor);
    } else if (listener_is_tcp(descriptor) && !rules->beyond_loopback &&
               !address_is_loopback((const struct sockaddr *)&address)) {
        error_set(error, "a TCP socket beyond loopback (127.0.0.1, [::1]) needs --token-file");
    } else if (!(listener = calloc(1, sizeof *listener))) {
        error_set(error, "out of memory for a listener");
    }
    if (!listener) {
        close(descriptor);
        return NULL;
    }
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    listener->loop = loop;
    ev_io_init(&listener->readable, on_readable, descriptor, EV_READ);
    ev_timer_init(&listener->again, on_again, 0., 0.);
    listener->readable.data = listener->again.data = listener;
    ev_io_start(loop, &listener->readable);
    return listener;
}

/* Returns the part of an address after the prefix; NULL if it does not have this prefix. */
static const char *skip(const char *address, const char *prefix)
{
    const size_t length = strlen(prefix);
    return strncmp(address, prefix, length) == 0 ? address + length : NULL;
}

bool listener_is_http(const char *address)
{
    return skip(address, "http:") || skip(address, "proxy:http:");
}

/* Returns a descriptor that listens at the address, or -1. */
static int open_address(const char *address, const struct listener_rules *rules,
                        struct error *error)
{
    const char *behind_proxy = skip(address, "proxy:");
    const char *at = behind_proxy ? behind_proxy : address;
    if (skip(at, "tcp:")) {
        return open_tcp("tcp", skip(at, "tcp:"), rules, error);
    }
    if (skip(at, "http:")) {
        return open_tcp("http", skip(at, "http:"), rules, error);
    }
    /* A Unix socket cannot identify the user of a client behind a proxy. */
    if (skip(address, "unix:")) {
        return open_unix(skip(address, "unix:"), rules, error);
    }
    error_set(error,
              "--listen %s: expected unix:PATH, tcp:HOST:PORT, http:HOST:PORT, "
              "proxy:tcp:HOST:PORT or proxy:http:HOST:PORT",
              address);
    return -1;
}

struct listener *listener_open(struct ev_loop *loop, const char *address, int descriptor,
                               const struct listener_rules *rules, listener_accepted *accepted,
                               void *owner, struct error *error)
{
    descriptor = address ? open_address(address, rules, error) : descriptor;
    struct listener *listener = descriptor >= 0 ? adopt(loop, descriptor, rules, error) : NULL;
    if (!listener) {
        return NULL;
    }
    listener->accepted = accepted;
    listener->owner = owner;
    const char *path = address ? skip(address, "unix:") : NULL;
    struct stat status;
    if (path && stat(path, &status) == 0) {
        listener->path = strdup(path);
        listener->device = status.st_dev;
        listener->inode = status.st_ino;
    }
    if (address && skip(address, "proxy:")) {
        listener->proxied = proxied_create(loop, on_known, listener);
        if (!listener->proxied) {
            error_set(error, "out of memory for a listener");
            listener_close(listener);
            return NULL;
        }
    }
    return listener;
}

int listener_port(const struct listener *listener)
{
    struct sockaddr_storage address = address_own(listener->readable.fd);
    if (address.ss_family == AF_INET) {
        return ntohs(((const struct sockaddr_in *)(const void *)&address)->sin_port);
    }
    if (address.ss_family == AF_INET6) {
        return ntohs(((const struct sockaddr_in6 *)(const void *)&address)->sin6_port);
    }
    return 0;
}

void listener_close(struct listener *listener)
{
    if (!listener) {
        return;
    }
    ev_io_stop(listener->loop, &listener->readable);
    ev_timer_stop(listener->loop, &listener->again);
    close(listener->readable.fd);
    proxied_destroy(listener->proxied);
    struct stat status;
    if (listener->path && stat(listener->path, &status) == 0 && status.st_ino == listener->inode &&
        status.st_dev == listener->device) {
        unlink(listener->path);
    }
    free(listener->path);
    free(listener);
}

int listener_inherited(uint64_t *http)
{
    const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    const char *name = getenv("LISTEN_FDNAMES");
    int sockets = 0;
    *http = 0;
    for (int i = 0; name && i < 64; i++) {
        size_t length = strcspn(name, ":");
        if (length == 4 && memcmp(name, "http", 4) == 0) {
            *http |= UINT64_C(1) << i;
        }
        name = name[length] ? name + length + 1 : NULL;
    }
    if (process && count && strtol(process, NULL, 10) == (long)getpid()) {
        sockets = (int)strtol(count, NULL, 10);
    }
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    return sockets > 0 ? sockets : 0;
}
