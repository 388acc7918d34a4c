/* The server: one loop, its sessions, and how it ends. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect.h"
#include "error.h"
#include "game.h"

#define SERVER_MAX_LISTENERS 16

struct server_options {
    const struct game *const *games;          /* NULL after the last */
    const struct game *game;                  /* the one played before any `newgame` */
    const struct dialect *dialect;            /* of standard input; NULL: the first line tells */
    const char *listen[SERVER_MAX_LISTENERS]; /* unix:PATH, tcp:HOST:PORT */
    int listen_count;
    const char *const *commands; /* run one after the other instead of standard input */
    int command_count;
    int max_sessions;    /* at once, on the listeners; 0: no bound */
    int64_t max_threads; /* of all their sessions together; 0: no bound */
    int64_t max_hash_megabytes;
};

/* Serves until standard input ends, the commands are done, or a signal says so. False and the
 * reason when it could not begin. */
bool server_run(const struct server_options *options, struct error *error);

#endif
