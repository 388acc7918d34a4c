/* SPDX-License-Identifier: MIT */
/* The server: one loop, its sessions, and how it ends. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "access.h"
#include "client_limits.h"
#include "dialect.h"
#include "error.h"
#include "game.h"
#include "listener.h"

#define SERVER_MAX_LISTENERS  16
#define SERVER_MAX_HTTP_NAMES 16

/* Where the page is without a port that is asked for. */
#define SERVER_PAGE_PORT "7180"

struct server_options {
    const struct game *const *games;          /* NULL after the last */
    const struct game *game;                  /* the one played before any `newgame` */
    const char *game_alias;                   /* by which it was named; NULL: by its name */
    const struct dialect *dialect;            /* of standard input; NULL: the first line tells */
    const char *listen[SERVER_MAX_LISTENERS]; /* unix:PATH, {tcp,http}:HOST:PORT */
    int listen_count;
    const char *http_names[SERVER_MAX_HTTP_NAMES]; /* that HTTP answers to beside loopback's */
    int http_name_count;
    const char *page; /* the port of loopback that the page is served on; NULL: none */
    /* Run one after the other instead of standard input, NULL after the last; or NULL. */
    const char *const *commands;
    bool no_edit;                /* a terminal is read as a pipe is */
    struct listener_rules rules; /* beyond_loopback follows from the token file */
    struct access access;
    struct client_budget budget;
    struct time_limits limits;
    const char *admin; /* unix:PATH, for the operator; NULL: none */
    int drain_s;       /* seconds that clients have to read the last answers when the server ends */
};

/* The initial values: limits on time, and a budget of zeros, which stands for client_limits_settle.
 */
void server_default_options(struct server_options *options);

enum server_outcome {
    SERVER_DONE,
    SERVER_REFUSED, /* one of the commands had an error for an answer */
    SERVER_FAILED   /* it did not begin */
};

/* Serves until standard input ends, the commands are done, or a signal says so. Without a
 * beginning, the reason. */
enum server_outcome server_run(struct server_options *options, struct error *error);

#endif
