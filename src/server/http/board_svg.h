/* SPDX-License-Identifier: MIT */
/* Draws a position as the page does: one SVG that needs nothing else, no style, no script, no other
 * file. */
#ifndef SERVER_BOARD_SVG_H
#define SERVER_BOARD_SVG_H

#include "buffer.h"
#include "look.h"

struct board_picture {
    const struct game *game; /* it has a look */
    const void *position;
    struct look_squares last; /* the squares of the last move, to be marked; may be empty */
    bool flipped;             /* player 2 sits below; ignored for a board that stands upright */
    bool dark;                /* the theme */
    bool unlabelled;          /* no coordinates */
};

/* Appends the picture. */
void board_svg_put(const struct board_picture *picture, struct buffer *out);

#endif
