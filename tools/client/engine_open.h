/* SPDX-License-Identifier: MIT */
/* Starts an engine's program, or connects to a running engine. */
#ifndef CLIENT_ENGINE_OPEN_H
#define CLIENT_ENGINE_OPEN_H

#include <sched.h>
#include <stdbool.h>

#include "engine_process.h"
#include "error.h"

/* A program to start. It is searched for in PATH if `arguments[0]` has no slash. */
struct engine_program {
    char *const *arguments;      /* begins with the program's name and ends with NULL */
    const char *directory;       /* its working directory; NULL: ours */
    bool errors_shown;           /* it inherits our standard error; otherwise that is discarded */
    const char *errors_path;     /* the file to which its standard error is appended; NULL: none */
    const cpu_set_t *processors; /* those on which it may run; NULL: ours */
    bool errors_joined;          /* its standard error is read together with its output */
};

/* Starts the program in a new process group, which is killed when this process ends. `loop` must be
 * the default loop, the only one that handles SIGCHLD. Returns NULL and the reason if the program
 * cannot be started. */
struct engine_process *engine_open_program(struct ev_loop *loop,
                                           const struct engine_program *program,
                                           const struct engine_process_handlers *handlers,
                                           void *context, struct error *error);

/* Connects to `unix:PATH` or `tcp:HOST:PORT`. */
struct engine_process *engine_open_address(struct ev_loop *loop, const char *address,
                                           const struct engine_process_handlers *handlers,
                                           void *context, struct error *error);

#endif
