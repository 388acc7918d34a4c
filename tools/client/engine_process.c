/* SPDX-License-Identifier: MIT */
#include "engine_process.h"

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buffer.h"
#include "clock.h"
#include "error.h"
#include "line.h"
#include "memory.h"

/* The most bytes per read, so that an engine that sends without end does not delay the others or
 * the clocks. */
#define READ_BYTES 65536

/* How long to wait for the exit status of a program that closed its output, in seconds, so that the
 * status can be reported. */
#define END_STATUS_WAIT_S 0.3

struct engine_process {
    struct ev_loop *loop;
    struct engine_process_handlers handlers;
    void *context;
    int input, output; /* descriptors to and from the process; -1: closed */
    ev_io readable, writable;
    ev_child child;
    ev_timer timer;
    pid_t pid; /* 0: a socket, or a process that has been waited for */
    struct line_reader lines;
    struct buffer queue;
    int busy;       /* nested calls that still use this structure */
    bool finishing; /* close the input when the queue has been written */
    bool released;  /* no handlers are called any more */
    bool ended;     /* the handler `closed` has been called */
};

static void try_to_free(struct engine_process *process)
{
    if (!process->released || process->busy > 0 || process->pid > 0 || process->input >= 0) {
        return;
    }
    ev_timer_stop(process->loop, &process->timer);
    ev_io_stop(process->loop, &process->readable);
    if (process->output >= 0) {
        close(process->output);
    }
    line_reader_finish(&process->lines);
    buffer_finish(&process->queue);
    free(process);
}

static void close_input(struct engine_process *process)
{
    ev_io_stop(process->loop, &process->writable);
    if (process->input >= 0 && process->input != process->output) {
        close(process->input);
    } else if (process->input >= 0) {
        shutdown(process->input, SHUT_WR);
    }
    process->input = -1;
    buffer_clear(&process->queue);
}

static void close_output(struct engine_process *process)
{
    ev_io_stop(process->loop, &process->readable);
    if (process->output >= 0) {
        close(process->output);
    }
    process->output = -1;
}

static void say_closed(struct engine_process *process, const char *reason)
{
    if (!process->ended && !process->released) {
        process->ended = true;
        ev_timer_stop(process->loop, &process->timer);
        process->handlers.closed(process->context, reason);
    }
}

static void deliver_lines(struct engine_process *process, int64_t when_ns)
{
    char *line;
    enum line_status status;
    while (!process->released && (status = line_reader_next(&process->lines, &line)) != LINE_NONE) {
        if (status == LINE_READY) {
            process->handlers.line(process->context, line, when_ns);
        }
    }
}

/* Reads once. Returns false at the end of the output. */
static bool read_some(struct engine_process *process, bool *more)
{
    static _Thread_local char bytes[READ_BYTES];
    int64_t now = clock_ns();
    ssize_t count = read(process->output, bytes, sizeof bytes);
    *more = count == (ssize_t)sizeof bytes;
    if (count < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    if (count > 0 && !process->released && process->handlers.bytes) {
        process->handlers.bytes(process->context, bytes, (size_t)count);
    }
    if (count > 0 && !process->released &&
        line_reader_feed(&process->lines, bytes, (size_t)count)) {
        deliver_lines(process, now);
    }
    return count > 0;
}

static void on_readable(struct ev_loop *loop, ev_io *watcher, int events UNUSED)
{
    struct engine_process *process = watcher->data;
    bool more;
    process->busy++;
    if (!read_some(process, &more)) {
        close_input(process); /* first: a socket is both, and is closed as the output */
        close_output(process);
        if (process->pid > 0 && !process->released) {
            ev_timer_set(&process->timer, END_STATUS_WAIT_S, 0);
            ev_timer_start(loop, &process->timer);
        } else if (process->pid == 0) {
            say_closed(process, "closed the connection");
        }
    }
    process->busy--;
    try_to_free(process);
}

static void on_timer(struct ev_loop *loop UNUSED, ev_timer *watcher, int events UNUSED)
{
    struct engine_process *process = watcher->data;
    if (process->released) {
        if (process->pid > 0) {
            kill(-process->pid, SIGKILL);
        }
        close_input(process);
        try_to_free(process);
    } else {
        say_closed(process, "closed its output");
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

static void on_child(struct ev_loop *loop, ev_child *watcher, int events UNUSED)
{
    struct engine_process *process = watcher->data;
    ev_child_stop(loop, watcher);
    process->busy++;
    kill(-process->pid, SIGKILL); /* including all programs that it started */
    process->pid = 0;
    close_input(process);
    bool more = true;
    while (process->output >= 0 && more && read_some(process, &more)) {
    }
    close_output(process);
    struct error reason;
    describe_end(watcher->rstatus, &reason);
    say_closed(process, reason.text);
    process->busy--;
    try_to_free(process);
}

/* Writes as much of the queue as possible. Returns false if the process reads no more. */
static void flush(struct engine_process *process)
{
    while (buffer_length(&process->queue) > 0) {
        ssize_t count =
            write(process->input, buffer_text(&process->queue), buffer_length(&process->queue));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0 && errno == EAGAIN) {
            ev_io_start(process->loop, &process->writable);
            return;
        }
        if (count < 0) {
            close_input(process); /* its end is reported when its output ends */
            return;
        }
        buffer_consume(&process->queue, (size_t)count);
    }
    ev_io_stop(process->loop, &process->writable);
    if (process->finishing) {
        close_input(process);
    }
}

static void on_writable(struct ev_loop *loop UNUSED, ev_io *watcher, int events UNUSED)
{
    struct engine_process *process = watcher->data;
    flush(process);
    try_to_free(process);
}

void engine_process_send(struct engine_process *process, const void *bytes, size_t length)
{
    if (process->input >= 0 && !process->finishing) {
        buffer_append(&process->queue, bytes, length);
        flush(process);
    }
}

void engine_process_finish_input(struct engine_process *process)
{
    process->finishing = true;
    if (process->input >= 0) {
        flush(process);
    }
}

void engine_process_abandon(struct engine_process *process)
{
    process->finishing = true;
    close_input(process);
    close_output(process);
}

int engine_process_id(const struct engine_process *process)
{
    return (int)process->pid;
}

void engine_process_release(struct engine_process *process, double grace_s)
{
    if (!process) {
        return;
    }
    process->released = true;
    engine_process_finish_input(process);
    ev_timer_stop(process->loop, &process->timer);
    ev_timer_set(&process->timer, grace_s, 0);
    ev_timer_start(process->loop, &process->timer);
    try_to_free(process);
}

static void set_flags(int descriptor)
{
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

struct engine_process *engine_process_create(struct ev_loop *loop, int input, int output, int pid,
                                             const struct engine_process_handlers *handlers,
                                             void *context)
{
    struct engine_process *process = memory_zeroed(1, sizeof *process);
    *process = (struct engine_process){.loop = loop,
                                       .handlers = *handlers,
                                       .context = context,
                                       .input = input,
                                       .output = output,
                                       .pid = pid};
    line_reader_init(&process->lines);
    set_flags(input);
    set_flags(output);
    ev_io_init(&process->readable, on_readable, output, EV_READ);
    ev_io_init(&process->writable, on_writable, input, EV_WRITE);
    ev_timer_init(&process->timer, on_timer, 0, 0);
    process->readable.data = process->writable.data = process->timer.data = process->child.data =
        process;
    ev_io_start(loop, &process->readable);
    if (pid > 0) {
        ev_child_init(&process->child, on_child, pid, 0);
        process->child.data = process;
        ev_child_start(loop, &process->child);
    }
    return process;
}
