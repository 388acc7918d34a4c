/* SPDX-License-Identifier: MIT */
/* Starts an engine's program, or connects to an engine that runs already. */
#ifndef CLIENT_ENGINE_OPEN_H
#define CLIENT_ENGINE_OPEN_H

#include <stdbool.h>

#include "engine_process.h"
#include "error.h"

/* A program to start; searched for in PATH when `arguments[0]` holds no slash. */
struct engine_program {
    char *const *arguments; /* the program's name first, NULL after the last */
    const char *directory;  /* where it runs; NULL: here */
    bool errors_shown;      /* its standard error is ours; otherwise it is dropped */
    bool errors_joined;     /* its standard error is read as its output */
};

/* Starts the program in a new process group, which is killed when we end. `loop` must be the
 * default loop, the only one that sees children end. NULL, and the reason, when it cannot be
 * started. */
struct engine_process *engine_open_program(struct ev_loop *loop,
                                           const struct engine_program *program,
                                           const struct engine_process_handlers *handlers,
                                           void *context, struct error *error);

/* Connects to `unix:PATH` or `tcp:HOST:PORT`. */
struct engine_process *engine_open_address(struct ev_loop *loop, const char *address,
                                           const struct engine_process_handlers *handlers,
                                           void *context, struct error *error);

#endif
