/* SPDX-License-Identifier: MIT */
/* Draws a position as the page does, as one SVG that needs no other file, no style and no
 * script. */
#ifndef SERVER_BOARD_SVG_H
#define SERVER_BOARD_SVG_H

#include "buffer.h"
#include "look.h"

struct board_picture {
    const struct game *game; /* must have a look */
    const void *position;
    struct look_squares
        last;        /* the squares of the last move, which are highlighted; may be empty */
    bool flipped;    /* player 2 is at the bottom; ignored for a board that stands upright */
    bool dark;       /* the theme */
    bool unlabelled; /* no coordinates */
    /* Not NULL: the picture is for a page whose script moves the pieces. All ids begin with this
     * text, and every kind of piece is defined. Colours are variables of the page's style sheet
     * with the names of the theme's colours, as in var(--wood). The layers are groups of the
     * classes "ground", "ground turned" (unless the board is upright), "under", "pieces" and
     * "over". The board's files and ranks and its top left corner are in data-board. */
    const char *page;
};

/* Appends the picture. */
void board_svg_put(const struct board_picture *picture, struct buffer *out);

#endif
