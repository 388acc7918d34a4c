/* SPDX-License-Identifier: MIT */
/* An engine as a running process or a connected socket. It uses libev and no thread: output arrives
 * as lines with timestamps, and input is queued until it can be written. */
#ifndef CLIENT_ENGINE_PROCESS_H
#define CLIENT_ENGINE_PROCESS_H

#include <stddef.h>
#include <stdint.h>

struct ev_loop;
struct engine_process;

struct engine_process_handlers {
    /* One line, which the handler may change; `when_ns` is its time of arrival on clock_ns(). */
    void (*line)(void *context, char *line, int64_t when_ns);
    /* The bytes as they arrive, before they are split into lines. May be NULL. */
    void (*bytes)(void *context, const char *bytes, size_t length);
    /* The process has ended and no line will follow; `reason` is a text for people. */
    void (*closed)(void *context, const char *reason);
};

/* Wraps a started or connected engine. `input` leads to it, `output` comes from it, and `pid` is
 * its process, or 0 for a socket. */
struct engine_process *engine_process_create(struct ev_loop *loop, int input, int output, int pid,
                                             const struct engine_process_handlers *handlers,
                                             void *context);

/* Queues bytes. They are dropped if the process has closed its input. */
void engine_process_send(struct engine_process *process, const void *bytes, size_t length);

/* Closes the process's input after everything in the queue is written. */
void engine_process_finish_input(struct engine_process *process);

/* Closes input and output immediately, as a crashing client does. `closed` still reports the end of
 * the program. */
void engine_process_abandon(struct engine_process *process);

/* Returns the process's id, or 0 for a socket and for a process that has ended. */
int engine_process_id(const struct engine_process *process);

/* Releases the process: no handler is called any more. The queue is still written, then the input
 * is closed. A program that has not ended after `grace_s` seconds is killed with its process group.
 * The memory is freed after that, so the loop must run until then. */
void engine_process_release(struct engine_process *process, double grace_s);

#endif
