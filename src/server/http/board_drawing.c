/* SPDX-License-Identifier: MIT */
#include "board_drawing.h"

#include <string.h>

#include "svg_parts.h"

/* Space around a board that has no labels on that side, in tenths of the drawing's units. */
#define PAD (UNIT * 12 / 100)

/* Computes the sizes of letters and margins in the same way as board.js of the page. */
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

static void put_rectangle(const struct board_drawing *drawing, int height, int radius,
                          const char *colour, struct buffer *out)
{
    buffer_puts(out, "<rect");
    drawing_put_attribute(out, "width", drawing->width);
    drawing_put_attribute(out, "height", height);
    drawing_put_attribute(out, "rx", radius);
    svg_put_paint(out, "fill", svg_theme_colour(drawing->dark, colour));
    buffer_puts(out, "/>\n");
}

/* Draws the light squares, as one path on a dark ground. */
static void put_squares(const struct board_drawing *drawing, struct buffer *out)
{
    buffer_puts(out, "<path");
    svg_put_paint(out, "fill", svg_theme_colour(drawing->dark, "light"));
    buffer_puts(out, " d=\"");
    for (int square = 0; square < drawing->board.files * drawing->board.ranks; square++) {
        if (!drawing_is_dark_square(drawing, square)) {
            struct board_point corner = drawing_corner(drawing, square);
            buffer_printf(out, "M%d %dh100v100h-100z", corner.x / 10, corner.y / 10);
        }
    }
    buffer_puts(out, "\"/>\n");
}

static void put_step(struct buffer *out, char way, struct board_point to)
{
    buffer_putc(out, way);
    drawing_put_length(out, to.x);
    buffer_putc(out, ' ');
    drawing_put_length(out, to.y);
}

static void put_crossings(const struct board_drawing *drawing, struct buffer *out)
{
    struct svg_colour colour = svg_theme_colour(drawing->dark, "wood-line");
    struct look_squares stars = {.count = 0}, ends;
    buffer_puts(out, "<path fill=\"none\" stroke-width=\"2.4\"");
    svg_put_paint(out, "stroke", colour);
    buffer_puts(out, " d=\"");
    look_lines(drawing->look, &drawing->board, &ends);
    for (int i = 0; i < ends.count; i++) {
        put_step(out, i % 2 ? 'L' : 'M', drawing_centre(drawing, ends.list[i]));
    }
    buffer_puts(out, "\"/>\n");
    if (drawing->look->star_points) {
        drawing->look->star_points(&drawing->board, &stars);
    }
    for (int i = 0; i < stars.count; i++) {
        struct board_point centre = drawing_centre(drawing, stars.list[i]);
        buffer_puts(out, "<circle r=\"9\"");
        drawing_put_attribute(out, "cx", centre.x);
        drawing_put_attribute(out, "cy", centre.y);
        svg_put_paint(out, "fill", colour);
        buffer_puts(out, "/>\n");
    }
}

/* Draws round holes if the game drops discs, otherwise boxes. */
static void put_boxes(const struct board_drawing *drawing, struct buffer *out)
{
    bool discs = true;
    for (int i = 0; i < drawing->look->piece_count; i++) {
        discs = discs && strcmp(drawing->look->pieces[i].shape, "disc") == 0;
    }
    if (discs) {
        put_rectangle(drawing, drawing->board.ranks * UNIT + 2 * drawing->top, 220, "frame", out);
    }
    buffer_puts(out, "<g");
    svg_put_paint(out, "fill", svg_theme_colour(drawing->dark, discs ? "ground" : "box"));
    buffer_puts(out, ">\n");
    for (int square = 0; square < drawing->board.files * drawing->board.ranks; square++) {
        struct board_point centre = drawing_centre(drawing, square);
        buffer_puts(out, discs ? "<circle r=\"42\"" : "<rect width=\"92\" height=\"92\" rx=\"8\"");
        drawing_put_attribute(out, discs ? "cx" : "x", discs ? centre.x : centre.x - 460);
        drawing_put_attribute(out, discs ? "cy" : "y", discs ? centre.y : centre.y - 460);
        buffer_puts(out, "/>\n");
    }
    buffer_puts(out, "</g>\n");
}

/* Draws the label of a file or a rank, beside `square`. */
static void put_label(const struct board_drawing *drawing, const struct look_axis *axis, int index,
                      int square, struct board_point at, struct buffer *out)
{
    if (axis->labels == LOOK_UNLABELLED) {
        return;
    }
    buffer_puts(out, "<text");
    drawing_put_attribute(out, "x", at.x);
    drawing_put_attribute(out, "y", at.y);
    if (drawing->look->kind == LOOK_SQUARES) {
        const char *colour = drawing_is_dark_square(drawing, square) ? "light" : "label-on-light";
        svg_put_paint(out, "fill", svg_theme_colour(drawing->dark, colour));
    }
    buffer_putc(out, '>');
    look_format_label(axis, index, out);
    buffer_puts(out, "</text>\n");
}

static void put_labels(const struct board_drawing *drawing, struct buffer *out)
{
    const struct look *look = drawing->look;
    const bool inside = look->kind == LOOK_SQUARES;
    const int files = drawing->board.files, ranks = drawing->board.ranks;
    buffer_printf(out,
                  "<g font-family=\"system-ui, sans-serif\" font-weight=\"%d\" "
                  "text-anchor=\"middle\"",
                  inside ? 600 : 500);
    drawing_put_attribute(out, "font-size", drawing->letters);
    if (!inside) {
        const char *colour = look->kind == LOOK_CROSSINGS ? "label-on-wood" : "faint";
        svg_put_paint(out, "fill", svg_theme_colour(drawing->dark, colour));
    }
    buffer_puts(out, ">\n");
    for (int file = 0; file < files; file++) {
        int square = (drawing->flipped ? ranks - 1 : 0) * files + file;
        struct board_point corner = drawing_corner(drawing, square);
        struct board_point at = {
            corner.x + (inside ? UNIT * 9 / 10 : UNIT / 2),
            drawing->height - (inside ? 70 : 3 * drawing->letters / 10),
        };
        put_label(drawing, &look->files, file, square, at, out);
    }
    for (int rank = 0; rank < ranks; rank++) {
        int square = rank * files + (drawing->flipped ? files - 1 : 0);
        struct board_point corner = drawing_corner(drawing, square);
        struct board_point at = {
            inside ? 100 : 8 * drawing->letters / 10,
            corner.y + (inside ? 220 : UNIT / 2 + 36 * drawing->letters / 100),
        };
        put_label(drawing, &look->ranks, rank, square, at, out);
    }
    buffer_puts(out, "</g>\n");
}

void drawing_put_ground(const struct board_drawing *drawing, struct buffer *out)
{
    static const char *const colours[] = {
        [LOOK_SQUARES] = "dark", [LOOK_CROSSINGS] = "wood", [LOOK_BOXES] = "ground"};
    put_rectangle(drawing, drawing->height, 100, colours[drawing->look->kind], out);
    switch (drawing->look->kind) {
    case LOOK_SQUARES:
        put_squares(drawing, out);
        break;
    case LOOK_CROSSINGS:
        put_crossings(drawing, out);
        break;
    case LOOK_BOXES:
        put_boxes(drawing, out);
        break;
    }
    if (!drawing->unlabelled) {
        put_labels(drawing, out);
    }
}
