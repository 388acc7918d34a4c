/* SPDX-License-Identifier: MIT */
/* The table on the whole terminal: the board in colour, the engine's analysis while it searches,
 * and an input line. */
#ifndef PLAY_SCREEN_H
#define PLAY_SCREEN_H

#include <stdbool.h>

#include "colours.h"
#include "shell.h"

struct screen;

/* Takes over the terminal; NULL if it cannot draw. */
struct screen *screen_open(struct ev_loop *loop, bool ascii, enum colour_choice colour);

/* Restores the terminal. */
void screen_close(struct screen *screen);

/* The handlers of the table; their context is the struct above. */
extern const struct table_handlers screen_handlers;

void screen_show(struct screen *screen, struct shell *shell);

#endif
