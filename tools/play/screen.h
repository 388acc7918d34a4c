/* SPDX-License-Identifier: MIT */
/* The table on the whole terminal: the board in colour, the engine's analysis while it searches,
 * and an input line. */
#ifndef PLAY_SCREEN_H
#define PLAY_SCREEN_H

#include <stdbool.h>

#include "colours.h"
#include "table.h"

/* Shows the table and runs the loop until the person ends the program. False if the terminal cannot
 * draw. */
bool screen_run(struct table *table, bool ascii, enum colour_choice colour);

#endif
