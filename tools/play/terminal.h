/* SPDX-License-Identifier: MIT */
/* The abilities of the terminal. */
#ifndef PLAY_TERMINAL_H
#define PLAY_TERMINAL_H

#include <stdbool.h>

/* Returns the number of colours of the terminal that TERM names, 0 if unknown. */
int terminal_colours(void);

/* True if standard output is a terminal that can move its cursor; a `dumb` one cannot. */
bool terminal_can_draw(void);

#endif
