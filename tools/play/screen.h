/* SPDX-License-Identifier: MIT */
/* The table on a whole terminal: the board in colour, the engine's analysis as it searches, and a
 * line to type in. */
#ifndef PLAY_SCREEN_H
#define PLAY_SCREEN_H

#include <stdbool.h>

#include "colours.h"
#include "shell.h"

struct screen;

/* Takes over the terminal; NULL if that cannot draw. */
struct screen *screen_open(struct ev_loop *loop, bool ascii, enum colour_choice colour);

/* Restores the terminal. */
void screen_close(struct screen *screen);

/* The table's handlers; their context is the struct above. */
extern const struct table_handlers screen_handlers;

void screen_show(struct screen *screen, struct shell *shell);

#endif
