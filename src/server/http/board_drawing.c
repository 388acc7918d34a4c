/* SPDX-License-Identifier: MIT */
#include "board_drawing.h"

/* Space around a board that has no labels on that side, in tenths of the drawing's units. */
#define PAD (UNIT * 12 / 100)

/* Sizes of letters and margins, as board.js of the page has them. */
static void measure(struct board_drawing *drawing)
{
    const struct look *look = drawing->look;
    const bool inside = look->kind == LOOK_SQUARES;
    bool files_named = !drawing->unlabelled && look->files.labels != LOOK_UNLABELLED;
    bool ranks_named = !drawing->unlabelled && look->ranks.labels != LOOK_UNLABELLED;
    int letters = 32 * drawing->board.files;
    letters = letters < 130 ? 130 : letters > 400 ? 400 : letters;
    drawing->letters = inside ? 200 : letters;
    drawing->left = inside ? 0 : ranks_named ? 15 * letters / 10 : PAD;
    int below = inside ? 0 : files_named ? 17 * letters / 10 : PAD;
    drawing->top = look->kind == LOOK_BOXES ? PAD : below;
    drawing->width = drawing->board.files * UNIT + 2 * drawing->left;
    drawing->height = drawing->board.ranks * UNIT + drawing->top + below;
}

void drawing_init(struct board_drawing *drawing, const struct board_picture *picture)
{
    *drawing = (struct board_drawing){
        .look = picture->game->look,
        .flipped = picture->flipped && !picture->game->look->upright,
        .dark = picture->dark,
        .unlabelled = picture->unlabelled,
    };
    drawing->look->board(picture->position, &drawing->board);
    measure(drawing);
}

void drawing_put_length(struct buffer *out, int tenths)
{
    buffer_put_number(out, tenths / 10);
    if (tenths % 10 != 0) {
        buffer_printf(out, ".%d", tenths % 10);
    }
}

void drawing_put_attribute(struct buffer *out, const char *name, int tenths)
{
    buffer_printf(out, " %s=\"", name);
    drawing_put_length(out, tenths);
    buffer_putc(out, '"');
}

struct board_point drawing_corner(const struct board_drawing *drawing, int square)
{
    int files = drawing->board.files, ranks = drawing->board.ranks;
    int file = square % files, rank = square / files;
    int column = drawing->flipped ? files - 1 - file : file;
    int row = drawing->flipped ? rank : ranks - 1 - rank;
    return (struct board_point){drawing->left + column * UNIT, drawing->top + row * UNIT};
}

struct board_point drawing_centre(const struct board_drawing *drawing, int square)
{
    struct board_point corner = drawing_corner(drawing, square);
    return (struct board_point){corner.x + UNIT / 2, corner.y + UNIT / 2};
}

bool drawing_is_dark_square(const struct board_drawing *drawing, int square)
{
    return (square % drawing->board.files + square / drawing->board.files) % 2 == 0;
}
