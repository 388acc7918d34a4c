/* SPDX-License-Identifier: MIT */
/* The geometry of a picture being drawn, and the empty board. Only for board_svg.c. Lengths are in
 * tenths of the drawing's units; a square has 100 units. */
#ifndef SERVER_BOARD_DRAWING_H
#define SERVER_BOARD_DRAWING_H

#include "board_svg.h"

/* The side of a square. */
#define UNIT 1000

struct board_drawing {
    const struct look *look;
    struct look_board board;
    bool flipped, dark, unlabelled;
    int left, top; /* of the first square; the right margin is as wide */
    int width, height;
    int letters; /* their size */
};

struct board_point {
    int x, y;
};

/* Computes sizes and margins in the same way as board.js of the page. */
void drawing_init(struct board_drawing *drawing, const struct board_picture *picture);

/* Return the top left corner and the centre of a square. */
struct board_point drawing_corner(const struct board_drawing *drawing, int square);
struct board_point drawing_centre(const struct board_drawing *drawing, int square);

/* True for a dark square, such as a1. */
bool drawing_is_dark_square(const struct board_drawing *drawing, int square);

/* Appends a length; an attribute whose value is a length, with a blank before it. */
void drawing_put_length(struct buffer *out, int tenths);
void drawing_put_attribute(struct buffer *out, const char *name, int tenths);

/* Appends the empty board, with its labels. */
void drawing_put_ground(const struct board_drawing *drawing, struct buffer *out);

#endif
