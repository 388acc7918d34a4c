/* SPDX-License-Identifier: MIT */
/* A terminal: lines are edited, completed and remembered, and the session's output appears above
 * the line that is being edited.
 *
 * The session does not know of it. It has one end of a pair of sockets, as a client's session has,
 * and the terminal is the client at the other end. Control-C is `stop` while work is under way, and
 * else drops the line; Control-D on an empty line is the end of input. */
#ifndef SERVER_TERMINAL_H
#define SERVER_TERMINAL_H

#include <ev.h>
#include <stdbool.h>

#include "session.h"

struct terminal;

/* True if lines can be edited on standard input and output, which are a terminal: not if its name
 * is "dumb" or missing. */
bool terminal_suits(void);

/* NULL if lines cannot be edited. */
struct terminal *terminal_open(struct ev_loop *loop);

/* Returns the session's end of the pair, which the session must close. */
int terminal_wire(const struct terminal *terminal);

/* Shows the prompt, and becomes the session's client. */
void terminal_begin(struct terminal *terminal, struct session *session);

/* The session is being destroyed. NULL is allowed, here and below. */
void terminal_forget_session(struct terminal *terminal);

/* Writes the session's last output, and restores the terminal. */
void terminal_close(struct terminal *terminal);

#endif
