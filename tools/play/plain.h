/* SPDX-License-Identifier: MIT */
/* The table as plain lines: for pipes, scripts and simple terminals. */
#ifndef PLAY_PLAIN_H
#define PLAY_PLAIN_H

#include <stdbool.h>

#include "colours.h"
#include "table.h"

/* Shows the table and runs the loop: reads commands from standard input and writes to standard
 * output, until the person ends the program, or the input and the game have ended. */
void plain_run(struct table *table, bool ascii, enum colour_choice colour);

#endif
