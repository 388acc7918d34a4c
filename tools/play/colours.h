/* SPDX-License-Identifier: MIT */
/* The colours of the picture on a terminal: pairs of ncurses, and escape sequences for plain lines.
 */
#ifndef PLAY_COLOURS_H
#define PLAY_COLOURS_H

#include <stdbool.h>

#include "buffer.h"
#include "look.h"
#include "picture.h"

/* When there are colours: where they are likely to be wanted, or as somebody says. */
enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* Whether a terminal is coloured; under COLOUR_AUTO not where NO_COLOR is set. */
bool colours_wanted(enum colour_choice choice);

/* Defines all pairs for a game, if colours were started. */
void colours_define(const struct look *look);

/* The attribute of an enum ink on an enum ground, for attrset; without colours the cursor and the
 * line that won still stand out. */
int colours_attribute(int ink, int ground);

/* The picture as lines of text, with escape sequences for a terminal's eight colours. */
void colours_format(const struct picture *picture, const struct look *look, struct buffer *out);

#endif
