/* The other end of a conversation in lines: a program that we start, or a socket. On libev, without
 * a thread: output comes as lines with the time it arrived, input is queued until it can be
 * written. */
#ifndef CLIENT_PEER_H
#define CLIENT_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

struct ev_loop;
struct peer;

/* A program to start; searched for in PATH when `arguments[0]` holds no slash. */
struct peer_program {
    char *const *arguments; /* the program's name first, NULL after the last */
    const char *directory;  /* where it runs; NULL: here */
    bool errors_shown;      /* its standard error is ours; otherwise thrown away */
    bool errors_joined;     /* or goes the way of its standard output */
};

struct peer_handlers {
    /* One line, which may be changed in place; `when_ns` is its arrival on clock_ns(). */
    void (*line)(void *context, char *line, int64_t when_ns);
    /* The bytes as they come, before they are lines. NULL: not wanted. */
    void (*bytes)(void *context, const char *bytes, size_t length);
    /* The peer is gone and no line will follow; `reason` is for people. */
    void (*closed)(void *context, const char *reason);
};

/* Starts the program in a process group of its own, which dies with us. `loop` must be the default
 * loop, the only one that sees children end. NULL, and the reason, when it cannot be started. */
struct peer *peer_spawn(struct ev_loop *loop, const struct peer_program *program,
                        const struct peer_handlers *handlers, void *context, struct error *error);

/* Connects to `unix:PATH` or `tcp:HOST:PORT`. */
struct peer *peer_connect(struct ev_loop *loop, const char *address,
                          const struct peer_handlers *handlers, void *context, struct error *error);

/* Queues bytes; after the peer has closed they are dropped. */
void peer_send(struct peer *peer, const void *bytes, size_t length);

/* Our side has no more to say: the peer's input ends once all that is queued is written. */
void peer_finish_input(struct peer *peer);

/* Closes both ends at once, as a client that vanishes; `closed` still tells how a program ends. */
void peer_abandon(struct peer *peer);

/* The process, to look at; 0 for a socket, or once it has ended. */
int peer_process(const struct peer *peer);

/* No handler is called from now on. What is queued is still written, then the input ends; a program
 * that has not ended after `grace_s` seconds is killed with its whole group. The peer frees itself;
 * the loop must run until then (it keeps the loop alive). */
void peer_release(struct peer *peer, double grace_s);

#endif
