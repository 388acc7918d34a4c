/* SPDX-License-Identifier: MIT */
#include "board_svg.h"

#include <string.h>

#include "board_drawing.h"
#include "svg_parts.h"

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
    struct board_point centre = drawing_centre(drawing, square);
    buffer_puts(out, "<circle fill=\"none\"");
    drawing_put_attribute(out, "cx", centre.x);
    drawing_put_attribute(out, "cy", centre.y);
    svg_put_paint(out, "stroke", colour);
    buffer_printf(out, " %s/>\n", attributes);
}

static void put_last_square(const struct board_drawing *drawing, int square, struct buffer *out)
{
    struct board_point corner = drawing_corner(drawing, square);
    int gap = drawing->look->kind == LOOK_BOXES ? 40 : 0;
    buffer_puts(out, "<rect");
    drawing_put_attribute(out, "x", corner.x + gap);
    drawing_put_attribute(out, "y", corner.y + gap);
    drawing_put_attribute(out, "width", UNIT - 2 * gap);
    drawing_put_attribute(out, "height", UNIT - 2 * gap);
    drawing_put_attribute(out, "rx", gap ? 80 : 0);
    svg_put_paint(out, "fill", svg_theme_colour(drawing->dark, "last"));
    buffer_puts(out, "/>\n");
}

static void put_forbidden(const struct board_drawing *drawing, int square, struct buffer *out)
{
    struct board_point centre = drawing_centre(drawing, square);
    buffer_puts(out, "<path fill=\"none\" stroke-width=\"7\" stroke-linecap=\"round\"");
    svg_put_paint(out, "stroke", svg_theme_colour(drawing->dark, "forbidden"));
    buffer_puts(out, " d=\"M");
    drawing_put_length(out, centre.x - 150);
    buffer_putc(out, ' ');
    drawing_put_length(out, centre.y - 150);
    buffer_puts(out, "l30 30m0-30l-30 30\"/>\n");
}

/* Draws a diamond; on crossings it hides the lines. */
static void put_threat(const struct board_drawing *drawing, int square, struct buffer *out)
{
    const bool crossing = drawing->look->kind == LOOK_CROSSINGS;
    struct board_point centre = drawing_centre(drawing, square);
    buffer_puts(out, "<path stroke-width=\"6\"");
    if (crossing) {
        svg_put_paint(out, "fill", svg_theme_colour(drawing->dark, "wood"));
    } else {
        buffer_puts(out, " fill=\"none\"");
    }
    svg_put_paint(out, "stroke",
                  svg_theme_colour(drawing->dark, crossing ? "threat-on-wood" : "accent"));
    buffer_puts(out, " d=\"M");
    drawing_put_length(out, centre.x);
    buffer_putc(out, ' ');
    drawing_put_length(out, centre.y - 170);
    buffer_puts(out, "l17 17l-17 17l-17-17z\"/>\n");
}

static void put_marks_under(const struct board_drawing *drawing,
                            const struct board_picture *picture, struct buffer *out)
{
    const struct look *look = drawing->look;
    struct look_squares alarm = {.count = 0}, forbidden = {.count = 0}, threats = {.count = 0};
    if (look->alarm) {
        look->alarm(picture->position, &alarm);
    }
    if (picture->game->result(picture->position) == RESULT_NONE) {
        look_threats(picture->game, picture->position, &threats);
        if (look->forbidden_squares) {
            look->forbidden_squares(picture->position, &forbidden);
        }
    }
    for (int i = 0; i < picture->last.count; i++) {
        if (!is_round(drawing, picture->last.list[i])) {
            put_last_square(drawing, picture->last.list[i], out);
        }
    }
    for (int i = 0; i < alarm.count; i++) {
        put_circle(drawing, alarm.list[i], "r=\"48\" stroke-width=\"7\" stroke-dasharray=\"18 8\"",
                   svg_theme_colour(drawing->dark, "alarm"), out);
    }
    for (int i = 0; i < threats.count; i++) {
        put_threat(drawing, threats.list[i], out);
    }
    for (int i = 0; i < forbidden.count; i++) {
        put_forbidden(drawing, forbidden.list[i], out);
    }
}

static void put_marks_over(const struct board_drawing *drawing, const struct board_picture *picture,
                           struct buffer *out)
{
    const struct look *look = drawing->look;
    const enum game_result result = picture->game->result(picture->position);
    struct look_squares win = {.count = 0};
    if (look->winning_squares && (result == RESULT_P1_WINS || result == RESULT_P2_WINS)) {
        look->winning_squares(picture->position, &win);
    }
    for (int i = 0; i < picture->last.count; i++) {
        int square = picture->last.list[i];
        if (is_round(drawing, square) && !has(&win, square)) {
            int side = look->pieces[drawing->board.squares[square] - 1].side;
            const char *web = look->sides[side == 2].colour.web;
            put_circle(drawing, square, "r=\"14\" stroke-width=\"6\"", svg_colour_on(web), out);
        }
    }
    for (int i = 0; i < win.count; i++) {
        put_circle(drawing, win.list[i], "r=\"40\" stroke-width=\"13\"",
                   svg_theme_colour(drawing->dark, "win-edge"), out);
        put_circle(drawing, win.list[i], "r=\"40\" stroke-width=\"7\"",
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
static void put_kind(const struct look *look, int index, struct buffer *out)
{
    const struct look_piece *piece = &look->pieces[index];
    const char *web = piece->side ? look->sides[piece->side - 1].colour.web : "#808080";
    struct svg_colour fill = svg_side_colour(web), on = svg_colour_on(web);
    buffer_printf(out, "<g id=\"piece%d\">", index + 1);
    if (!svg_put_shape(out, piece->shape, piece->side, fill, on)) {
        svg_put_shape(out, "stone", piece->side, fill, on);
        buffer_puts(out, "<text x=\"50\" y=\"66\" font-family=\"system-ui, sans-serif\" "
                         "font-size=\"44\" font-weight=\"600\" text-anchor=\"middle\"");
        svg_put_paint(out, "fill", on);
        buffer_putc(out, '>');
        svg_put_text(out, piece->ascii);
        buffer_puts(out, "</text>");
    }
    buffer_puts(out, "</g>");
}

static void put_pieces(const struct board_drawing *drawing, struct buffer *out)
{
    const int squares = drawing->board.files * drawing->board.ranks;
    bool stands[UINT8_MAX + 1] = {false};
    for (int square = 0; square < squares; square++) {
        stands[drawing->board.squares[square]] = true;
    }
    buffer_puts(out, "<defs>");
    for (int i = 0; i < drawing->look->piece_count; i++) {
        if (stands[i + 1]) {
            put_kind(drawing->look, i, out);
        }
    }
    buffer_puts(out, "</defs>\n");
    for (int square = 0; square < squares; square++) {
        struct board_point corner = drawing_corner(drawing, square);
        if (drawing->board.squares[square]) {
            buffer_puts(out, "<use href=\"#piece");
            buffer_put_number(out, drawing->board.squares[square]);
            buffer_putc(out, '"');
            drawing_put_attribute(out, "x", corner.x);
            drawing_put_attribute(out, "y", corner.y);
            buffer_puts(out, "/>\n");
        }
    }
}

void board_svg_put(const struct board_picture *picture, struct buffer *out)
{
    struct board_drawing drawing;
    drawing_init(&drawing, picture);
    buffer_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    drawing_put_length(out, drawing.width);
    buffer_putc(out, ' ');
    drawing_put_length(out, drawing.height);
    buffer_puts(out, "\" role=\"img\">\n");
    put_title(picture, out);
    buffer_putc(out, '\n');
    drawing_put_ground(&drawing, out);
    put_marks_under(&drawing, picture, out);
    put_pieces(&drawing, out);
    put_marks_over(&drawing, picture, out);
    buffer_puts(out, "</svg>\n");
}
