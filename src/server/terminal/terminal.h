/* SPDX-License-Identifier: MIT */
/* A terminal: edits, completes and remembers lines, and shows the session's output above the line
 * being edited.
 *
 * The session does not know about it. Lines are fed to it, and its output comes over a pair of
 * sockets. Control-C sends `stop` while work is in progress, otherwise it discards the line;
 * Control-D on an empty line ends the input. */
#ifndef SERVER_TERMINAL_H
#define SERVER_TERMINAL_H

#include <ev.h>

#include "compiler.h"
#include "session.h"

struct terminal;

#ifdef MYOSU_LINE_EDITING

/* Opens the terminal on standard input and output. `wire` receives the session's end of the socket
 * pair, which the session must close. NULL if lines cannot be edited, as when the terminal's name
 * is "dumb" or missing. */
struct terminal *terminal_open(struct ev_loop *loop, int *wire);

/* Shows the prompt, and becomes the session's client. */
void terminal_begin(struct terminal *terminal, struct session *session);

/* The session is being destroyed. NULL is allowed, also in the next function. */
void terminal_forget_session(struct terminal *terminal);

/* Writes the session's last output, and restores the terminal. */
void terminal_close(struct terminal *terminal);

#else /* a program that was built without libedit */

INLINE struct terminal *terminal_open(struct ev_loop *loop UNUSED, int *wire UNUSED)
{
    return NULL;
}

INLINE void terminal_begin(struct terminal *terminal UNUSED, struct session *session UNUSED)
{
}

INLINE void terminal_forget_session(struct terminal *terminal UNUSED)
{
}

INLINE void terminal_close(struct terminal *terminal UNUSED)
{
}

#endif

#endif
