/* SPDX-License-Identifier: MIT */
/* The panel beside the board: players and clocks, what the engine sees, the moves so far. */
#ifndef PLAY_PANEL_H
#define PLAY_PANEL_H

#include <stdbool.h>

#include "shell.h"

/* Draws it from row `top` and column `x` on, above row `end`; what finds no room is cut off. */
void panel_draw(const struct shell *shell, bool ascii, int top, int x, int end);

#endif
