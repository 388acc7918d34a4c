#include "peer.h"

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buffer.h"
#include "clock.h"
#include "line.h"

/* Bytes taken at one go: a peer that floods us must let the others and the clocks have their turn.
 */
#define READ_BYTES 65536

/* How long a program that closed its output has to end, so that we can say how it ended. */
#define END_STATUS_WAIT_S 0.3

struct peer {
    struct ev_loop *loop;
    struct peer_handlers handlers;
    void *context;
    int input, output; /* descriptors: to the peer, from the peer; -1 when closed */
    ev_io readable, writable;
    ev_child child;
    ev_timer timer;
    pid_t pid; /* 0: a socket, or reaped */
    struct line_reader lines;
    struct buffer queue;
    int busy;       /* depth of calls that still need this memory */
    bool finishing; /* the input ends when the queue is written */
    bool released;  /* nobody listens */
    bool ended;     /* `closed` was told */
};

static void try_to_free(struct peer *peer)
{
    if (!peer->released || peer->busy > 0 || peer->pid > 0 || peer->input >= 0) {
        return;
    }
    ev_timer_stop(peer->loop, &peer->timer);
    ev_io_stop(peer->loop, &peer->readable);
    if (peer->output >= 0) {
        close(peer->output);
    }
    line_reader_finish(&peer->lines);
    buffer_finish(&peer->queue);
    free(peer);
}

static void close_input(struct peer *peer)
{
    ev_io_stop(peer->loop, &peer->writable);
    if (peer->input >= 0 && peer->input != peer->output) {
        close(peer->input);
    } else if (peer->input >= 0) {
        shutdown(peer->input, SHUT_WR);
    }
    peer->input = -1;
    buffer_clear(&peer->queue);
}

static void close_output(struct peer *peer)
{
    ev_io_stop(peer->loop, &peer->readable);
    if (peer->output >= 0) {
        close(peer->output);
    }
    peer->output = -1;
}

static void say_closed(struct peer *peer, const char *reason)
{
    if (!peer->ended && !peer->released) {
        peer->ended = true;
        ev_timer_stop(peer->loop, &peer->timer);
        peer->handlers.closed(peer->context, reason);
    }
}

static void deliver_lines(struct peer *peer, int64_t when_ns)
{
    char *line;
    enum line_status status;
    while (!peer->released && (status = line_reader_next(&peer->lines, &line)) != LINE_NONE) {
        if (status == LINE_READY) {
            peer->handlers.line(peer->context, line, when_ns);
        }
    }
}

/* Reads once; false at the end of the output. */
static bool read_some(struct peer *peer, bool *more)
{
    static _Thread_local char bytes[READ_BYTES];
    int64_t now = clock_ns();
    ssize_t count = read(peer->output, bytes, sizeof bytes);
    *more = count == (ssize_t)sizeof bytes;
    if (count < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    if (count > 0 && !peer->released && peer->handlers.bytes) {
        peer->handlers.bytes(peer->context, bytes, (size_t)count);
    }
    if (count > 0 && !peer->released && line_reader_feed(&peer->lines, bytes, (size_t)count)) {
        deliver_lines(peer, now);
    }
    return count > 0;
}

static void on_readable(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct peer *peer = watcher->data;
    (void)events;
    bool more;
    peer->busy++;
    if (!read_some(peer, &more)) {
        close_input(peer); /* first: a socket is both, and closed as output */
        close_output(peer);
        if (peer->pid > 0 && !peer->released) {
            ev_timer_set(&peer->timer, END_STATUS_WAIT_S, 0);
            ev_timer_start(loop, &peer->timer);
        } else if (peer->pid == 0) {
            say_closed(peer, "closed the connection");
        }
    }
    peer->busy--;
    try_to_free(peer);
}

static void on_timer(struct ev_loop *loop, ev_timer *watcher, int events)
{
    struct peer *peer = watcher->data;
    (void)loop;
    (void)events;
    if (peer->released) {
        if (peer->pid > 0) {
            kill(-peer->pid, SIGKILL);
        }
        close_input(peer);
        try_to_free(peer);
    } else {
        say_closed(peer, "closed its output");
    }
}

static void describe_end(int status, struct error *reason)
{
    if (WIFSIGNALED(status)) {
        error_set(reason, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else {
        error_set(reason, "ended with status %d", WEXITSTATUS(status));
    }
}

static void on_child(struct ev_loop *loop, ev_child *watcher, int events)
{
    struct peer *peer = watcher->data;
    (void)events;
    ev_child_stop(loop, watcher);
    peer->busy++;
    kill(-peer->pid, SIGKILL); /* whatever it started goes with it */
    peer->pid = 0;
    close_input(peer);
    bool more = true;
    while (peer->output >= 0 && more && read_some(peer, &more)) {
    }
    close_output(peer);
    struct error reason;
    describe_end(watcher->rstatus, &reason);
    say_closed(peer, reason.text);
    peer->busy--;
    try_to_free(peer);
}

/* Writes what can be written now; false when the peer takes no more. */
static void flush(struct peer *peer)
{
    while (buffer_length(&peer->queue) > 0) {
        ssize_t count = write(peer->input, buffer_text(&peer->queue), buffer_length(&peer->queue));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0 && errno == EAGAIN) {
            ev_io_start(peer->loop, &peer->writable);
            return;
        }
        if (count < 0) {
            close_input(peer); /* its end will be told when its output ends */
            return;
        }
        buffer_consume(&peer->queue, (size_t)count);
    }
    ev_io_stop(peer->loop, &peer->writable);
    if (peer->finishing) {
        close_input(peer);
    }
}

static void on_writable(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct peer *peer = watcher->data;
    (void)loop;
    (void)events;
    flush(peer);
    try_to_free(peer);
}

void peer_send(struct peer *peer, const void *bytes, size_t length)
{
    if (peer->input >= 0 && !peer->finishing) {
        buffer_append(&peer->queue, bytes, length);
        flush(peer);
    }
}

void peer_finish_input(struct peer *peer)
{
    peer->finishing = true;
    if (peer->input >= 0) {
        flush(peer);
    }
}

void peer_abandon(struct peer *peer)
{
    peer->finishing = true;
    close_input(peer);
    close_output(peer);
}

int peer_process(const struct peer *peer)
{
    return (int)peer->pid;
}

void peer_release(struct peer *peer, double grace_s)
{
    if (!peer) {
        return;
    }
    peer->released = true;
    peer_finish_input(peer);
    ev_timer_stop(peer->loop, &peer->timer);
    ev_timer_set(&peer->timer, grace_s, 0);
    ev_timer_start(peer->loop, &peer->timer);
    try_to_free(peer);
}

static void set_flags(int descriptor)
{
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

static struct peer *peer_create(struct ev_loop *loop, int input, int output, pid_t pid,
                                const struct peer_handlers *handlers, void *context)
{
    struct peer *peer = calloc(1, sizeof *peer);
    if (!peer) {
        return NULL;
    }
    *peer = (struct peer){.loop = loop,
                          .handlers = *handlers,
                          .context = context,
                          .input = input,
                          .output = output,
                          .pid = pid};
    line_reader_init(&peer->lines);
    set_flags(input);
    set_flags(output);
    ev_io_init(&peer->readable, on_readable, output, EV_READ);
    ev_io_init(&peer->writable, on_writable, input, EV_WRITE);
    ev_timer_init(&peer->timer, on_timer, 0, 0);
    peer->readable.data = peer->writable.data = peer->timer.data = peer->child.data = peer;
    ev_io_start(loop, &peer->readable);
    if (pid > 0) {
        ev_child_init(&peer->child, on_child, pid, 0);
        peer->child.data = peer;
        ev_child_start(loop, &peer->child);
    }
    return peer;
}

/* In the child: never returns. A failure's errno goes through `report`, which success closes. */
static void become_program(const struct peer_program *program, int input, int output, int report)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    int errors = program->errors_shown    ? STDERR_FILENO
                 : program->errors_joined ? output
                                          : open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        (errors < 0 || errors == STDERR_FILENO || dup2(errors, STDERR_FILENO) >= 0) &&
        (!program->directory || chdir(program->directory) == 0)) {
        execvp(program->arguments[0], program->arguments);
    }
    int reason = errno;
    ssize_t written = write(report, &reason, sizeof reason);
    (void)written;
    _exit(127);
}

/* Pipes: [0] to the program, [1] from it, [2] the errno of a failed start. */
static bool open_pipes(int pipes[3][2])
{
    for (int i = 0; i < 3; i++) {
        pipes[i][0] = pipes[i][1] = -1;
    }
    for (int i = 0; i < 3; i++) {
        if (pipe2(pipes[i], O_CLOEXEC) < 0) {
            return false;
        }
    }
    return true;
}

static void close_pipes(int pipes[3][2])
{
    for (int i = 0; i < 3; i++) {
        for (int end = 0; end < 2; end++) {
            if (pipes[i][end] >= 0) {
                close(pipes[i][end]);
            }
        }
    }
}

struct peer *peer_spawn(struct ev_loop *loop, const struct peer_program *program,
                        const struct peer_handlers *handlers, void *context, struct error *error)
{
    int pipes[3][2];
    struct peer *peer = NULL;
    pid_t pid = open_pipes(pipes) ? fork() : -1;
    if (pid == 0) {
        become_program(program, pipes[0][0], pipes[1][1], pipes[2][1]);
    }
    if (pid < 0) {
        error_set(error, "%s: cannot start a process: %s", program->arguments[0], strerror(errno));
        goto out;
    }
    setpgid(pid, pid);
    close(pipes[2][1]);
    pipes[2][1] = -1;
    int reason;
    ssize_t count = read(pipes[2][0], &reason, sizeof reason);
    if (count == (ssize_t)sizeof reason) {
        waitpid(pid, NULL, 0);
        error_set(error, "%s: %s", program->arguments[0], strerror(reason));
        goto out;
    }
    peer = peer_create(loop, pipes[0][1], pipes[1][0], pid, handlers, context);
    if (!peer) {
        kill(-pid, SIGKILL);
        waitpid(pid, NULL, 0);
        error_set(error, "out of memory");
        goto out;
    }
    pipes[0][1] = pipes[1][0] = -1;
out:
    close_pipes(pipes);
    return peer;
}

static int connect_unix(const char *path, struct error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        error_set(error, "unix:%s: the path is longer than %zu bytes", path,
                  sizeof address.sun_path - 1);
        return -1;
    }
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0 && connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
        error_set(error, "unix:%s: %s", path, strerror(errno));
        close(descriptor);
        return -1;
    }
    return descriptor;
}

static int connect_tcp(const char *where, struct error *error)
{
    char host[256];
    const char *colon = strrchr(where, ':');
    if (!colon || colon == where || (size_t)(colon - where) >= sizeof host) {
        error_set(error, "tcp:%s: expected tcp:HOST:PORT", where);
        return -1;
    }
    memcpy(host, where, (size_t)(colon - where));
    host[colon - where] = '\0';
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list;
    int failure = getaddrinfo(host, colon + 1, &hints, &list);
    if (failure) {
        error_set(error, "tcp:%s: %s", where, gai_strerror(failure));
        return -1;
    }
    int descriptor = -1;
    for (struct addrinfo *at = list; at && descriptor < 0; at = at->ai_next) {
        descriptor = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, at->ai_protocol);
        if (descriptor >= 0 && connect(descriptor, at->ai_addr, at->ai_addrlen) < 0) {
            error_set(error, "tcp:%s: %s", where, strerror(errno));
            close(descriptor);
            descriptor = -1;
        }
    }
    freeaddrinfo(list);
    return descriptor;
}

struct peer *peer_connect(struct ev_loop *loop, const char *address,
                          const struct peer_handlers *handlers, void *context, struct error *error)
{
    int descriptor = -1;
    if (strncmp(address, "unix:", 5) == 0) {
        descriptor = connect_unix(address + 5, error);
    } else if (strncmp(address, "tcp:", 4) == 0) {
        descriptor = connect_tcp(address + 4, error);
    } else {
        error_set(error, "%s: expected unix:PATH or tcp:HOST:PORT", address);
    }
    if (descriptor < 0) {
        return NULL;
    }
    struct peer *peer = peer_create(loop, descriptor, descriptor, 0, handlers, context);
    if (!peer) {
        close(descriptor);
        error_set(error, "out of memory");
    }
    return peer;
}
