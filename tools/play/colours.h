/* SPDX-License-Identifier: MIT */
/* The colours of the picture on a terminal with 8, 16, 256 or all colours: colour pairs of ncurses,
 * and escape sequences for plain output. A board has a ground of its own, so that its pieces are
 * visible on dark and on light terminals. */
#ifndef PLAY_COLOURS_H
#define PLAY_COLOURS_H

#include <stdbool.h>

#include "buffer.h"
#include "look.h"
#include "picture.h"

/* When to use colours. COLOUR_AUTO: on terminals. */
enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* True if a terminal gets colours. NO_COLOR turns them off under COLOUR_AUTO. */
bool colours_wanted(enum colour_choice choice);

/* Defines all pairs for a game, if the terminal has colours. */
void colours_define(const struct look *look);

/* Returns the attribute of an enum ink on an enum ground, for attrset. Without colours the cursor
 * and the winning line are still highlighted. */
int colours_attribute(const struct look *look, int ink, int ground);

/* Converts the picture to lines of text, with escape sequences for the terminal's colours. */
void colours_format(const struct picture *picture, const struct look *look, struct buffer *out);

#endif
