/* SPDX-License-Identifier: MIT */
/* The abilities of the terminal. */
#ifndef PLAY_TERMINAL_H
#define PLAY_TERMINAL_H

#include <stdbool.h>

/* True if standard output is a terminal that can move its cursor; a `dumb` one cannot. */
bool terminal_can_draw(void);

#endif
