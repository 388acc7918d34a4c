/* SPDX-License-Identifier: MIT */
/* The server: one loop and its sessions. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>

#include "clients.h"
#include "dialect.h"
#include "error.h"
#include "game.h"
#include "listener.h"

#define SERVER_MAX_LISTENERS  16
#define SERVER_MAX_HTTP_NAMES 16

/* The page's port if none is given. */
#define SERVER_PAGE_PORT "7180"

struct server_options {
    const struct game *const *games; /* NULL after the last */
    const struct game *game;         /* the game before any `newgame` */
    const char *game_alias;          /* the alias by which it was selected; NULL: its name */
    const struct dialect *dialect;   /* of standard input; NULL: by the first line */
    const char *listen[SERVER_MAX_LISTENERS]; /* unix:PATH, {tcp,http}:HOST:PORT */
    int listen_count;
    const char *http_names[SERVER_MAX_HTTP_NAMES]; /* names that HTTP answers to, in addition to
                                                      those of loopback */
    int http_name_count;
    const char *page; /* the loopback port of the page; NULL: no page */
    /* Commands to run in order instead of standard input, NULL after the last; or NULL. */
    const char *const *commands;
    bool no_edit;                /* a terminal is read like a pipe */
    struct listener_rules rules; /* beyond_loopback follows from the token file */
    struct access access;
    struct client_budget budget;
    struct time_limits limits;
    const char *tables; /* folders with endgame tables for all sessions; NULL: none */
    const char *admin;  /* unix:PATH of the admin socket; NULL: none */
    int drain_s; /* seconds that clients have to read the last answers when the server ends */
};

/* The initial values: limits on time, and a budget of zeros, which stands for client_budget_settle.
 */
void server_default_options(struct server_options *options);

enum server_outcome {
    SERVER_DONE,
    SERVER_REFUSED, /* a command was answered with an error */
    SERVER_FAILED   /* it could not start */
};

/* Serves until standard input ends, the commands are done, or a signal ends it. SERVER_FAILED comes
 * with the reason. */
enum server_outcome server_run(struct server_options *options, struct error *error);

#endif
