/* SPDX-License-Identifier: MIT */
/* An engine as a process that runs, or as a socket that is connected. It uses libev and no thread:
 * output comes as lines with the time of arrival, input is queued until it can be
 * written. */
#ifndef CLIENT_ENGINE_PROCESS_H
#define CLIENT_ENGINE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ev_loop;
struct engine_process;

struct engine_process_handlers {
    /* One line, which may be changed in place; `when_ns` is its arrival on clock_ns(). */
    void (*line)(void *context, char *line, int64_t when_ns);
    /* The bytes as they come, before they are lines. NULL: not wanted. */
    void (*bytes)(void *context, const char *bytes, size_t length);
    /* The process is gone and no line will follow; `reason` is for people. */
    void (*closed)(void *context, const char *reason);
};

/* Serves an engine that has been started or connected to: `input` leads to it, `output` comes from
 * it, and `pid` is its process, 0 for a socket. NULL when memory is out. */
struct engine_process *engine_process_create(struct ev_loop *loop, int input, int output, int pid,
                                             const struct engine_process_handlers *handlers,
                                             void *context);

/* Queues bytes; after the process has closed they are dropped. */
void engine_process_send(struct engine_process *process, const void *bytes, size_t length);

/* Ends the process's input once everything queued is written. */
void engine_process_finish_input(struct engine_process *process);

/* Closes input and output at once, as a client that crashes; `closed` still reports the program's
 * end. */
void engine_process_abandon(struct engine_process *process);

/* The process's number; 0 for a socket, and after it has ended. */
int engine_process_id(const struct engine_process *process);

/* No handler is called from now on. What is queued is still written, then the input ends; a program
 * that has not ended after `grace_s` seconds is killed with its whole group. The memory is freed at
 * that time, so the loop must run until then. */
void engine_process_release(struct engine_process *process, double grace_s);

#endif
