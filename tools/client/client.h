/* SPDX-License-Identifier: MIT */
/* The client of one engine: greeting, options, new games, searches, in any dialect.
 *
 * The dialect is given, or found by trying: one greeting after the other, each on a fresh start of
 * the engine. All calls return at once; the loop calls the handlers when something happens. A
 * handler may release the client. */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "command.h"
#include "dialect.h"
#include "engine_open.h"
#include "engine_option.h"
#include "event.h"
#include "game.h"

/* Time for an engine's greeting, and for `readyok` unless its specification gives another, in
 * seconds. */
#define CLIENT_HELLO_S 10.0
#define CLIENT_READY_S 60.0
/* Time for a greeting while dialects are tried, in seconds. */
#define CLIENT_GUESS_S 3.0
/* Time between `quit` and the engine's being killed, in seconds. */
#define CLIENT_QUIT_S 0.5

struct client_setting {
    char *name, *value; /* value NULL: a button */
};

/* How an engine is reached and prepared. Owned by the caller, and outlives its clients. */
struct client_spec {
    struct engine_program program; /* arguments NULL: connect to `address` */
    const char *address;
    const struct dialect *dialect; /* NULL: found out */
    int option_count;
    struct client_setting *options;
    double ready_s; /* time for `readyok`, in seconds; 0: CLIENT_READY_S */
};

enum client_failure {
    CLIENT_NOT_STARTED, /* no such program, no such socket */
    CLIENT_NO_GREETING, /* no answer in any dialect in time */
    CLIENT_BAD_OPTION,  /* an option of the specification is not offered, or its value refused */
    CLIENT_NOT_READY,   /* no answer to isready in time */
    CLIENT_GONE         /* it ended, or closed the connection */
};

struct client_handlers {
    /* The greeting is done, or the new game prepared: the client is idle. */
    void (*ready)(void *context);
    /* Everything else that the engine sends; `when_ns` is its arrival. NULL: not wanted. */
    void (*event)(void *context, const struct event *event, int64_t when_ns);
    /* No handler is called after this; the client must be released. The reason of CLIENT_GONE goes
     * on after the engine's name: "ended with status 1 before any greeting". */
    void (*failed)(void *context, enum client_failure failure, const char *reason);
    /* Every line, sent or received, without its line end. NULL: not wanted. */
    void (*trace)(void *context, bool sent, const char *line);
};

struct ev_loop;
struct client;

/* Starts or connects to an engine; NULL only when memory is out. `ready` or `failed` follows. */
struct client *client_open(struct ev_loop *loop, const struct client_spec *spec,
                           const struct client_handlers *handlers, void *context);

/* Sends `quit`, and kills the engine after CLIENT_QUIT_S; at once if `killed`. NULL is allowed. */
void client_release(struct client *client, bool killed);

/* What the engine calls itself ("" before ready), its dialect, and its options. */
const char *client_name(const struct client *client);
const struct dialect *client_dialect(const struct client *client);
const struct engine_option_list *client_options(const struct client *client);

/* Begins a new game under these settings; `ready` follows. */
void client_prepare(struct client *client, const struct game *game,
                    const struct game_settings *settings);

/* Sends the new game and the question in one write, without waiting for readyok, whose lack fails
 * the client as ever; returns the time of that. Not for dialects whose lines build on another. */
int64_t client_prepare_and_go(struct client *client, const struct game *game,
                              const struct game_settings *settings,
                              const struct command_position *position, const struct command_go *go);

/* Sends one command. */
void client_send(struct client *client, const struct command *command);

/* Sends the position and the go in one write, and returns the time of that on clock_ns(). */
int64_t client_go(struct client *client, const struct command_position *position,
                  const struct command_go *go);

/* The first error that the engine reported since the last client_go; "" if none. It says why an
 * answer without a move came. */
const char *client_complaint(const struct client *client);

#endif
