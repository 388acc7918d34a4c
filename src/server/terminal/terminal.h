/* SPDX-License-Identifier: MIT */
/* A person at a terminal: lines are edited, completed and remembered, and what the session says
 * appears above the line being edited.
 *
 * The session knows nothing of it. It has one end of a pair of sockets, as a client's session has,
 * and the terminal is the client at the other end. Control-C is `stop` while there is something to
 * stop, and else throws the line away; Control-D on an empty line is the end of input. */
#ifndef SERVER_TERMINAL_H
#define SERVER_TERMINAL_H

#include <ev.h>
#include <stdbool.h>

#include "session.h"

struct terminal;

/* Whether lines may be edited on standard input and output, which are a terminal: not on one that
 * calls itself dumb, or has no name. */
bool terminal_suits(void);

/* NULL where lines cannot be edited. */
struct terminal *terminal_open(struct ev_loop *loop);

/* The session's end of the pair, which the session is to close. */
int terminal_wire(const struct terminal *terminal);

/* Shows the prompt, and is the session's client from now on. */
void terminal_begin(struct terminal *terminal, struct session *session);

/* The session is being destroyed. Nothing is done for NULL, here and below. */
void terminal_forget_session(struct terminal *terminal);

/* Writes what the session has said last, and gives the terminal back as it was. */
void terminal_close(struct terminal *terminal);

#endif
