/* SPDX-License-Identifier: MIT */
/* A position as a picture, as the page draws it: one SVG that needs nothing else, no style, no
 * script, no other file. */
#ifndef SERVER_BOARD_SVG_H
#define SERVER_BOARD_SVG_H

#include "buffer.h"
#include "look.h"

struct board_picture {
    const struct game *game; /* it has a look */
    const void *position;
    struct look_squares last; /* what the last move touched, to be marked; may be empty */
    bool flipped;             /* player 2 sits below; no matter to a board that stands upright */
    bool dark;                /* the theme */
    bool unlabelled;          /* no coordinates */
};

/* Appends the picture. */
void board_svg_put(const struct board_picture *picture, struct buffer *out);

#endif
