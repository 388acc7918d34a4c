/* SPDX-License-Identifier: MIT */
/* The admin socket: one command a line, answered by lines and an empty one.
 *
 *     status      what the server does, in a few lines
 *     sessions    one line each: number, peer, state, game, seconds since the last command
 *     end N       ends session N
 *     drain       no new clients; the server ends when the present ones have gone
 *     metrics     counters as Prometheus reads them
 *     help        this list */
#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

#include "buffer.h"
#include "error.h"
#include "listener.h"
#include "loop_share.h"

struct admin;

/* Runs a command and appends its answer to `out`. */
typedef void admin_run(void *owner, const char *command, const char *argument, struct buffer *out);

/* Listens on `unix:PATH`; only the server's own user may connect. NULL and the reason if that
 * fails. */
struct admin *admin_open(struct loop_share *share, const char *address, admin_run *run, void *owner,
                         struct error *error);
void admin_close(struct admin *admin);

#endif
