/* SPDX-License-Identifier: MIT */
/* The panel beside the board: players and clocks, the engine's analysis, the moves so far. */
#ifndef PLAY_PANEL_H
#define PLAY_PANEL_H

#include <stdbool.h>

#include "table.h"

/* Draws the panel from row `top` and column `x` on, above row `end`, and clips the rest. */
void panel_draw(const struct table *table, bool ascii, int top, int x, int end);

#endif
