/* SPDX-License-Identifier: MIT */
#include "board_svg.h"

#include <stdio.h>
#include <string.h>

#include "svg_parts.h"

/* The side of a square, and the space around a board that has no labels on that side. */
#define SIDE 100
#define PAD  12

struct board_drawing {
    const struct look *look;
    struct look_board board;
    bool flipped, dark, unlabelled;
    const char *page;
    double left, top; /* of the first square; the right margin is as wide */
    double width, height;
    int letters; /* their size, in tenths */
};

struct board_point {
    double x, y;
};

static double tenths(int count)
{
    return count / 10.;
}

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
    drawing->left = inside ? 0. : ranks_named ? tenths(15 * letters / 10) : PAD;
    double below = inside ? 0. : files_named ? tenths(17 * letters / 10) : PAD;
    drawing->top = look->kind == LOOK_BOXES ? PAD : below;
    drawing->width = drawing->board.files * SIDE + 2 * drawing->left;
    drawing->height = drawing->board.ranks * SIDE + drawing->top + below;
}

static void begin(struct board_drawing *drawing, const struct board_picture *picture)
{
    *drawing = (struct board_drawing){
        .look = picture->game->look,
        .flipped = picture->flipped && !picture->game->look->upright,
        .dark = picture->dark,
        .unlabelled = picture->unlabelled,
        .page = picture->page,
    };
    drawing->look->board(picture->position, &drawing->board);
    measure(drawing);
}

/* Returns the attribute `fill` or `stroke` in a colour of the theme. */
static struct svg_paint paint(const struct board_drawing *drawing, const char *attribute,
                              const char *colour)
{
    if (drawing->page) {
        struct svg_paint variable;
        snprintf(variable.text, sizeof variable.text, " %s=\"var(--%s)\"", attribute, colour);
        return variable;
    }
    return svg_paint(attribute, svg_theme_colour(drawing->dark, colour));
}

/* Returns the top left corner of a square. */
static struct board_point corner_of(const struct board_drawing *drawing, int square)
{
    int files = drawing->board.files, ranks = drawing->board.ranks;
    int file = square % files, rank = square / files;
    int column = drawing->flipped ? files - 1 - file : file;
    int row = drawing->flipped ? rank : ranks - 1 - rank;
    return (struct board_point){drawing->left + column * SIDE, drawing->top + row * SIDE};
}

static struct board_point centre_of(const struct board_drawing *drawing, int square)
{
    struct board_point corner = corner_of(drawing, square);
    return (struct board_point){corner.x + SIDE / 2., corner.y + SIDE / 2.};
}

/* True for a dark square, such as a1. */
static bool is_dark_square(const struct board_drawing *drawing, int square)
{
    return (square % drawing->board.files + square / drawing->board.files) % 2 == 0;
}

static void put_rectangle(const struct board_drawing *drawing, double height, int radius,
                          const char *colour, struct buffer *out)
{
    buffer_printf(out, "<rect width=\"%g\" height=\"%g\" rx=\"%d\"%s/>\n", drawing->width, height,
                  radius, paint(drawing, "fill", colour).text);
}

/* Draws the light squares, as one path on a dark ground. */
static void put_squares(const struct board_drawing *drawing, struct buffer *out)
{
    buffer_printf(out, "<path%s d=\"", paint(drawing, "fill", "light").text);
    for (int square = 0; square < drawing->board.files * drawing->board.ranks; square++) {
        if (!is_dark_square(drawing, square)) {
            struct board_point corner = corner_of(drawing, square);
            buffer_printf(out, "M%g %gh100v100h-100z", corner.x, corner.y);
        }
    }
    buffer_puts(out, "\"/>\n");
}

static void put_crossings(const struct board_drawing *drawing, struct buffer *out)
{
    struct look_squares stars = {.count = 0}, ends;
    buffer_printf(out, "<path fill=\"none\" stroke-width=\"2.4\"%s d=\"",
                  paint(drawing, "stroke", "wood-line").text);
    look_lines(drawing->look, &drawing->board, &ends);
    for (int i = 0; i < ends.count; i++) {
        struct board_point end = centre_of(drawing, ends.list[i]);
        buffer_printf(out, "%c%g %g", i % 2 ? 'L' : 'M', end.x, end.y);
    }
    buffer_puts(out, "\"/>\n");
    if (drawing->look->star_points) {
        drawing->look->star_points(&drawing->board, &stars);
    }
    const struct svg_paint dot = paint(drawing, "fill", "wood-line");
    for (int i = 0; i < stars.count; i++) {
        struct board_point centre = centre_of(drawing, stars.list[i]);
        buffer_printf(out, "<circle r=\"9\" cx=\"%g\" cy=\"%g\"%s/>\n", centre.x, centre.y,
                      dot.text);
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
        put_rectangle(drawing, drawing->board.ranks * SIDE + 2 * drawing->top, 22, "frame", out);
    }
    buffer_printf(out, "<g%s>\n", paint(drawing, "fill", discs ? "ground" : "box").text);
    for (int square = 0; square < drawing->board.files * drawing->board.ranks; square++) {
        struct board_point centre = centre_of(drawing, square);
        if (discs) {
            buffer_printf(out, "<circle r=\"42\" cx=\"%g\" cy=\"%g\"/>\n", centre.x, centre.y);
        } else {
            buffer_printf(out, "<rect width=\"92\" height=\"92\" rx=\"8\" x=\"%g\" y=\"%g\"/>\n",
                          centre.x - 46, centre.y - 46);
        }
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
    buffer_printf(out, "<text x=\"%g\" y=\"%g\"", at.x, at.y);
    if (drawing->look->kind == LOOK_SQUARES) {
        const char *colour = is_dark_square(drawing, square) ? "label-on-dark" : "label-on-light";
        buffer_puts(out, paint(drawing, "fill", colour).text);
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
    const char *colour = look->kind == LOOK_CROSSINGS ? "label-on-wood" : "faint";
    buffer_printf(out,
                  "<g font-family=\"system-ui, sans-serif\" font-weight=\"%d\" "
                  "text-anchor=\"middle\" font-size=\"%g\"%s>\n",
                  inside ? 600 : 500, tenths(drawing->letters),
                  inside ? "" : paint(drawing, "fill", colour).text);
    for (int file = 0; file < files; file++) {
        int square = (drawing->flipped ? ranks - 1 : 0) * files + file;
        struct board_point corner = corner_of(drawing, square);
        struct board_point at = {
            corner.x + (inside ? 90 : SIDE / 2.),
            drawing->height - (inside ? 7 : tenths(3 * drawing->letters / 10)),
        };
        put_label(drawing, &look->files, file, square, at, out);
    }
    for (int rank = 0; rank < ranks; rank++) {
        int square = rank * files + (drawing->flipped ? files - 1 : 0);
        struct board_point corner = corner_of(drawing, square);
        struct board_point at = {
            inside ? 10 : tenths(8 * drawing->letters / 10),
            corner.y + (inside ? 22 : SIDE / 2. + tenths(36 * drawing->letters / 100)),
        };
        put_label(drawing, &look->ranks, rank, square, at, out);
    }
    buffer_puts(out, "</g>\n");
}

/* Appends the empty board, with its labels. */
static void put_ground(const struct board_drawing *drawing, struct buffer *out)
{
    static const char *const colours[] = {
        [LOOK_SQUARES] = "dark", [LOOK_CROSSINGS] = "wood", [LOOK_BOXES] = "ground"};
    put_rectangle(drawing, drawing->height, 10, colours[drawing->look->kind], out);
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

/* True if a piece on the square hides a mark below it. */
static bool is_round(const struct board_drawing *drawing, int square)
{
    int code = drawing->board.squares[square];
    const char *shape = code ? drawing->look->pieces[code - 1].shape : "";
    return strcmp(shape, "stone") == 0 || strcmp(shape, "disc") == 0;
}

static bool has(const struct look_squares *squares, int square)
{
    for (int i = 0; i < squares->count; i++) {
        if (squares->list[i] == square) {
            return true;
        }
    }
    return false;
}

/* Draws a circle in the middle of a square. */
static void put_circle(const struct board_drawing *drawing, int square, const char *attributes,
                       struct svg_colour colour, struct buffer *out)
{
    struct board_point centre = centre_of(drawing, square);
    buffer_printf(out, "<circle fill=\"none\" cx=\"%g\" cy=\"%g\"%s %s/>\n", centre.x, centre.y,
                  svg_paint("stroke", colour).text, attributes);
}

static void put_last_square(const struct board_drawing *drawing, int square, struct buffer *out)
{
    struct board_point corner = corner_of(drawing, square);
    int gap = drawing->look->kind == LOOK_BOXES ? 4 : 0;
    buffer_printf(out, "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" rx=\"%d\"%s/>\n",
                  corner.x + gap, corner.y + gap, SIDE - 2 * gap, SIDE - 2 * gap, 2 * gap,
                  paint(drawing, "fill", "last").text);
}

static void put_forbidden(const struct board_drawing *drawing, int square, struct buffer *out)
{
    struct board_point centre = centre_of(drawing, square);
    buffer_printf(out,
                  "<path fill=\"none\" stroke-width=\"7\" stroke-linecap=\"round\"%s "
                  "d=\"M%g %gl30 30m0-30l-30 30\"/>\n",
                  paint(drawing, "stroke", "forbidden").text, centre.x - 15, centre.y - 15);
}

/* Draws a diamond; on crossings it hides the lines. */
static void put_threat(const struct board_drawing *drawing, int square, struct buffer *out)
{
    const bool crossing = drawing->look->kind == LOOK_CROSSINGS;
    struct board_point centre = centre_of(drawing, square);
    buffer_printf(out, "<path stroke-width=\"6\"%s%s d=\"M%g %gl17 17l-17 17l-17-17z\"/>\n",
                  crossing ? paint(drawing, "fill", "wood").text : " fill=\"none\"",
                  paint(drawing, "stroke", crossing ? "threat-on-wood" : "accent").text, centre.x,
                  centre.y - 17);
}

static void put_marks_under(const struct board_drawing *drawing,
                            const struct board_picture *picture, const struct look_marks *marks,
                            struct buffer *out)
{
    for (int i = 0; i < picture->last.count; i++) {
        if (!is_round(drawing, picture->last.list[i])) {
            put_last_square(drawing, picture->last.list[i], out);
        }
    }
    for (int i = 0; i < marks->alarm.count; i++) {
        put_circle(drawing, marks->alarm.list[i],
                   "r=\"48\" stroke-width=\"7\" stroke-dasharray=\"18 8\"",
                   svg_theme_colour(drawing->dark, "alarm"), out);
    }
    for (int i = 0; i < marks->threats.count; i++) {
        put_threat(drawing, marks->threats.list[i], out);
    }
    for (int i = 0; i < marks->forbidden.count; i++) {
        put_forbidden(drawing, marks->forbidden.list[i], out);
    }
}

static void put_marks_over(const struct board_drawing *drawing, const struct board_picture *picture,
                           const struct look_squares *win, struct buffer *out)
{
    const struct look *look = drawing->look;
    for (int i = 0; i < picture->last.count; i++) {
        int square = picture->last.list[i];
        if (is_round(drawing, square) && !has(win, square)) {
            int side = look->pieces[drawing->board.squares[square] - 1].side;
            const char *web = look->sides[side == 2].colour.web;
            put_circle(drawing, square, "r=\"14\" stroke-width=\"6\"", svg_colour_on(web), out);
        }
    }
    for (int i = 0; i < win->count; i++) {
        put_circle(drawing, win->list[i], "r=\"40\" stroke-width=\"13\"",
                   svg_theme_colour(drawing->dark, "win-edge"), out);
        put_circle(drawing, win->list[i], "r=\"40\" stroke-width=\"7\"",
                   svg_theme_colour(drawing->dark, "win"), out);
    }
}

/* "Gomoku: Black to move". */
static void put_title(const struct board_picture *picture, struct buffer *out)
{
    const struct look *look = picture->game->look;
    const enum game_result result = picture->game->result(picture->position);
    buffer_puts(out, "<title>");
    svg_put_text(out, picture->game->title);
    if (result == RESULT_DRAW) {
        buffer_puts(out, ": a draw");
    } else {
        int side = result == RESULT_P1_WINS   ? 1
                   : result == RESULT_P2_WINS ? 2
                                              : picture->game->player(picture->position);
        buffer_puts(out, ": ");
        svg_put_text(out, look->sides[side - 1].name);
        buffer_puts(out, result == RESULT_NONE ? " to move" : " wins");
    }
    buffer_puts(out, "</title>");
}

/* Defines one kind of piece for use on each of its squares. An unknown shape is drawn as a stone
 * with its letter. */
static void put_kind(const struct board_drawing *drawing, int index, struct buffer *out)
{
    const struct look *look = drawing->look;
    const struct look_piece *piece = &look->pieces[index];
    const char *web = piece->side ? look->sides[piece->side - 1].colour.web : "#808080";
    struct svg_colour fill = svg_side_colour(web), on = svg_colour_on(web);
    buffer_printf(out, "<g id=\"%spiece%d\">", drawing->page ? drawing->page : "", index + 1);
    if (!svg_put_shape(out, piece->shape, piece->side, fill, on)) {
        svg_put_shape(out, "stone", piece->side, fill, on);
        buffer_printf(out,
                      "<text x=\"50\" y=\"66\" font-family=\"system-ui, sans-serif\" "
                      "font-size=\"44\" font-weight=\"600\" text-anchor=\"middle\"%s>",
                      svg_paint("fill", on).text);
        svg_put_text(out, piece->ascii);
        buffer_puts(out, "</text>");
    }
    buffer_puts(out, "</g>");
}

static void put_kinds(const struct board_drawing *drawing, struct buffer *out)
{
    const int squares = drawing->board.files * drawing->board.ranks;
    bool stands[UINT8_MAX + 1] = {false};
    for (int square = 0; square < squares; square++) {
        stands[drawing->board.squares[square]] = true;
    }
    buffer_puts(out, "<defs>");
    for (int i = 0; i < drawing->look->piece_count; i++) {
        if (stands[i + 1] || drawing->page) {
            put_kind(drawing, i, out);
        }
    }
    buffer_puts(out, "</defs>\n");
}

static void put_pieces(const struct board_drawing *drawing, struct buffer *out)
{
    const int squares = drawing->board.files * drawing->board.ranks;
    for (int square = 0; square < squares; square++) {
        struct board_point corner = corner_of(drawing, square);
        if (drawing->board.squares[square]) {
            buffer_printf(out, "<use href=\"#%spiece%d\" x=\"%g\" y=\"%g\"/>\n",
                          drawing->page ? drawing->page : "", drawing->board.squares[square],
                          corner.x, corner.y);
        }
    }
}

/* Begins and ends a layer, which is a group in the picture of a page. */
static void begin_layer(const struct board_drawing *drawing, const char *name, struct buffer *out)
{
    if (drawing->page) {
        buffer_printf(out, "<g class=\"%s\">\n", name);
    }
}

static void end_layer(const struct board_drawing *drawing, struct buffer *out)
{
    buffer_puts(out, drawing->page ? "</g>\n" : "");
}

/* The board as seen from the other side, for a page. */
static void put_turned_ground(const struct board_drawing *drawing, struct buffer *out)
{
    struct board_drawing turned = *drawing;
    turned.flipped = !drawing->flipped;
    begin_layer(&turned, "ground turned", out);
    put_ground(&turned, out);
    end_layer(&turned, out);
}

void board_svg_put(const struct board_picture *picture, struct buffer *out)
{
    struct board_drawing drawing;
    struct look_marks marks;
    begin(&drawing, picture);
    look_find_marks(picture->game, picture->position, &marks);
    buffer_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" "
                  "role=\"img\"",
                  drawing.width, drawing.height);
    if (drawing.page) {
        buffer_printf(out, " class=\"board\" data-board=\"%d %d %g %g\"", drawing.board.files,
                      drawing.board.ranks, drawing.left, drawing.top);
    }
    buffer_puts(out, ">\n");
    put_title(picture, out);
    buffer_putc(out, '\n');
    put_kinds(&drawing, out);
    begin_layer(&drawing, "ground", out);
    put_ground(&drawing, out);
    end_layer(&drawing, out);
    if (drawing.page && !drawing.look->upright) {
        put_turned_ground(&drawing, out);
    }
    begin_layer(&drawing, "under", out);
    put_marks_under(&drawing, picture, &marks, out);
    end_layer(&drawing, out);
    begin_layer(&drawing, "pieces", out);
    put_pieces(&drawing, out);
    end_layer(&drawing, out);
    begin_layer(&drawing, "over", out);
    put_marks_over(&drawing, picture, &marks.win, out);
    end_layer(&drawing, out);
    buffer_puts(out, "</svg>\n");
}
