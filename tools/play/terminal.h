/* SPDX-License-Identifier: MIT */
/* What the terminal at hand can do. */
#ifndef PLAY_TERMINAL_H
#define PLAY_TERMINAL_H

#include <stdbool.h>

/* Whether standard output is a terminal that can move its cursor; a `dumb` one cannot. */
bool terminal_can_draw(void);

#endif
