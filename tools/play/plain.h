/* SPDX-License-Identifier: MIT */
/* The table as plain lines: for pipes, scripts and simple terminals. */
#ifndef PLAY_PLAIN_H
#define PLAY_PLAIN_H

#include <stdbool.h>

#include "colours.h"
#include "shell.h"

struct plain;

/* Reads commands from standard input, and writes to standard output, from now on. */
struct plain *plain_open(struct ev_loop *loop, bool ascii, enum colour_choice colour);
void plain_close(struct plain *plain);

/* The handlers of the table; their context is the struct above. */
extern const struct table_handlers plain_handlers;

/* Shows a table from now on. */
void plain_show(struct plain *plain, struct shell *shell);

#endif
