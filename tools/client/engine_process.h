/* An engine as a process that we start, or as a socket that we connect to. It uses libev and no
 * thread: output comes as lines with the time of arrival, input is queued until it can be
 * written. */
#ifndef CLIENT_ENGINE_PROCESS_H
#define CLIENT_ENGINE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

struct ev_loop;
struct engine_process;

/* A program to start; searched for in PATH when `arguments[0]` holds no slash. */
struct engine_program {
    char *const *arguments; /* the program's name first, NULL after the last */
    const char *directory;  /* where it runs; NULL: here */
    bool errors_shown;      /* its standard error is ours; otherwise it is dropped */
    bool errors_joined;     /* its standard error is read as its output */
};

struct engine_process_handlers {
    /* One line, which may be changed in place; `when_ns` is its arrival on clock_ns(). */
    void (*line)(void *context, char *line, int64_t when_ns);
    /* The bytes as they come, before they are lines. NULL: not wanted. */
    void (*bytes)(void *context, const char *bytes, size_t length);
    /* The process is gone and no line will follow; `reason` is for people. */
    void (*closed)(void *context, const char *reason);
};

/* Starts the program in a process group of its own, which dies with us. `loop` must be the default
 * loop, the only one that sees children end. NULL, and the reason, when it cannot be started. */
struct engine_process *engine_process_spawn(struct ev_loop *loop,
                                            const struct engine_program *program,
                                            const struct engine_process_handlers *handlers,
                                            void *context, struct error *error);

/* Connects to `unix:PATH` or `tcp:HOST:PORT`. */
struct engine_process *engine_process_connect(struct ev_loop *loop, const char *address,
                                              const struct engine_process_handlers *handlers,
                                              void *context, struct error *error);

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
